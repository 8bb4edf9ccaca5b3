// What the platform publishes opens in the editor without a warning: the body of a post as blocks, of every shape.

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { bodyOfEachKind } from "../../functions/platform-panel/web/testing/bodies.mjs";
import { caller } from "../pages/platform.mjs";
import { invalidBlocks } from "./hands.mjs";
import { emptyPicture } from "./session.mjs";

export const ADMIN = { email: "admin@pauta.localhost", password: "girassol-na-varanda-2026" };

/// One of each shape that the platform's editor makes, with the block that it becomes. `PICTURE` is the address of a picture.
const SHAPES = [
  ["<p>Uma <strong>horta</strong> cabe em <em>qualquer</em> varanda<br>com <a href=\"https://x.example/?a=1&amp;b=2\" target=\"_blank\" rel=\"noopener\">sol</a>, H<sub>2</sub>O e <code>a &lt; b</code>.</p>", "core/paragraph"],
  ["<p class=\"nota--fina\" id=\"nota\" dir=\"ltr\">Uma nota com classe e âncora.</p>", "core/paragraph"],
  ["<p><img src=\"https://x.example/a.jpg\" alt=\"Sol\"> entre palavras.</p>", "core/paragraph"],
  ["<h2 id=\"pede\">O que a horta pede</h2>", "core/heading"],
  ["<h3>Sol</h3>", "core/heading"],
  ["<h4 class=\"x\">Água</h4>", "core/heading"],
  ["<ul><li>Vaso</li><li><strong>Terra</strong><ul><li>húmus</li><li>areia<ol><li>fina</li></ol></li></ul></li><li></li></ul>", "core/list"],
  ["<ol start=\"3\" reversed=\"\"><li>Três</li><li>Dois</li></ol>", "core/list"],
  ["<ol type=\"a\"><li>Primeiro</li></ol>", "core/list"],
  ["<ul><li><p>um</p><p>dois</p></li></ul>", "core/html"],
  ["<blockquote><p>Regar cedo poupa água.</p><p>Sempre.</p><cite>Dona Rosa</cite></blockquote>", "core/quote"],
  ["<blockquote><p>Lista:</p><ul><li>um</li></ul><blockquote><p>dentro</p></blockquote></blockquote>", "core/quote"],
  ["<figure><img src=\"PICTURE\" alt=\"Uma varanda &amp; vasos\" width=\"1600\" height=\"1067\"><figcaption>Uma <em>varanda</em></figcaption></figure>", "core/image"],
  ["<figure class=\"wp-block-image size-large\"><a href=\"https://x.example/\"><img src=\"https://x.example/b.jpg\" alt=\"\" title=\"Título\"></a></figure>", "core/image"],
  ["<table><caption>Preços</caption><thead><tr><th scope=\"col\">Item</th><th scope=\"colgroup\" colspan=\"2\">R$</th></tr></thead><tbody><tr><th scope=\"row\">Vaso</th><td>20</td><td>30</td></tr></tbody><tfoot><tr><td>a</td><td>b</td><td>c</td></tr></tfoot></table>", "core/table"],
  ["<table><tbody><tr><td>1</td><td rowspan=\"2\"><b>2</b></td></tr><tr><td></td></tr></tbody></table>", "core/table"],
  ["<figure><table><tbody><tr><td>1</td></tr></tbody></table><figcaption>Tabela</figcaption></figure>", "core/table"],
  ["<pre><code class=\"language-rust\">let rega = dias[0] &amp;&amp; \"[gallery]\";\nhttps://x.example/a\n  fim</code></pre>", "core/code"],
  ["<pre>terra   areia\n   <em>húmus</em></pre>", "core/preformatted"],
  ["<hr>", "core/separator"],
  ["<iframe src=\"https://www.youtube.com/embed/abc_-123\" title=\"Vídeo\" allowfullscreen=\"\"></iframe>", "core/embed"],
  ["<figure><iframe src=\"https://player.vimeo.com/video/123\"></iframe><figcaption>Vídeo</figcaption></figure>", "core/embed"],
  ["<iframe src=\"https://www.youtube.com/embed/abc?start=5\"></iframe>", "core/html"],
  ["<details><summary>E no inverno?</summary><p>Menos água.</p></details>", "core/html"],
  ["<dl><dt>Custa caro?</dt><dd>Não.</dd></dl>", "core/html"],
  ["<section id=\"fim\"><h2>Fim</h2><p>Boa colheita.</p></section>", "core/html"],
];

/// Seeds of bodies as other systems store them, one of each kind of block for each seed.
const SEEDS = [1, 2, 3, 4, 5];

/// Publishes a post with this body, and returns what the site has of it.
async function published({ account }, call, title, body, { picture } = {}) {
  const post = await call("POST", "/posts", { site_id: 1, title, body: "<p>Vazio.</p>" });
  const upload = async (texts) => {
    const form = new FormData();
    form.set("content_id", String(post.id));
    for (const [name, text] of Object.entries(texts)) form.set(name, text);
    form.set("file", new Blob([await readFile(picture)], { type: "image/png" }), "varanda.png");
    return call("POST", "/media", form);
  };
  await upload({ alt_text: "Uma varanda" });
  const inside = await upload({ alt_text: "Uma varanda", in_text: "true" });
  await call("PUT", `/posts/${post.id}`, { body: body.replaceAll("PICTURE", `/api/v1/media/${inside.id}/webp`) });
  await call("POST", `/posts/${post.id}/publish`);
  const until = Date.now() + 60_000;
  for (;;) {
    const now = await call("GET", `/posts/${post.id}`);
    if (now.status === "published") return account.get(`/posts/${now.host_post_id}?context=edit`);
    if (Date.now() > until) throw new Error(`“${title}” is not published: ${JSON.stringify(await call("GET", `/posts/${post.id}/checklist`))}`);
    await new Promise((done) => setTimeout(done, 200));
  }
}

/// Opens a post of the platform in the editor, and expects its blocks to be sound and to be written back as they were.
async function opened(stage, post, what) {
  const { page, open, expect } = stage;
  await open("post", post.id);
  await page.waitForFunction(() => globalThis.wp.data.select("core/block-editor").getBlockCount() > 0);
  const broken = await invalidBlocks(page);
  expect(broken.length === 0, `${what}: the editor calls broken: ${broken.join(", ")}`);
  const [names, kinds, again] = await page.evaluate((raw) => {
    const { parse, serialize } = globalThis.wp.blocks;
    const blocks = parse(raw);
    const all = (blocks) => blocks.flatMap((block) => [block.name, ...all(block.innerBlocks)]);
    return [blocks.map(({ name }) => name), [...new Set(all(blocks))], serialize(blocks)];
  }, post.content.raw);
  expect(!kinds.includes("core/freeform"), `${what}: a part is outside of blocks`);
  const blank = (html) => html.replaceAll(/\s+/g, " ").trim();
  const texts = (html) => blank(html.replaceAll(/<!--.*?-->|<[^>]+>/gs, " "));
  expect(texts(again) === texts(post.content.raw), `${what}: the editor writes other words`);
  return names;
}

/// Answers what the bodies show of other places, where there is no network.
async function answerOutside({ page, server }) {
  const context = page.context();
  await context.route("https://x.example/**", emptyPicture);
  await context.route(`${server.url}/{a,b}.jpg`, emptyPicture);
  await context.route("https://www.youtube.com/**", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: "<!DOCTYPE html><title>Video</title>" }));
}

/// The test of the connection finds that the site writes in blocks, so posts go out as blocks.
export async function platformPosts(stage) {
  const { server, expect, root } = stage;
  await answerOutside(stage);
  const call = await caller(server.platform, ADMIN);
  const tested = await call("POST", "/sites/1/test-connection");
  expect(tested.ok === true, `the connection: ${JSON.stringify(tested)}`);
  const site = await call("GET", "/sites/1");
  expect(site.body_form === "automatic" && site.host_uses_blocks === true, `the site: ${JSON.stringify(site)}`);
  const picture = join(root, "docs/samples/varanda.png");
  const long = `<p>${"Uma horta cabe em qualquer varanda com quatro horas de sol. ".repeat(6)}</p>`;

  const post = await published(stage, call, "De cada forma", long + SHAPES.map(([html]) => html).join(""), { picture });
  const names = await opened(stage, post, "each shape");
  const expected = ["core/paragraph", ...SHAPES.map(([, name]) => name)];
  expect(JSON.stringify(names) === JSON.stringify(expected), `each shape becomes ${names.join(" ")}`);
  expect(/<!-- wp:image \{"id":\d+,/.test(post.content.raw), "a picture has no identifier of the site");

  const kinds = SEEDS.flatMap((seed) => bodyOfEachKind(seed)).map(({ body }) => body);
  const foreign = await published(stage, call, "Como outros guardam", long + kinds.join("\n"), { picture });
  await opened(stage, foreign, "bodies of other systems");
}
