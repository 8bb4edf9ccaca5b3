// Measures the panel in Chromium against a local run with its own data: weights, times to the first screens, keystroke to
// paint in a text of 5,000 words with scores and grammar on, and scrolling through 10,000 posts. Nothing is asserted.
//
//   node tests/panel/measure.mjs           after `tests/panel/run.sh`, or any build of the local run
//
// CHROMIUM names the browser. POSTS=1000 shortens the list.

import { chromium } from "playwright-core";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { start } from "../pages/server.mjs";
import { ADMIN, caller, signIn } from "./desk.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const POSTS = Number(process.env.POSTS ?? 10_000);
const AT_ONCE = 16;
const KEYS = 240;
/// Milliseconds between two frames.
const FRAME = 1000 / 60;
const SLOW_4G = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };

const WORDS = "uma varanda de dois metros quadrados com quatro horas de sol por dia dá conta de temperos folhas e até de uns tomates";

/// A text of about 5,000 words, with headings, and a mark of language in every fifth paragraph.
function longText() {
  const sentence = `${WORDS[0].toUpperCase()}${WORDS.slice(1)}.`;
  const paragraph = Array.from({ length: 4 }, () => sentence).join(" ");
  return Array.from({ length: 54 }, (_, index) => `${index % 6 === 0 ? `<h2>Parte ${index / 6 + 1}</h2>` : ""}<p>${paragraph}${index % 5 === 0 ? " O nescessário vem depois." : ""}</p>`).join("");
}

const rank = (numbers, share) => [...numbers].sort((one, other) => one - other)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN;
const ms = (number) => `${number.toFixed(1)} ms`;
const kb = (number) => `${(number / 1024).toFixed(0)} KB`;

/// Compressed bytes of scripts, styles and page that a window received.
const received = (page) =>
  page.evaluate(() => {
    const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return entries.filter(({ name }) => /\.(js|css)$/.test(name) || !name.includes("/api/")).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });

async function fresh(browser, storageState) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR", storageState });
  return { context, page: await context.newPage() };
}

/// Milliseconds from the start of the navigation until `selector` is shown and the main thread was free.
async function timeTo(page, address, selector) {
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForSelector(selector);
  return page.evaluate(() => new Promise((done) => requestIdleCallback(() => done(performance.now()))));
}

/// An independent session for each window, because the cookie of one works once.
async function session(browser, platform) {
  const { context, page } = await fresh(browser);
  await signIn(page, platform, ADMIN);
  return { context, page };
}

async function starts(browser, platform) {
  const { context, page } = await session(browser, platform);
  const slow = await context.newCDPSession(page);
  for (const [name, throttle, rate] of [["as it is", null, 1], ["slow 4G", SLOW_4G, 1], ["slow 4G, processor 4 times slower", SLOW_4G, 4]]) {
    await slow.send("Network.enable");
    await slow.send("Network.setCacheDisabled", { cacheDisabled: true });
    await slow.send("Network.emulateNetworkConditions", { offline: false, ...(throttle ?? { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }) });
    await slow.send("Emulation.setCPUThrottlingRate", { rate });
    const home = await timeTo(page, `${platform}/`, "h1");
    const weight = await received(page);
    const list = await timeTo(page, `${platform}/painel/conteudos`, "tr[data-index] a");
    const editor = await timeTo(page, `${platform}/painel/conteudos/1`, ".body p");
    const whole = await received(page);
    console.log(`start, ${name}: Início ${ms(home)} (${kb(weight)}), Conteúdos ${ms(list)}, editor ${ms(editor)} (${kb(whole)} in all)`);
  }
  await context.close();
}

async function typing(browser, platform) {
  const { context, page } = await session(browser, platform);
  await page.goto(`${platform}/painel/conteudos/1`);
  await page.locator(".body .m").first().waitFor();
  await page.locator(".side .score").first().waitFor();
  await page.evaluate(() => {
    globalThis.paints = [];
    globalThis.tasks = [];
    document.querySelector(".body").addEventListener(
      "keydown",
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => globalThis.paints.push(performance.now() - timeStamp);
          port2.postMessage(0);
        });
      },
      { capture: true },
    );
    new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });
  await page.locator(".body p").nth(20).click();
  const text = "Antes de plantar, vale observar o sol da varanda por alguns dias seguidos. ";
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.type(text[key % text.length]);
    // Rests let scores, marks and the device's copy come between keystrokes.
    await page.waitForTimeout(key % 60 === 59 ? 2_000 : 70);
  }
  const { paints, tasks } = await page.evaluate(() => ({ paints: globalThis.paints, tasks: globalThis.tasks }));
  const words = await page.evaluate(() => document.querySelector(".body").textContent.split(/\s+/).length);
  console.log(`typing in ${words} words: keystroke to paint p50 ${ms(rank(paints, 0.5))}, p95 ${ms(rank(paints, 0.95))}, p99 ${ms(rank(paints, 0.99))}, most ${ms(Math.max(...paints))}; ${tasks.length} long tasks, longest ${ms(Math.max(0, ...tasks))} (${paints.length} keys)`);
  await context.close();
}

async function scrolling(browser, platform) {
  const { context, page } = await session(browser, platform);
  await page.goto(`${platform}/painel/conteudos`);
  await page.locator("tr[data-index] a").first().waitFor();
  const tools = await context.newCDPSession(page);
  await page.evaluate(() => {
    globalThis.frames = [];
    let last = performance.now();
    const frame = (now) => {
      globalThis.frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await tools.send("Input.synthesizeScrollGesture", { x: 700, y: 500, yDistance: -40_000, speed: 4_000 });
  const frames = await page.evaluate(() => globalThis.frames);
  const rows = await page.evaluate(() => document.querySelectorAll("tr[data-index]").length);
  const jump = await page.evaluate(async () => {
    const begun = performance.now();
    scrollTo(0, document.documentElement.scrollHeight);
    const isThere = () => [...document.querySelectorAll("tr[data-index] .t a")].some((link) => link.getBoundingClientRect().top < innerHeight) && !document.querySelector("tr[aria-busy]");
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    while (!isThere()) await new Promise((done) => requestAnimationFrame(done));
    return performance.now() - begun;
  });
  const last = await page.locator("tr[data-index]").last().getAttribute("aria-rowindex");
  console.log(`list: frames while scrolling 4,000 pixels a second: p50 ${ms(rank(frames, 0.5))}, p95 ${ms(rank(frames, 0.95))}, p99 ${ms(rank(frames, 0.99))}, most ${ms(Math.max(...frames))}, ${frames.filter((frame) => frame > 1.5 * FRAME).length} of ${frames.length} late by a frame or more; ${rows} rows in the document; the end (row ${last}) after ${ms(jump)}`);
  await context.close();
}

process.env.PAUTA_ADMIN_PASSWORD = ADMIN.password;
process.env.PAUTA_ADMIN_NAME = "Marina Couto";
const server = await start(root);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const call = await caller(server.platform, ADMIN);
  await call("POST", "/posts", { site_id: 1, title: "Horta na varanda: o guia do primeiro ano", body: longText(), focus_keyword: "horta na varanda" });
  await typing(browser, server.platform);
  await starts(browser, server.platform);
  const begun = Date.now();
  let next = 2;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next <= POSTS) await call("POST", "/posts", { site_id: 1, title: `Conteúdo ${next++}: como regar a horta na varanda`, body: "<p>Uma horta cabe em qualquer varanda.</p>" });
    }),
  );
  console.log(`${POSTS} posts made in ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  await scrolling(browser, server.platform);
} finally {
  await browser.close();
  await server.stop();
}
