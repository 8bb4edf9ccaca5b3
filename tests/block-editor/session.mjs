// The editor's page in a browser. It is on the site's own origin, and everything it asks for goes to the site except its own
// files: the browser takes these from the bundle.

import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

import { folder } from "./bundle.mjs";

const TYPES = { ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml" };
const BASE = "/block-editor";

/// A picture without content, in place of one of another origin: there is no network.
export const emptyPicture = (route) => route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });

/// The page: an element to fill, what the script has to know, and that pictures are chosen in a dialogue of the editor itself.
const html = (host) => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Editor</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="${BASE}/frame.css"></head>
<body class="block-editor-page is-fullscreen-mode"><div id="editor" class="block-editor__container"></div>
<script>var __experimentalDataViewsMediaModal = true;</script>
<script type="application/json" id="host">${JSON.stringify(host)}</script>
<script type="module" src="${BASE}/client.js"></script></body></html>`;

/// The site's interface as the editor's account, for what the proof checks.
export function accountOf({ url, login }) {
  const authorization = `Basic ${Buffer.from(`${login.user}:${login.app}`).toString("base64")}`;
  const send = async (method, path, body) => {
    const answer = await fetch(`${url}/wp-json/wp/v2${path}`, {
      method,
      headers: { authorization, ...(body ? { "content-type": "application/json" } : {}) },
      body: body && JSON.stringify(body),
    });
    const value = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(value)}`);
    return value;
  };
  return { authorization, get: (path) => send("GET", path), post: (path, body) => send("POST", path, body) };
}

/// Opens posts of one site in the editor, and notes each request, each error and each violation of what is expected.
export async function session(browser, { url, login }) {
  const { authorization } = accountOf({ url, login });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US", timezoneId: "America/Sao_Paulo" });
  const requests = [];
  const errors = [];
  let host;
  await context.route(`${url}${BASE}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(BASE.length + 1);
    if (path === "") return route.fulfill({ contentType: "text/html; charset=utf-8", body: html(host) });
    // Where the editor goes when it is left: a list of posts, which a host makes.
    if (path === "edit.php") return route.fulfill({ contentType: "text/html; charset=utf-8", body: "<!DOCTYPE html><title>Posts</title>" });
    return route.fulfill({ contentType: TYPES[extname(path)], body: await readFile(join(folder, path)) });
  });
  // Portraits come from a service of its own.
  await context.route("https://secure.gravatar.com/**", emptyPicture);
  const page = await context.newPage();
  page.on("response", async (response) => {
    const request = response.request();
    const address = new URL(response.url());
    if (address.protocol === "data:" || address.protocol === "blob:" || address.pathname.startsWith(BASE)) return;
    const method = request.headers()["x-http-method-override"] ?? request.method();
    const entry = { method, path: address.pathname + address.search, origin: address.origin, status: response.status() };
    requests.push(entry);
    if (entry.status >= 400) entry.body = await response.text().catch(() => "");
  });
  page.on("requestfailed", (request) => {
    // A page that is left cancels what it still asks for.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") errors.push(`request ${request.url()}: ${request.failure()?.errorText}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => errors.push(`exception: ${error.stack}`));
  return {
    page,
    requests,
    errors,
    async open(type, id, { autosaveInterval = 60 } = {}) {
      host = { root: `${url}/wp-json/`, authorization, type, id, autosaveInterval, canvas: `${url}${BASE}/canvas.css` };
      await page.goto(`${url}${BASE}/`);
      await page.waitForFunction(() => globalThis.wp?.data.select("core/editor").getCurrentPostId());
    },
    close: () => context.close(),
  };
}
