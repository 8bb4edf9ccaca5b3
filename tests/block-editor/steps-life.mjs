// From the draft to the bin: settings of the post, autosave, schedule, publication, revisions, trash.

import { canvas, saveDraft, sent, settled, showPostSettings } from "./hands.mjs";

const path = (post) => new RegExp(`/wp/v2/posts/${post.id}$`);

/// How long the editor may take to hear of a click or of what is typed, in milliseconds.
const HEARD = 3_000;

/// Adds words to the first paragraph, all at once, so that none of them comes after an autosave.
async function add(page, words) {
  const paragraph = canvas(page).locator('[data-type="core/paragraph"]').first();
  const heard = (what, argument) => page.waitForFunction(what, argument, { timeout: HEARD }).then(() => true, () => false);
  // What appears above the text moves it away from a click that is on its way, and the words may then miss the text: a person
  // who does not see them clicks and types again.
  for (let tries = 0; tries < 5; tries += 1) {
    await paragraph.click();
    await page.keyboard.press("End");
    if (!(await heard(hasCaretInFirstParagraph))) continue;
    await page.keyboard.insertText(words);
    if (await heard(hasInFirstParagraph, words.trim())) return;
    console.log(`block-editor: “${words}” is typed again`);
  }
  throw new Error(`“${words}” is not in the text: ${JSON.stringify(await page.evaluate(focus))}`);
}

/// Whether the editor has heard of a caret in its first paragraph.
function hasCaretInFirstParagraph() {
  const { getBlocks, getSelectionStart } = globalThis.wp.data.select("core/block-editor");
  const first = getBlocks().find(({ name }) => name === "core/paragraph");
  const { clientId, attributeKey } = getSelectionStart();
  return clientId === first?.clientId && attributeKey === "content";
}

/// Whether the editor has these words in its first paragraph.
function hasInFirstParagraph(words) {
  const first = globalThis.wp.data.select("core/block-editor").getBlocks().find(({ name }) => name === "core/paragraph");
  return first?.attributes.content.toString().includes(words) ?? false;
}

/// What has the focus, and where the editor knows a caret.
function focus() {
  const frame = document.querySelector('iframe[name="editor-canvas"]');
  const named = (element) => element?.outerHTML.slice(0, 200);
  const { getSelectionStart } = globalThis.wp.data.select("core/block-editor");
  return { page: named(document.activeElement), text: named(frame?.contentDocument?.activeElement), caret: getSelectionStart() };
}

/// A category and a tag of its own, an excerpt, a slug, closed comments.
export async function settings(stage) {
  const { page, account, post, expect } = stage;
  await showPostSettings(page);
  const { labels } = await account.get("/taxonomies/category?context=edit");
  await page.getByRole("button", { name: labels.name, exact: true }).click();
  await page.getByRole("button", { name: labels.add_new_item }).click();
  await page.getByLabel(labels.new_item_name).fill("Hortas");
  const category = await sent(page, "POST", /\/wp\/v2\/categories$/, () => page.keyboard.press("Enter"));
  const tags = (await account.get("/taxonomies/post_tag?context=edit")).labels;
  await page.getByRole("button", { name: tags.name, exact: true }).click();
  await page.getByRole("combobox", { name: tags.add_new_item }).fill("varanda");
  const tag = await sent(page, "POST", /\/wp\/v2\/tags$/, () => page.keyboard.press("Enter"));
  await page.getByRole("button", { name: "Add an excerpt…" }).click();
  await page.getByRole("textbox", { name: "Write an excerpt (optional)" }).fill("Do primeiro vaso à colheita.");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Change link: " }).click();
  await page.getByRole("textbox", { name: "Slug" }).fill("horta-na-varanda");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Change discussion options" }).click();
  await page.getByRole("radio", { name: "Closed" }).check();
  await page.keyboard.press("Escape");
  await saveDraft(page, "posts", post.id);
  const saved = await account.get(`/posts/${post.id}?context=edit`);
  expect(saved.categories.includes(category.id), `the categories are ${saved.categories}`);
  expect(saved.tags.join() === `${tag.id}`, `the tags are ${saved.tags}`);
  expect(saved.excerpt.raw === "Do primeiro vaso à colheita.", `the excerpt is “${saved.excerpt.raw}”`);
  expect(saved.slug === "horta-na-varanda", `the slug is ${saved.slug}`);
  expect(saved.comment_status === "closed", `comments are ${saved.comment_status}`);
}

/// A draft is saved without a click.
export async function autosave(stage) {
  const { page, account, post, expect, open } = stage;
  await open("post", post.id, { autosaveInterval: 1 });
  await sent(page, "POST", /\/autosaves$/, () => add(page, " Guardado sozinho."));
  await settled(page);
  const saved = await account.get(`/posts/${post.id}?context=edit`);
  expect(saved.status === "draft", `an autosave made the status ${saved.status}`);
}

/// The post waits for a day of the next month.
export async function schedule(stage) {
  const { page, account, post, expect, open } = stage;
  await open("post", post.id);
  await showPostSettings(page);
  await page.getByRole("button", { name: /^Change date/ }).click();
  await page.getByRole("button", { name: "View next month" }).click();
  await page.getByRole("button", { name: /^\w+ 15, \d{4}/ }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  const panel = page.getByRole("region", { name: "Editor publish" });
  await sent(page, "PUT", path(post), () => panel.getByRole("button", { name: "Schedule", exact: true }).click());
  await settled(page);
  const saved = await account.get(`/posts/${post.id}?context=edit`);
  const [year, month] = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" }).split("-").map(Number);
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, "0")}`;
  expect(saved.status === "future" && saved.date.startsWith(`${next}-15T`), `it is ${saved.status} for ${saved.date}, not for the 15th of ${next}`);
  expect((await fetch(saved.link)).status === 404, "readers see what is only scheduled");
  await panel.getByRole("button", { name: "Close panel" }).click();
}

/// The post that waits is published now, and readers see all of it.
export async function publish(stage) {
  const { page, account, post, expect } = stage;
  await showPostSettings(page);
  await page.getByRole("button", { name: /^Change date/ }).click();
  await page.getByRole("button", { name: "Now" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Editor top bar" }).locator(".editor-post-publish-panel__toggle, .editor-post-publish-button__button").click();
  const panel = page.getByRole("region", { name: "Editor publish" });
  await sent(page, "PUT", path(post), () => panel.locator(".editor-post-publish-button").click());
  await settled(page);
  const saved = await account.get(`/posts/${post.id}?context=edit`);
  expect(saved.status === "publish", `it is ${saved.status} for ${saved.date}`);
  await panel.getByRole("button", { name: "Close panel" }).click();
  const answer = await fetch(saved.link);
  const html = await answer.text();
  expect(answer.ok, `the public page answers ${answer.status}`);
  expect(html.includes("Uma horta na varanda"), "the public page lacks the title");
  for (const text of stage.texts) expect(html.includes(text), `the public page lacks “${text}”`);
  expect(!html.includes("<!-- wp:"), "the public page has marks of blocks");
}

/// What is written after the publication is kept without changing the post, and offered when it is opened again.
export async function autosaveOfPublished(stage) {
  const { page, account, post, expect, open } = stage;
  await open("post", post.id, { autosaveInterval: 1 });
  const kept = await sent(page, "POST", /\/autosaves$/, () => add(page, " Ainda não publicado."));
  await settled(page);
  expect(kept.parent === post.id, `the autosave belongs to ${kept.parent}`);
  const saved = await account.get(`/posts/${post.id}?context=edit`);
  expect(!saved.content.raw.includes("Ainda não publicado."), "an autosave changed the published post");
  await open("post", post.id);
  await page.getByRole("button", { name: "View the autosave" }).click();
  // What was added is marked, and its last letter stands outside of the mark.
  await canvas(page).getByText("Ainda não publicado").first().waitFor();
  await page.getByRole("button", { name: "Exit", exact: true }).click();
}

/// The post is changed twice, and the state before the second change is restored.
export async function revision(stage) {
  const { page, account, post, expect, open } = stage;
  await open("post", post.id);
  const change = async (words) => {
    await add(page, words);
    await sent(page, "PUT", path(post), () => page.getByRole("button", { name: "Save", exact: true }).click());
    await settled(page);
    return (await account.get(`/posts/${post.id}?context=edit`)).content.raw;
  };
  const before = await change(" Um acerto.");
  await change(" Um engano.");
  await showPostSettings(page);
  await page.getByRole("button", { name: /^Open revisions screen/ }).click();
  const slider = page.getByRole("slider");
  await slider.waitFor();
  await slider.press("ArrowLeft");
  await sent(page, "PUT", path(post), () => page.getByRole("button", { name: "Restore", exact: true }).click());
  await settled(page);
  const after = (await account.get(`/posts/${post.id}?context=edit`)).content.raw;
  expect(before.includes("Um acerto.") && after === before, `the restored text is ${after}`);
}

/// The post is moved to the bin.
export async function trash(stage) {
  const { page, account, post, expect, open } = stage;
  await open("post", post.id);
  await showPostSettings(page);
  await page.getByRole("button", { name: "Move to trash" }).click();
  await sent(page, "DELETE", path(post), () => page.getByRole("dialog").getByRole("button", { name: /^(Move to trash|OK|Trash)$/ }).click());
  await page.waitForURL(/trashed=1/);
  const { status, link } = await account.get(`/posts/${post.id}?context=edit`);
  expect(status === "trash", `it is ${status}`);
  expect((await fetch(link)).status === 404, "readers still see it");
}
