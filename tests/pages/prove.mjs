// Opens every kind of page in two sizes and reports its defects.

import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { HtmlValidate } from "html-validate";
import { chromium } from "playwright-core";

import { fill } from "./content.mjs";
import { proveDocuments, proveEmbed } from "./documents.mjs";
import { form, proveForms } from "./forms.mjs";
import { start } from "./server.mjs";
import { proveSnippets, snippets } from "./snippets.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pictures = join(root, "target/pages");
// Largest HTML of a page without its style sheets, and largest style sheets, in bytes.
const BUDGET = { html: 25 * 1024, css: 12 * 1024 };
// Width and height in pixels, and the ground on which axe checks the contrast of colours.
const SIZES = [
  [360, 740, "light"],
  [1280, 900, "dark"],
];

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // The text of a post is the author's own markup.
    "void-style": "off",
    "no-trailing-whitespace": "off",
    // Titles may be of any length.
    "long-title": "off",
    // A picture beside a linked title is hidden from assistive technology, and out of the order of tabs.
    "hidden-focusable": "off",
    // Styles come from the page's own origin, so integrity hashes add nothing.
    "require-sri": "off",
  },
});

const faults = [];
const fault = (where, what) => faults.push(`${where}: ${what}`);

async function look(browser, url, kind, path, { status = 200, cookies = [] } = {}) {
  const answer = await fetch(url + path, { headers: cookies.length ? { cookie: cookies.map((c) => `${c.name}=${c.value}`).join("; ") } : {} });
  const html = await answer.text();
  if (answer.status !== status) fault(kind, `status ${answer.status}, not ${status}`);
  const sheets = /<style>(.*?)<\/style>/gs;
  const css = [...html.matchAll(sheets)].map(([, sheet]) => sheet).join("");
  for (const [name, text] of [["html", html.replace(sheets, "")], ["css", css]]) {
    const size = Buffer.byteLength(text);
    if (size > BUDGET[name]) fault(kind, `${name} of ${size} bytes, more than ${BUDGET[name]}`);
    largest[name] = Math.max(largest[name], size);
  }
  const report = await validator.validateString(html, `${kind}.html`);
  for (const { messages } of report.results) {
    for (const { line, ruleId, message } of messages) fault(kind, `html ${ruleId} in line ${line}: ${message}`);
  }
  for (const [width, height, colorScheme] of SIZES) {
    const where = `${kind} at ${width}`;
    const context = await browser.newContext({ viewport: { width, height } });
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
    const page = await context.newPage();
    page.on("console", (message) => {
      // A browser calls an awaited 4xx of the page itself an error.
      if (message.type() === "error" && !(status >= 400 && message.text().includes(String(status)))) fault(where, message.text());
    });
    page.on("pageerror", (error) => fault(where, error.message));
    await page.goto(url + path, { waitUntil: "load" });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) fault(where, `is ${wide} pixels wider than its window`);
    // Pictures that are decoded asynchronously would be blank in a screenshot.
    await page.evaluate(() => Promise.all([...document.images].filter((image) => image.complete).map((image) => image.decode().catch(() => {}))));
    await page.screenshot({ path: join(pictures, `${kind}-${width}.png`), fullPage: true });
    // The page's policy forbids scripts, but not what the debugger evaluates.
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe);
    const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations", "passes"] }));
    for (const { id, help, nodes } of violations) fault(where, `axe ${id}: ${help} (${nodes.map((node) => node.html).join(" | ")})`);
    checks += passes.length;
    await context.close();
  }
  pages += 1;
}

let pages = 0;
let checks = 0;
const largest = { html: 0, css: 0 };

/// Writes a comment without a script: one that is incomplete is shown again with what was written, a complete one is taken.
async function proveComments(browser, url, path) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(url + path);
  const send = () => Promise.all([page.waitForNavigation(), page.click(".write button")]);
  await page.fill("#comentario", "Ficou sem furinhos mesmo.");
  await page.fill("#comentario-nome", "Bia");
  await page.fill("#comentario-email", "bia@leitora");
  await send();
  if (!(await page.textContent("#comentario-email-erro"))?.includes("e-mail válido")) fault("comment", "a wrong address is not named");
  if ((await page.inputValue("#comentario")) !== "Ficou sem furinhos mesmo.") fault("comment", "the text is lost");
  await page.screenshot({ path: join(pictures, "comment-wrong-360.png"), fullPage: true });
  await page.fill("#comentario-email", "bia@leitora.example");
  await send();
  if (!page.url().endsWith("#comentario-recebido")) fault("comment", `it leads to ${page.url()}`);
  if (!(await page.isVisible("#comentario-recebido"))) fault("comment", "nothing says that it was taken");
  await context.close();
}

/// Signs in at the authorisation page and returns its cookies.
async function signIn(url, login, path) {
  const answer = await fetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ act: "sign_in", login: login.user, password: login.password }),
  });
  if (answer.status !== 303) fault("sign-in", `status ${answer.status}`);
  const [name, value] = (answer.headers.get("set-cookie") ?? "").split(";")[0].split("=");
  return [{ name, value }];
}

const server = await start(root);
let browser;
try {
  const { url, login } = server;
  const made = await fill(server);
  await mkdir(pictures, { recursive: true });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const at = (item) => new URL(item.link).pathname;
  const authorize = `/authorize-application?app_name=Editor%20de%20bolso&success_url=${encodeURIComponent(`${url}/sobre/`)}`;
  await look(browser, url, "home", "/");
  await look(browser, url, "home-2", "/page/2/");
  await look(browser, url, "post", at(made.article));
  await look(browser, url, "post-folded", at(made.folded));
  await look(browser, url, "comment-taken", `${at(made.article)}?comentario=recebido`);
  await proveComments(browser, url, at(made.folded));
  await look(browser, url, "page", at(made.about));
  await look(browser, url, "page-below", at(made.team));
  await look(browser, url, "picture", at(made.hills));
  await look(browser, url, "category", at(made.sweets));
  await look(browser, url, "category-below", at(made.cakes));
  await look(browser, url, "tag", at(made.quick));
  await look(browser, url, "author", `/author/${login.user}/`);
  await look(browser, url, "locked", at(made.secret));
  await look(browser, url, "search", "/?s=bolo");
  await look(browser, url, "search-empty", "/?s=nadaqueexista");
  await look(browser, url, "dates", "/2024/03/");
  await look(browser, url, "missing", "/nada-aqui/", { status: 404 });
  await look(browser, url, "relations", "/rels/help");
  await look(browser, url, "relation", "/rels/menu-item-object");
  await look(browser, url, "card", `${at(made.article)}embed/`);
  await look(browser, url, "sign-in", authorize);
  await look(browser, url, "approve", authorize, { cookies: await signIn(url, login, authorize) });
  await look(browser, url, "refused", "/authorize-application?success_url=javascript:1", { status: 400 });
  const contact = await form(server);
  await look(browser, url, "form", contact.path);
  await proveForms(browser, server, contact.path, { sizes: SIZES, axe, pictures, fault });
  const own = await snippets(server);
  await look(browser, url, "with-snippets", "/");
  await proveSnippets(browser, url, own.path, await signIn(url, login, authorize), fault);
  await own.remove();
  const feeds = ["/", at(made.sweets), at(made.quick), `/author/${login.user}/`, "/comments/", at(made.article)];
  await proveDocuments(url, feeds.map((path) => `${path}feed/`), fault);
  await proveEmbed(url, made.article.link, fault);

  // The complete authorisation in a browser: sign in, approve, and use the new password.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url + authorize);
  await page.fill("#login", login.user);
  await page.fill("#senha", login.password);
  await page.click("button[value=sign_in]");
  await page.click("button[value=approve]");
  await page.waitForURL(/\/sobre\/\?/);
  const given = new URL(page.url()).searchParams;
  const me = await fetch(`${url}/rest/core/v2/users/me`, {
    headers: { authorization: `Basic ${Buffer.from(`${given.get("user_login")}:${given.get("password")}`).toString("base64")}` },
  });
  if (me.status !== 200) fault("approved", `the password answers ${me.status}`);

  // A reader with the password of a post.
  await page.goto(made.secret.link);
  await page.fill("#senha", "abacate");
  await page.click("main form button");
  await page.waitForSelector("text=Segredo.");
  await context.close();
} finally {
  await browser?.close();
  await server.stop();
}

console.log(`pages: ${pages} pages in ${SIZES.length} sizes, ${checks} rules of axe passed, at most ${largest.html} bytes of HTML and ${largest.css} of CSS, pictures in target/pages/`);
if (faults.length > 0) {
  console.error(faults.join("\n"));
  console.error(`pages: ${faults.length} faults`);
  process.exit(1);
}
