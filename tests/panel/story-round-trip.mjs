// What the editor is given, it keeps: looking at a post writes nothing, and an edit changes its own block alone.
//
//   BODIES=1000 node tests/panel/prove.mjs roundTrip     with made bodies of a WordPress, besides one of each kind of block

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { bodies, bodyOfEachKind } from "../../functions/platform-panel/web/testing/bodies.mjs";
import { mailsOf } from "../pages/server.mjs";
import { ADMIN, goToEndOf, until, windowOf } from "./desk.mjs";

const MADE = Number(process.env.BODIES ?? 10);
const SEED = Number(process.env.SEED ?? 35);

const LISTS = "/painel/conteudos";

export async function roundTrip(stage) {
  // Pictures of the bodies lie at an origin that does not exist.
  const page = await windowOf(stage, ADMIN, { outside: ["https://x.example"] });
  await looking(stage, page);
  await editing(stage, page);
  await page.context().close();
}

/// The client approves a post by the link of the mail.
async function approve({ browser, platform, call }, id) {
  const known = new Set((await mailsOf(platform)).flatMap(({ links }) => links));
  await call("POST", `/posts/${id}/request-approval`).catch((error) => {
    // Its schedule has asked already.
    if (!/ 409 /.test(error.message)) throw error;
  });
  let link;
  await until(async () => {
    const links = (await mailsOf(platform)).flatMap((mail) => mail.links);
    link = links.find((found) => /\/aprovacao\/[^/]+$/.test(found) && !known.has(found));
    return link !== undefined;
  });
  const context = await browser.newContext({ locale: "pt-BR" });
  const client = await context.newPage();
  await client.goto(link);
  await client.getByRole("link", { name: /aprovar/i }).or(client.getByRole("button", { name: /aprovar/i })).first().click();
  const sure = client.getByRole("button", { name: /aprovar/i }).first();
  if (await sure.count()) await sure.click();
  await until(async () => (await call("GET", `/posts/${id}`)).status !== "awaiting_approval");
  await context.close();
}

/// Requests of the page that change something; an analysis or a check of language only reads.
function changes(page) {
  const sent = [];
  const listen = (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && /^\/api\/v1\/posts\/\d/.test(pathname)) sent.push(`${request.method()} ${pathname}`);
  };
  page.on("request", listen);
  return { sent, stop: () => page.off("request", listen) };
}

async function open({ platform }, page, id) {
  await page.goto(`${platform}${LISTS}/${id}`);
  await page.locator(".body.ProseMirror").waitFor();
}

/// Opens, looks at everything, and leaves in each of the ways.
async function looking(stage, page) {
  const { platform, call } = stage;
  const body = "<p>Uma frase com espaço no fim. </p><ul><li>tight</li><li>b<ul><li>c</li></ul></li></ul><p>metrô. </p><table><caption>c</caption><thead><tr><th scope=\"col\">a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>".replace("metrô. ", `${"Uma horta cabe em qualquer varanda com quatro horas de sol. ".repeat(8)}metrô. `);
  const draft = await call("POST", "/posts", { site_id: 1, title: "Só olhar", body });
  const approved = await call("POST", "/posts", { site_id: 1, title: "Aprovado e agendado", body });
  const later = new Date(Date.now() + 9 * 86_400_000).toISOString();
  const form = new FormData();
  form.set("content_id", String(approved.id));
  form.set("alt_text", "Uma varanda");
  form.set("file", new Blob([await readFile(join(stage.root, "docs/samples/varanda.png"))], { type: "image/png" }), "varanda.png");
  await call("POST", "/media", form);
  await call("POST", `/posts/${approved.id}/schedule`, { scheduled_at: later });
  await approve(stage, approved.id);
  // It waits for its date at the host.
  await until(async () => (await call("GET", `/posts/${approved.id}`)).status === "scheduled");
  const before = new Map();
  for (const { id } of [draft, approved]) before.set(id, await call("GET", `/posts/${id}`));

  const { sent, stop } = changes(page);
  const leave = [
    async () => {
      await page.getByRole("link", { name: "Conteúdos" }).first().click();
      await page.waitForURL((url) => url.pathname === LISTS);
    },
    async () => {
      await page.goBack();
      await page.locator(".body.ProseMirror").waitFor({ state: "detached" });
    },
    async () => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Buscar ou ir para" }).fill("Início");
      await page.keyboard.press("Enter");
      await page.locator(".body.ProseMirror").waitFor({ state: "detached" });
    },
    () => page.reload(),
    () => page.goto("about:blank"),
  ];
  for (const { id } of [draft, approved]) {
    for (const go of leave) {
      await page.goto(`${platform}${LISTS}`);
      await page.locator("tr[data-index] a").first().waitFor();
      await page.locator(`a[href^="${LISTS}/${id}"]`).first().click();
      await page.locator(".body.ProseMirror").waitFor();
      // The caret goes everywhere, also behind the table.
      await page.locator(".body p").first().click();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Control+End");
      await page.keyboard.press("Control+Home");
      await page.mouse.wheel(0, 4_000);
      await page.getByRole("navigation", { name: "Partes do painel" }).getByRole("link", { name: "Dados" }).click();
      await page.waitForURL(/aba=dados/);
      await go();
    }
  }
  await page.goto(`${platform}${LISTS}`);
  await page.locator("tr[data-index] a").first().waitFor();
  await page.waitForLoadState("networkidle");
  stop();
  assert.deepEqual(sent, [], "looking sends nothing");
  for (const [id, was] of before) {
    const now = await call("GET", `/posts/${id}`);
    assert.deepEqual(now, was, `post ${id} is as it was`);
    assert.equal((await call("GET", `/posts/${id}/autosave`)).working_copy ?? null, null);
  }

  // Another field is saved alone, and taking words back leaves nothing to save.
  await page.addInitScript(() => {
    const ask = globalThis.fetch;
    globalThis.puts = [];
    globalThis.fetch = async (request, options) => {
      if (request instanceof Request && request.method === "PUT" && /\/posts\/\d+$/.test(request.url)) globalThis.puts.push(await request.clone().json());
      return ask(request, options);
    };
  });
  await open(stage, page, draft.id);
  const puts = () => page.evaluate(() => globalThis.puts);
  await page.getByRole("textbox", { name: "Título", exact: true }).fill("Só o título");
  await page.keyboard.press("Control+s");
  await until(async () => (await call("GET", `/posts/${draft.id}`)).title === "Só o título");
  assert.deepEqual(await puts(), [{ title: "Só o título" }]);
  await page.locator(".body p").first().click();
  await page.keyboard.type("x");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+s");
  assert.equal((await call("GET", `/posts/${draft.id}`)).body, body);
  assert.equal((await puts()).length, 1, "a body that is as before is not sent");
}

/// Edits a paragraph that stands behind the body, and compares what is stored.
async function editing(stage, page) {
  const { call, fault } = stage;
  const made = [...bodyOfEachKind(SEED).map(({ kind, body }) => [kind, body]), ...bodies(MADE, SEED).map((body, at) => [`body ${at} of ${SEED}`, body])];
  let kept = 0;
  for (const [name, source] of made) {
    const { id } = await call("POST", "/posts", { site_id: 1, title: name, body: `${source}\n<p>Fim do texto.</p>` });
    // The base is what the server keeps of it.
    const { body, version } = await call("GET", `/posts/${id}`);
    await open(stage, page, id);
    kept += await page.locator(".kept").count();
    assert.equal(await page.locator(".body.ProseMirror").getAttribute("contenteditable"), "true", `${name} can be edited`);
    await goToEndOf(page, "Fim do texto.");
    await page.keyboard.type("!");
    await page.keyboard.press("Control+s");
    try {
      await until(async () => (await call("GET", `/posts/${id}`)).version > version);
    } catch (error) {
      throw new Error(`${name} was not saved: ${body}`, { cause: error });
    }
    const after = (await call("GET", `/posts/${id}`)).body;
    const expected = body.replace(/Fim do texto\.(?=<\/p>$)/, "Fim do texto.!");
    if (after !== expected) fault(`roundTrip: ${name}`, `was\n${body}\nis\n${after}`);
  }
  console.log(`panel: ${made.length} bodies went out as they came in; ${kept} blocks were kept as they are`);
}
