// Builds the panel into dist/: the shell, and assets whose names contain a hash of their content.
import { fileURLToPath } from "node:url";

import { defineConfig } from "vite";

export default defineConfig({
  esbuild: { jsx: "automatic" },
  build: {
    target: "es2022",
    assetsDir: "painel/arquivos",
    // A data address would need an exception in the policy.
    assetsInlineLimit: 0,
    // The polyfill is an inline script; every browser of the target preloads modules.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
  server: {
    port: 5173,
    proxy: { "/api": "http://127.0.0.1:8080", "/aprovacao": "http://127.0.0.1:8080", "/dev": "http://127.0.0.1:8080" },
    fs: { allow: [fileURLToPath(new URL("../../..", import.meta.url))] },
  },
});
