// What a text is put together from besides blocks: preferences of the account, patterns, links, templates.

import { canvas, insert, invalidBlocks, saveDraft, sent, settled, showPostSettings } from "./hands.mjs";

/// The menu of the block that is selected.
async function blockMenu(page, item) {
  await page.getByRole("toolbar", { name: "Block tools" }).getByRole("button", { name: "Options" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/// A preference that is changed in the editor is kept with the account.
export async function preferences(stage) {
  const { page, account, expect, open, post } = stage;
  await sent(page, "PUT", /\/wp\/v2\/users\/me$/, () =>
    page.evaluate(() => globalThis.wp.data.dispatch(globalThis.wp.preferences).set("core", "showListViewByDefault", true)),
  );
  const kept = (await account.get("/users/me?context=edit")).meta.persisted_preferences;
  expect(kept?.core?.showListViewByDefault === true, `kept are ${JSON.stringify(kept)}`);
  await open("post", post.id);
  await page.getByRole("region", { name: "Document Overview" }).waitFor();
  await sent(page, "PUT", /\/wp\/v2\/users\/me$/, () =>
    page.evaluate(() => globalThis.wp.data.dispatch(globalThis.wp.preferences).set("core", "showListViewByDefault", false)),
  );
  await page.getByRole("button", { name: "Document Overview" }).click();
}

/// Each of the site's patterns has the blocks that the editor would write, and one of them is added.
export async function pattern(stage) {
  const { page, account, post, expect } = stage;
  const patterns = await account.get("/block-patterns/patterns");
  const broken = await page.evaluate((all) => {
    const valid = (blocks) => blocks.every((block) => block.isValid && block.name !== "core/missing" && valid(block.innerBlocks));
    return all.filter(({ content }) => !valid(globalThis.wp.blocks.parse(content))).map(({ name }) => name);
  }, patterns);
  expect(patterns.length >= 20, `the site has ${patterns.length} patterns`);
  expect(broken.length === 0, `patterns with blocks that the editor would write otherwise: ${broken.join(", ")}`);
  const [{ name, title, categories }] = patterns;
  const [category] = (await account.get("/block-patterns/categories")).filter((one) => categories.includes(one.name));
  await page.getByRole("button", { name: "Block Inserter", exact: true }).click();
  await page.getByRole("tab", { name: "Patterns" }).click();
  await page.getByRole("tab", { name: category.label, exact: true }).click();
  const count = () => page.evaluate(() => globalThis.wp.data.select("core/block-editor").getBlockCount());
  const before = await count();
  await page.getByRole("option", { name: title, exact: true }).click();
  await page.waitForFunction((held) => globalThis.wp.data.select("core/block-editor").getBlockCount() > held, before);
  await page.getByRole("button", { name: "Block Inserter", exact: true }).click();
  expect((await invalidBlocks(page)).length === 0, `the pattern ${name} has broken blocks`);
  await saveDraft(page, "posts", post.id);
}

/// Makes a synced pattern of a block, which then is in the text by reference.
export async function syncedPattern(stage) {
  const { page, account, post, expect } = stage;
  await canvas(page).locator('[data-type="core/verse"]').click();
  await blockMenu(page, "Create pattern");
  const dialogue = page.getByRole("dialog");
  await dialogue.getByLabel("Name").fill("Vaso fundo");
  const made = await sent(page, "POST", /\/wp\/v2\/blocks$/, () => dialogue.getByRole("button", { name: "Add" }).click());
  await canvas(page).locator('[data-type="core/block"]').waitFor();
  await saveDraft(page, "posts", post.id);
  const { raw, rendered } = (await account.get(`/posts/${post.id}?context=edit`)).content;
  expect(raw.includes(`<!-- wp:block {"ref":${made.id}} /-->`), "the text does not refer to the pattern");
  expect(rendered.includes("Manjericão, hortelã,"), "the pattern is not rendered in the text");
}

/// Links words of the text to a post that the editor finds.
export async function link(stage) {
  const { page, account, post, expect } = stage;
  const heading = canvas(page).locator('[data-type="core/heading"]').first();
  await heading.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: /Search or type URL/ }).fill("vasos");
  await page.getByRole("option", { name: /Sobre vasos/ }).click();
  await saveDraft(page, "posts", post.id);
  const { raw } = (await account.get(`/posts/${post.id}?context=edit`)).content;
  expect(/<a href="[^"]+\/sobre-vasos\/"[^>]*>/.test(raw), "the heading has no link to the post");
}

/// Leaves a note about a block for those who edit the post.
export async function note(stage) {
  const { page, account, post, expect } = stage;
  await canvas(page).locator('[data-type="core/paragraph"]').first().click();
  await blockMenu(page, /^Add note/);
  await page.locator(".editor-collab-sidebar-panel [contenteditable], .editor-collab-sidebar-panel textarea").first().fill("Confirmar a medida.");
  const made = await sent(page, "POST", /\/wp\/v2\/comments$/, () => page.getByRole("button", { name: "Add note", exact: true }).click());
  await saveDraft(page, "posts", post.id);
  expect(made.type === "note" && made.status === "hold", `the note is a ${made.type} with the status ${made.status}`);
  const { raw, rendered } = (await account.get(`/posts/${post.id}?context=edit`)).content;
  expect(raw.includes(`<!-- wp:paragraph {"metadata":{"noteId":[${made.id}]}} -->`), "the block does not name its note");
  expect(!rendered.includes("Confirmar a medida."), "readers see the note");
}

/// Adds a footnote, which is stored beside the text.
export async function footnote(stage) {
  const { page, account, post, expect } = stage;
  await canvas(page).locator('[data-type="core/paragraph"]').first().click();
  await page.keyboard.press("End");
  await page.getByRole("toolbar", { name: "Block tools" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Footnote" }).click();
  await canvas(page).locator('[data-type="core/footnotes"] [contenteditable="true"]:focus').waitFor({ state: "attached" });
  await page.keyboard.insertText("Trinta centímetros bastam.");
  await saveDraft(page, "posts", post.id);
  const { content, meta } = await account.get(`/posts/${post.id}?context=edit`);
  const [{ id, content: text }] = JSON.parse(meta.footnotes);
  expect(text === "Trinta centímetros bastam.", `the footnote is “${text}”`);
  expect(content.rendered.includes(`href="#${id}"`) && content.rendered.includes(`id="${id}"`), "the footnote is not below the text");
}

/// Shows another post of the site in a frame.
export async function embed(stage) {
  const { page, account, post, expect } = stage;
  await insert(page, "Embed");
  await page.keyboard.insertText(stage.other.link);
  await page.keyboard.press("Enter");
  await canvas(page).locator('[data-type="core/embed"] iframe').waitFor();
  await saveDraft(page, "posts", post.id);
  const { raw } = (await account.get(`/posts/${post.id}?context=edit`)).content;
  expect(raw.includes(`<!-- wp:embed {"url":"${stage.other.link}"`), "the post is not embedded");
}

/// Chooses a template for a page, and sees it on the page.
export async function template(stage) {
  const { page, account, expect, open, server } = stage;
  const made = await account.post("/pages", { title: "Contato", content: "<!-- wp:paragraph -->\n<p>Escreva para nós.</p>\n<!-- /wp:paragraph -->", status: "publish" });
  await open("page", made.id);
  await showPostSettings(page);
  const custom = (await account.get("/templates?post_type=page&context=edit")).filter((one) => one.is_custom && one.content.raw);
  expect(custom.length > 0, "the site has no template to choose");
  await page.getByRole("button", { name: "Template options" }).click();
  await page.getByRole("menuitem", { name: /Change template|Swap template/ }).click();
  await page.getByRole("option", { name: custom[0].title.rendered }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  const before = await (await fetch(made.link)).text();
  await sent(page, "PUT", new RegExp(`/wp/v2/pages/${made.id}$`), () => page.getByRole("button", { name: "Save", exact: true }).click());
  await settled(page);
  const saved = await account.get(`/pages/${made.id}?context=edit`);
  expect(saved.template === custom[0].slug, `the template is “${saved.template}”`);
  const after = await fetch(made.link);
  expect(after.ok && (await after.text()) !== before, `the template changes nothing on ${new URL(made.link).pathname} of ${server.url}`);
}
