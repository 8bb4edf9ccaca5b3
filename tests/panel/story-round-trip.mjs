// What the editor is given, it keeps: looking at a post writes nothing, and an edit changes its own block alone.
//
//   BODIES=1000 node tests/panel/prove.mjs roundTrip     with made bodies of a WordPress, besides one of each kind of block

import assert from "node:assert/strict";

import { bodies, bodyOfEachKind } from "../../functions/platform-panel/web/testing/bodies.mjs";
import { ADMIN, until, windowOf } from "./desk.mjs";

const MADE = Number(process.env.BODIES ?? 40);
const SEED = Number(process.env.SEED ?? 35);

const LISTS = "/painel/conteudos";

export async function roundTrip(stage) {
  const page = await windowOf(stage, ADMIN, { policy: true });
  await looking(stage, page);
  await editing(stage, page);
  await page.context().close();
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
  const body = "<p>Uma frase com espaço no fim. </p><ul><li>tight</li><li>b<ul><li>c</li></ul></li></ul><p>metrô. </p><table><caption>c</caption><thead><tr><th scope=\"col\">a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>";
  const draft = await call("POST", "/posts", { site_id: 1, title: "Só olhar", body });
  const approved = await call("POST", "/posts", { site_id: 1, title: "Aprovado e agendado", body });
  const later = new Date(Date.now() + 9 * 86_400_000).toISOString();
  const asked = await call("POST", `/posts/${approved.id}/request-approval`, { channels: ["link"], publish_at: later, after_approval: "schedule" }).catch((error) => error);
  const before = new Map();
  for (const { id } of [draft, approved]) before.set(id, await call("GET", `/posts/${id}`));
  stage.approvalAsked = !(asked instanceof Error);

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
      await page.getByRole("combobox").fill("Início");
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
  await open(stage, page, draft.id);
  const puts = [];
  page.on("request", (request) => request.method() === "PUT" && /\/posts\/\d+$/.test(request.url()) && puts.push(request.postDataJSON()));
  await page.getByRole("textbox", { name: "Título", exact: true }).fill("Só o título");
  await page.keyboard.press("Control+s");
  await until(async () => (await call("GET", `/posts/${draft.id}`)).title === "Só o título");
  assert.deepEqual(puts, [{ title: "Só o título" }]);
  await page.locator(".body p").first().click();
  await page.keyboard.type("x");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+s");
  assert.equal((await call("GET", `/posts/${draft.id}`)).body, body);
  assert.equal(puts.length, 1, "a body that is as before is not sent");
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
    // The caret is set behind the last word; typing is the browser's own.
    await page.evaluate(() => {
      const { editor } = document.querySelector(".body");
      let place = 0;
      editor.state.doc.descendants((node, at) => {
        if (node.isText && node.text.endsWith("Fim do texto.")) place = at + node.nodeSize;
      });
      editor.commands.focus(place);
    });
    await page.keyboard.type("!");
    await page.keyboard.press("Control+s");
    await until(async () => (await call("GET", `/posts/${id}`)).version > version);
    const after = (await call("GET", `/posts/${id}`)).body;
    const expected = body.replace(/Fim do texto\.(?=<\/p>$)/, "Fim do texto.!");
    if (after !== expected) fault(`roundTrip: ${name}`, `was\n${body}\nis\n${after}`);
  }
  console.log(`panel: ${made.length} bodies went out as they came in; ${kept} blocks were kept as they are`);
}
