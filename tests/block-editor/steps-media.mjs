// Files: one into the text, one as the featured image.

import { picture } from "../pages/picture.mjs";
import { canvas, insert, saveDraft, sent, showPostSettings } from "./hands.mjs";

const png = (name, hue) => ({ name, mimeType: "image/png", buffer: picture(1600, 1000, hue) });

/// Puts a picture into a new image block at the end of the text, and returns the media item when all of it has arrived.
async function put(stage, file, last) {
  const { page, account, server } = stage;
  await insert(page, "Image");
  const block = canvas(page).locator('[data-type="core/image"]').last();
  const answer = await sent(page, "POST", last, () => block.locator('input[type="file"]').setInputFiles(file));
  const shown = block.locator(`img[src^="${server.url}/"]`);
  await shown.waitFor();
  stage.expect(await shown.evaluate(async (image) => (await image.decode(), image.naturalWidth > 0)), `${file.name} is not shown`);
  return account.get(`/media/${answer.id}?context=edit`);
}

/// Checks that a picture belongs to the post, and that each of its sizes is a file of these measures.
async function whole(stage, { id, post, media_details: { width, height, sizes } }) {
  const { expect } = stage;
  expect(post === stage.post.id, `the picture is attached to ${post}`);
  expect(width === 1600 && height === 1000, `the picture has ${width} × ${height} pixels`);
  for (const size of ["thumbnail", "medium", "medium_large", "large"]) expect(size in sizes, `the picture has no ${size}`);
  for (const [name, size] of Object.entries(sizes)) {
    const answer = await fetch(size.source_url);
    expect(answer.ok, `${name} answers ${answer.status}`);
    const file = Buffer.from(await answer.arrayBuffer());
    const [wide, high] = [file.readUInt32BE(16), file.readUInt32BE(20)];
    expect(file.toString("latin1", 1, 4) === "PNG" && wide === size.width && high === size.height, `${name} of ${id} has ${wide} × ${high} pixels, not ${size.width} × ${size.height}`);
  }
}

/// Uploads a picture into the text.
export async function upload(stage) {
  const { page, account, post, expect } = stage;
  const made = await put(stage, png("horta.png", 1), /\/wp\/v2\/media$/);
  await saveDraft(page, "posts", post.id);
  await whole(stage, made);
  const { raw } = (await account.get(`/posts/${post.id}?context=edit`)).content;
  expect(raw.includes(`<!-- wp:image {"id":${made.id},`), "the picture is not in what was saved");
}

/// Sends a picture and its sizes one by one with the functions that the editor uses when the browser makes the sizes. The sizes
/// are made here, because what makes them in the browser does not start from this bundle.
export async function sideload(stage) {
  const { page, account, post, expect } = stage;
  const sizes = { thumbnail: [150, 150], medium: [300, 188], medium_large: [768, 480], large: [1024, 640], "1536x1536": [1536, 960] };
  const files = Object.entries({ full: [1600, 1000], ...sizes }).map(([name, [width, height]]) => ({
    name,
    file: name === "full" ? "estufa.png" : `estufa-${width}x${height}.png`,
    bytes: picture(width, height, 2).toString("base64"),
  }));
  const id = await page.evaluate(
    async ({ files, post }) => {
      const settings = globalThis.wp.data.select("core/block-editor").getSettings();
      const [full, ...parts] = files.map(({ name, file, bytes }) => ({
        name,
        file: new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], file, { type: "image/png" }),
      }));
      const media = await new Promise((done, failed) =>
        settings.mediaUpload({
          filesList: [full.file],
          additionalData: { post, generate_sub_sizes: false, convert_format: false },
          onFileChange: ([one]) => one.id && done(one),
          onError: failed,
        }),
      );
      const made = [];
      for (const { name, file } of parts) {
        await settings.mediaSideload({
          file,
          attachmentId: media.id,
          additionalData: { image_size: name, convert_format: false },
          onSuccess: (one) => made.push(one),
          onError: (error) => {
            throw error;
          },
        });
      }
      await settings.mediaFinalize(media.id, made);
      return media.id;
    },
    { files, post: post.id },
  );
  const kept = await account.get(`/media/${id}?context=edit`);
  await whole(stage, kept);
  for (const [name, [width, height]] of Object.entries(sizes)) {
    const size = kept.media_details.sizes[name];
    expect(size?.width === width && size?.height === height, `${name} is ${JSON.stringify(size)}`);
  }
}

/// Uploads a picture in the dialogue of the featured image, and chooses it.
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
