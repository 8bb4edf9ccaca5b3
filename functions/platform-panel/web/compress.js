// Compresses the assets with Brotli, beside the originals.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const folder = new URL("dist/painel/arquivos/", import.meta.url).pathname;
for (const name of readdirSync(folder)) {
  const content = readFileSync(join(folder, name));
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  };
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, options));
}
