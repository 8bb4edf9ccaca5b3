// What a person does in the editor, and what it waits for.

/// The frame of the text.
export const canvas = (page) => page.frameLocator('iframe[name="editor-canvas"]');

/// How long an answer may take, in milliseconds: an upload ends when its sizes are made, and the machine may have other work.
const LONGEST = 60_000;

/// Waits for the answer to a request of the page while something is done.
export async function sent(page, method, path, act) {
  const answer = page.waitForResponse((response) => {
    const request = response.request();
    const as = request.headers()["x-http-method-override"] ?? request.method();
    return as === method && path.test(new URL(response.url()).pathname);
  }, { timeout: LONGEST });
  const [response] = await Promise.all([answer, act()]);
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return response.json();
}

/// Waits until the editor has nothing left to ask for about its post.
export const settled = (page) =>
  page.waitForFunction(() => {
    const { isSavingPost, isAutosavingPost, isSavingNonPostEntityChanges } = globalThis.wp.data.select("core/editor");
    return !isSavingPost() && !isAutosavingPost() && !isSavingNonPostEntityChanges();
  });

/// Adds a block at the end by its name in the list that a slash opens, and returns the new block's type.
export async function insert(page, title) {
  const count = await page.evaluate(() => {
    const { dispatch, select } = globalThis.wp.data;
    dispatch("core/block-editor").insertBlock(globalThis.wp.blocks.createBlock("core/paragraph"));
    return select("core/block-editor").getBlockCount();
  });
  const empty = canvas(page).locator('[data-type="core/paragraph"][data-empty="true"]').last();
  await empty.click();
  // What follows a further slash would be another search.
  await page.keyboard.type(`/${title.split("/")[0]}`);
  await page.getByRole("option", { name: title, exact: true }).click();
  return page.waitForFunction(
    (expected) => {
      const blocks = globalThis.wp.data.select("core/block-editor").getBlocks();
      const { name } = blocks.at(-1);
      return blocks.length === expected && name !== "core/paragraph" && name;
    },
    count,
  ).then((handle) => handle.jsonValue());
}

/// Saves the draft with its button.
export async function saveDraft(page, type, id) {
  const saved = await sent(page, "PUT", new RegExp(`/wp/v2/${type}/${id}$`), () => page.getByRole("button", { name: "Save draft" }).click());
  await settled(page);
  return saved;
}

/// Shows the settings of the post beside the text.
export async function showPostSettings(page) {
  await page.evaluate(() => globalThis.wp.data.dispatch("core/interface").enableComplementaryArea("core", "edit-post/document"));
  await page.locator(".editor-sidebar").waitFor();
}

/// The blocks of the text that the editor calls broken.
export const invalidBlocks = (page) =>
  page.evaluate(() => {
    const all = (blocks) => blocks.flatMap((block) => [block, ...all(block.innerBlocks)]);
    return all(globalThis.wp.data.select("core/block-editor").getBlocks())
      .filter((block) => !block.isValid || block.name === "core/missing" || block.name === "core/freeform")
      .map((block) => block.name);
  });
