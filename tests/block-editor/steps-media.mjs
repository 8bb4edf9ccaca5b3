// Files: one into the text, one as the featured image.

import { picture } from "../pages/picture.mjs";
import { canvas, insert, saveDraft, sent, showPostSettings } from "./hands.mjs";

const png = (name, hue) => ({ name, mimeType: "image/png", buffer: picture(1600, 1000, hue) });

/// Uploads a picture into an image block.
export async function upload(stage) {
  const { page, account, post, expect, server } = stage;
  await insert(page, "Image");
  const block = canvas(page).locator('[data-type="core/image"]').last();
  const made = await sent(page, "POST", /\/wp\/v2\/media$/, () => block.locator('input[type="file"]').setInputFiles(png("horta.png", 1)));
  const shown = block.locator(`img[src^="${server.url}/"]`);
  await shown.waitFor();
  expect(await shown.evaluate(async (image) => (await image.decode(), image.naturalWidth > 0)), "the uploaded picture is not shown");
  await saveDraft(page, "posts", post.id);
  const kept = await account.get(`/media/${made.id}?context=edit`);
  expect(kept.post === post.id, `the picture is attached to ${kept.post}`);
  expect(kept.media_details.width === 1600 && kept.media_details.height === 1000, `the picture has ${JSON.stringify(kept.media_details)}`);
  const { raw } = (await account.get(`/posts/${post.id}?context=edit`)).content;
  expect(raw.includes(`<!-- wp:image {"id":${made.id},`), "the picture is not in what was saved");
  stage.picture = kept;
}

/// Chooses an uploaded picture as the featured image, then uploads another in the same dialogue.
export async function featuredImage(stage) {
  const { page, account, post, expect, server } = stage;
  await showPostSettings(page);
  const { labels } = await account.get("/types/post?context=edit");
  await page.getByRole("button", { name: labels.set_featured_image }).click();
  const dialogue = page.getByRole("dialog", { name: labels.featured_image });
  const made = await sent(page, "POST", /\/wp\/v2\/media$/, async () => {
    const chooser = page.waitForEvent("filechooser");
    await dialogue.getByRole("button", { name: "Upload media" }).click();
    await (await chooser).setFiles([png("varanda.png", 3)]);
  });
  await dialogue.getByRole("button", { name: "Select" }).click();
  await page.locator(`.editor-post-featured-image img[src^="${server.url}/"]`).waitFor();
  await saveDraft(page, "posts", post.id);
  const saved = await account.get(`/posts/${post.id}?context=edit`);
  expect(saved.featured_media === made.id, `the featured image is ${saved.featured_media}, not ${made.id}`);
}
