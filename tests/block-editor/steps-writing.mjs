// A new post is opened, written with blocks of many kinds, and opened again.

import { canvas, insert, invalidBlocks, saveDraft } from "./hands.mjs";

/// Names in the list that a slash opens, and what is typed into the block at once.
const KINDS = [
  ["Heading", "O que a horta pede"],
  ["List", "Sol de manhã"],
  ["Quote", "Regar cedo poupa água."],
  ["Code", "rega = 2 * dias"],
  ["Preformatted", "terra   areia   húmus"],
  ["Pullquote", "Planta feliz não murcha."],
  ["Poetry", "Manjericão, hortelã,"],
  ["Table"],
  ["Separator"],
  ["Spacer"],
  ["Buttons", "Quero plantar"],
  ["Columns"],
  ["Group"],
  ["Details", "E no inverno?"],
  ["More"],
  ["Custom HTML"],
  ["Shortcode", "[data_da_colheita]"],
  ["Media & Text"],
  ["Cover"],
  ["Gallery"],
  ["File"],
  ["Accordion", "Quando colher"],
  ["Latest Posts"],
  ["Latest Comments"],
  ["Archives"],
  ["Categories List"],
  ["Tag Cloud"],
  ["Search"],
  ["Page List"],
  ["Calendar"],
  ["Site Title"],
  ["Login/out"],
  ["Social Icons"],
  ["Navigation"],
  ["RSS"],
  ["Icon"],
];

/// Types that are shown by the site, so that the editor asks the site how they look.
const RENDERED = ["archives", "calendar", "latest-comments", "tag-cloud"];

/// Opens a new post, and gives it a title and a first paragraph.
export async function opening(stage) {
  const { page, account, open } = stage;
  // The guide for new accounts shows a film from another host, and covers the editor.
  await account.post("/users/me", { meta: { persisted_preferences: { "core/edit-post": { welcomeGuide: false }, _modified: new Date().toISOString() } } });
  stage.other = await account.post("/posts", { title: "Sobre vasos", content: "<!-- wp:paragraph -->\n<p>Barro respira.</p>\n<!-- /wp:paragraph -->", status: "publish" });
  stage.post = await account.post("/posts", { title: "Rascunho", status: "draft" });
  await open("post", stage.post.id);
  await canvas(page).getByRole("textbox", { name: "Add title" }).fill("Uma horta na varanda");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("Um vaso fundo basta para começar.");
  await saveDraft(page, "posts", stage.post.id);
  const saved = await account.get(`/posts/${stage.post.id}?context=edit`);
  stage.expect(saved.title.raw === "Uma horta na varanda", `the title is ${saved.title.raw}`);
  stage.expect(
    saved.content.raw === "<!-- wp:paragraph -->\n<p>Um vaso fundo basta para começar.</p>\n<!-- /wp:paragraph -->",
    `the first paragraph is ${saved.content.raw}`,
  );
}

/// Adds a block of each kind, and saves.
export async function kinds(stage) {
  const { page, account, post, expect } = stage;
  const made = [];
  for (const [title, text] of KINDS) {
    const name = await insert(page, title);
    if (text) await page.keyboard.insertText(text);
    if (title === "Table") await canvas(page).getByRole("button", { name: "Create table" }).click();
    if (title === "Columns") await canvas(page).getByRole("button", { name: "Two columns; equal split" }).click();
    made.push(name);
  }
  stage.kinds = new Set(made).add("core/paragraph");
  const asked = (type) => stage.requests.some(({ path }) => path.includes(`/block-renderer/core/${type}?`));
  for (const type of RENDERED) expect(asked(type), `nothing asked how ${type} looks`);
  stage.blocks = await page.evaluate(() => globalThis.wp.data.select("core/block-editor").getBlockCount());
  await saveDraft(page, "posts", post.id);
  const { raw, rendered } = (await account.get(`/posts/${post.id}?context=edit`)).content;
  for (const name of stage.kinds) expect(raw.includes(`<!-- wp:${name.replace("core/", "")} `), `${name} is not in what was saved`);
  stage.texts = KINDS.flatMap(([, text]) => text ?? []).filter((text) => !text.startsWith("["));
  for (const text of stage.texts) expect(rendered.includes(text), `“${text}” is not in what is rendered`);
}

/// What was saved is read back as the same blocks, none of them broken.
export async function readBack(stage) {
  const { page, post, expect, open } = stage;
  await open("post", post.id);
  await page.waitForFunction((count) => globalThis.wp.data.select("core/block-editor").getBlockCount() === count, stage.blocks);
  const names = await page.evaluate(() => globalThis.wp.data.select("core/block-editor").getBlocks().map(({ name }) => name));
  for (const name of stage.kinds) expect(names.includes(name), `${name} is not read back`);
  const broken = await invalidBlocks(page);
  expect(broken.length === 0, `broken after reading back: ${broken.join(", ")}`);
}

/// Types of the editor that a site does not list: two for areas of widgets, and one that is no longer offered.
const UNLISTED = ["core/legacy-widget", "core/text-columns", "core/widget-group"];

/// The site lists the editor's types of blocks.
export async function types(stage) {
  const { page, account, expect } = stage;
  const listed = new Set((await account.get("/block-types")).map(({ name }) => name));
  const own = await page.evaluate(() => globalThis.wp.blocks.getBlockTypes().map(({ name }) => name));
  for (const name of own) expect(listed.has(name) !== UNLISTED.includes(name), `${name} is ${listed.has(name) ? "" : "not "}among the site's types`);
}
