// Bundles the page of the block editor into target/block-editor/page/, which is not part of the repository.

import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/// The folder with client.js, frame.css and canvas.css.
export const folder = here("../../target/block-editor/page");

export async function bundle() {
  await rm(folder, { recursive: true, force: true });
  const { warnings } = await build({
    entryPoints: ["client.js", "frame.css", "canvas.css"].map((name) => here(`page/${name}`)),
    outdir: folder,
    bundle: true,
    format: "esm",
    splitting: true,
    minify: true,
    target: "chrome120",
    define: { "process.env.NODE_ENV": '"production"', "globalThis.IS_GUTENBERG_PLUGIN": "false", "globalThis.IS_WORDPRESS_CORE": "true", "globalThis.SCRIPT_DEBUG": "false" },
    loader: { ".woff2": "file", ".svg": "dataurl" },
    plugins: [
      {
        // Its default export is a member of what it exports, where the packages expect it to be all of it.
        name: "default export",
        setup(builder) {
          builder.onResolve({ filter: /^react-autosize-textarea$/ }, ({ path, resolveDir, namespace }) =>
            namespace === "default-export" ? undefined : { path, namespace: "default-export", pluginData: resolveDir },
          );
          builder.onLoad({ filter: /.*/, namespace: "default-export" }, ({ path, pluginData }) => ({
            contents: `module.exports = require(${JSON.stringify(path)}).default;`,
            resolveDir: pluginData,
          }));
        },
      },
      {
        // A style sheet that a script imports is a text.
        name: "style sheets as texts",
        setup(builder) {
          builder.onLoad({ filter: /default-editor-styles\.css$/ }, async ({ path }) => ({ contents: await readFile(path), loader: "text" }));
        },
      },
    ],
    logLevel: "error",
  });
  return warnings;
}
