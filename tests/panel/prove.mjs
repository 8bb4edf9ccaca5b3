// Plays the stories and reports their faults.

import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { start } from "../pages/server.mjs";
import { ADMIN, caller } from "./desk.mjs";
import { clientView } from "./story-client-view.mjs";
import { contents } from "./story-contents.mjs";
import { devices } from "./story-devices.mjs";
import { editing } from "./story-editing.mjs";
import { host } from "./story-host.mjs";
import { keyboard } from "./story-keyboard.mjs";
import { largeText } from "./story-large-text.mjs";
import { operations } from "./story-operations.mjs";
import { pasting } from "./story-paste.mjs";
import { policy } from "./story-policy.mjs";
import { providers } from "./story-providers.mjs";
import { roles } from "./story-roles.mjs";
import { roundTrip } from "./story-round-trip.mjs";
import { screens } from "./story-screens.mjs";
import { account, session } from "./story-session.mjs";
import { pictures as textPictures } from "./story-pictures.mjs";
import { together } from "./story-together.mjs";
import { words } from "./story-words.mjs";
import { conflict, writing } from "./story-writing.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const pictures = join(root, "target/panel");

const faults = [];
const fault = (where, what) => faults.push(`${where}: ${what}`);

process.env.PAUTA_ADMIN_PASSWORD = ADMIN.password;
process.env.PAUTA_ADMIN_NAME = "Marina Couto";
await mkdir(pictures, { recursive: true });
const server = await start(root);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const stage = { browser, root, platform: server.platform, site: server.url, login: server.login, pictures, fault, call: await caller(server.platform, ADMIN) };
const stories = {
  session,
  screens,
  largeText,
  writing,
  pictures: textPictures,
  pasting,
  conflict,
  editing,
  together,
  devices,
  words,
  roundTrip,
  providers,
  keyboard,
  contents,
  clientView,
  roles,
  host,
  operations,
  policy,
  account,
};
const wanted = process.argv.slice(2);
try {
  for (const [name, story] of Object.entries(stories)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const begun = Date.now();
    try {
      await story(stage);
    } catch (error) {
      fault(name, error.stack ?? error);
      const pages = browser.contexts().flatMap((context) => context.pages());
      await Promise.all(pages.map((page, index) => page.screenshot({ path: join(pictures, `fault-${name}-${index}.png`) }).catch(() => {})));
      await Promise.all(browser.contexts().map((context) => context.close()));
    }
    console.log(`panel: ${name} in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }
} finally {
  await browser.close();
  await server.stop();
}
for (const line of faults) console.error(`panel: ${line}`);
console.log(faults.length === 0 ? `panel: all stories passed; pictures in ${pictures}` : `panel: ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
