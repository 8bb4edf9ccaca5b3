// Sending a picture of this device.
import { api, ask } from "../api/client";
import { Failure } from "../api/failure";
import type { components } from "../api/schema";

export type Media = components["schemas"]["MediaBody"];

/** The largest file that the gateway lets through in one request. */
const LARGEST = 4_500_000;
/** Width to which a larger one is reduced. */
const WIDTH = 2_400;

export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/** Adds a picture to a post: inside its text, else as the featured one. */
export async function uploadPicture(post: number, file: File, inText = false): Promise<Media> {
  if (!PICTURE_TYPES.includes(file.type)) {
    throw new Failure(0, { code: "invalid_image", message: "Use uma imagem JPEG, PNG, GIF ou WebP." });
  }
  const sent = file.size > LARGEST ? await reduced(file) : file;
  return ask(
    api.POST("/api/v1/media", {
      body: { content_id: post, file: "" },
      bodySerializer: () => {
        const form = new FormData();
        form.set("content_id", String(post));
        form.set("in_text", String(inText));
        form.set(
          "file",
          sent,
          file.name.replace(/\.\w+$/, "") + (sent === file ? (file.name.match(/\.\w+$/)?.[0] ?? "") : ".webp"),
        );
        return form;
      },
    }),
  );
}

async function reduced(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, WIDTH / picture.width);
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/webp", quality: 0.88 });
}
