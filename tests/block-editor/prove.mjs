// Plays the editor's steps, and reports their faults.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { start } from "../pages/server.mjs";
import { bundle } from "./bundle.mjs";
import { accountOf, session } from "./session.mjs";
import * as life from "./steps-life.mjs";
import * as media from "./steps-media.mjs";
import * as parts from "./steps-parts.mjs";
import * as platform from "./steps-platform.mjs";
import * as writing from "./steps-writing.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const pictures = join(root, "target/block-editor/pictures");

/// Requests that may fail, each with the status of its response and the reason.
const MAY_FAIL = [{ status: 404, pattern: /^\/wp-json\/oembed\/1\.0\/proxy\?url=https%3A%2F%2F(www\.youtube|vimeo)\.com%2F/, reason: "the site asks the provider of a video, and there is no network" }];

const steps = {
  opening: writing.opening,
  preferences: parts.preferences,
  kinds: writing.kinds,
  "read back": writing.readBack,
  types: writing.types,
  upload: media.upload,
  sideload: media.sideload,
  "featured image": media.featuredImage,
  pattern: parts.pattern,
  "synced pattern": parts.syncedPattern,
  settings: life.settings,
  link: parts.link,
  note: parts.note,
  footnote: parts.footnote,
  embed: parts.embed,
  autosave: life.autosave,
  schedule: life.schedule,
  publish: life.publish,
  "autosave of a published post": life.autosaveOfPublished,
  revision: life.revision,
  template: parts.template,
  trash: life.trash,
  "posts of the platform": platform.platformPosts,
};

const faults = [];
let checks = 0;
await mkdir(pictures, { recursive: true });
await bundle();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
const server = await start(root, { SITE_VENDOR_NAMES: "on", PAUTA_ADMIN_EMAIL: platform.ADMIN.email, PAUTA_ADMIN_PASSWORD: platform.ADMIN.password });
const account = accountOf(server);
const { page, requests, errors, open, close } = await session(browser, server);
page.setDefaultTimeout(15_000);
const stage = { root, server, account, page, requests, open, count: {} };
let played = 0;
try {
  for (const [name, step] of Object.entries(steps)) {
    const begun = Date.now();
    const before = { requests: requests.length, errors: errors.length };
    stage.expect = (holds, what) => {
      checks += 1;
      if (!holds) faults.push(`${name}: ${what}`);
    };
    try {
      await step(stage);
      played += 1;
    } catch (error) {
      faults.push(`${name}: ${error.stack ?? error}`);
    }
    await page.screenshot({ path: join(pictures, `${String(played).padStart(2, "0")}-${name.replaceAll(" ", "-")}.png`) });
    for (const { method, path, status, body } of requests.slice(before.requests)) {
      if (status >= 400 && !MAY_FAIL.some((known) => known.status === status && known.pattern.test(path))) faults.push(`${name}: ${method} ${path} is ${status} ${body ?? ""}`);
    }
    // A request that failed is also written to the console, and was reported above.
    for (const error of errors.slice(before.errors)) if (!error.includes("the server responded with a status of")) faults.push(`${name}: ${error}`);
    console.log(`block-editor: ${name} in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }
} finally {
  await close();
  await browser.close();
  await server.stop();
}
await writeFile(join(pictures, "../requests.txt"), requests.map(({ status, method, path }) => `${status} ${method} ${path}\n`).join(""));
for (const fault of faults) console.error(`block-editor: ${fault}`);
const failed = Object.keys(steps).length - played;
console.log(
  `block-editor: ${played} of ${Object.keys(steps).length} steps, ${checks} expectations, ${stage.kinds?.size ?? 0} kinds of blocks, ` +
    `${requests.length} requests, ${faults.length} faults; pictures in target/block-editor/pictures/`,
);
if (faults.length > 0 || failed > 0) process.exitCode = 1;
