// Audits home, post, archive and search with Lighthouse and fails below 98 in any category. Not part of `.ci/run`: it downloads
// 40 MB and takes two minutes, and the figures of its performance category depend on what else the machine does.
//
//   npm install --prefix target/lighthouse --no-save --ignore-scripts lighthouse@12.2.3
//   cargo build --workspace --bin pauta --test architecture
//   CHROMIUM=chromium node tests/pages/lighthouse.mjs
//
// Search engines shall not show results of a search, so `is-crawlable` does not count there.
// It starts the local run with its own data. Reports are left in target/lighthouse/.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

import { fill } from "./content.mjs";
import { start } from "./server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = join(root, "target/lighthouse");
const { default: lighthouse, desktopConfig } = await import(pathToFileURL(join(folder, "node_modules/lighthouse/core/index.js")).href);
const LEAST = 98;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const PORT = 9223;

const server = await start(root);
let browser;
let low = 0;
try {
  const made = await fill(server);
  const at = (item) => new URL(item.link).pathname;
  await mkdir(folder, { recursive: true });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${PORT}`] });
  console.log(`| page | form | ${CATEGORIES.join(" | ")} |\n|---|---|${CATEGORIES.map(() => "---").join("|")}|`);
  for (const [name, path] of [["home", "/"], ["post", at(made.article)], ["archive", at(made.sweets)], ["search", "/?s=bolo"]]) {
    for (const [form, config] of [["mobile", undefined], ["desktop", desktopConfig]]) {
      const { lhr, report } = await lighthouse(server.url + path, { port: PORT, logLevel: "error", output: "html", onlyCategories: CATEGORIES, skipAudits: name === "search" ? ["is-crawlable"] : [] }, config);
      await writeFile(join(folder, `${name}-${form}.html`), report);
      const scores = CATEGORIES.map((category) => Math.round((lhr.categories[category].score ?? 0) * 100));
      console.log(`| ${name} | ${form} | ${scores.join(" | ")} |`);
      for (const [at, category] of CATEGORIES.entries()) {
        if (scores[at] >= LEAST) continue;
        low += 1;
        for (const { id, weight } of lhr.categories[category].auditRefs) {
          const audit = lhr.audits[id];
          if (weight > 0 && audit.score !== null && audit.score < 1) console.log(`  ${id}: ${audit.title} ${audit.displayValue ?? ""}`);
        }
      }
    }
  }
} finally {
  await browser?.close();
  await server.stop();
}
if (low > 0) {
  console.error(`lighthouse: ${low} scores below ${LEAST}`);
  process.exit(1);
}
