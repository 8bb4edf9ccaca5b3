// Pictures inside the text: from this device, from the stock, or made by a provider.
import type { Editor } from "@tiptap/react";
import { useCallback, useRef, useState } from "react";

import { api, ask } from "../api/client";
import { asFailure, Failure } from "../api/failure";
import { limits } from "../api/limits";
import { ImageDialog } from "./image-dialog";
import { fileInMemory } from "./paste/memory";
import type { Picture } from "./paste/types";
import { StockDialog } from "./stock-dialog";
import { type Media, PICTURE_TYPES, uploadPicture } from "./upload";
import { insertWhenSent } from "./uploads";

export type PictureSource = "device" | "stock" | "provider";

/** The pictures among the files that were pasted or dropped. */
export function picturesOf(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
}

/** Has the platform copy a picture of the web. */
async function copyPicture(post: number, url: string, alt: string, caption: string): Promise<Media> {
  const body = { content_id: post, url, alt_text: alt.slice(0, limits().alt_text_chars), caption, in_text: true };
  try {
    return await ask(api.POST("/api/v1/media/remote", { body }));
  } catch (error) {
    const failure = asFailure(error);
    const said = failure.field("url");
    throw said ? new Failure(failure.status, { code: failure.code, message: said }) : failure;
  }
}

/** Uploads a picture with the texts that it had where it was copied. */
async function sendPicture(post: number, { source, alt, caption, name }: Picture): Promise<Media> {
  if (!(source instanceof File) && !source.address.startsWith("blob:"))
    return copyPicture(post, source.address, alt, caption);
  const file = source instanceof File ? source : await fileInMemory(source.address, name);
  const media = await uploadPicture(post, file, true);
  return {
    ...media,
    alt_text: media.alt_text || alt.slice(0, limits().alt_text_chars),
    caption: media.caption || caption,
  };
}

export function useTextPictures(editor: Editor | null, post: number, title: string) {
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<"stock" | "provider" | null>(null);
  // The place of the cursor when the choice began.
  const at = useRef(0);

  const send = useCallback(
    (pictures: (File | Picture)[], position: number) => {
      if (!editor) return;
      for (const given of pictures) {
        const picture = given instanceof File ? { source: given, alt: "", caption: "", name: given.name } : given;
        insertWhenSent(editor.view, position, picture.name || "a imagem", () => sendPicture(post, picture));
      }
    },
    [editor, post],
  );
  const choose = useCallback(
    (source: PictureSource) => {
      at.current = editor?.state.selection.from ?? 0;
      if (source === "device") input.current?.click();
      else setOpen(source);
    },
    [editor],
  );
  const parts = (
    <>
      <input
        ref={input}
        className="vh"
        type="file"
        multiple
        accept={PICTURE_TYPES.join(",")}
        tabIndex={-1}
        aria-label="Imagem no texto"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          send(files, at.current);
        }}
      />
      {open === "stock" && editor ? (
        <StockDialog
          post={post}
          inText
          onClose={() => setOpen(null)}
          onDone={(media) => insertWhenSent(editor.view, at.current, "a foto", () => Promise.resolve(media))}
        />
      ) : null}
      {open === "provider" && editor ? (
        <ImageDialog
          post={post}
          title={title}
          inText
          onClose={() => setOpen(null)}
          onDone={(media) =>
            insertWhenSent(editor.view, at.current, "a imagem", () =>
              ask(api.GET("/api/v1/media/{id}", { params: { path: { id: media } } })),
            )
          }
        />
      ) : null}
    </>
  );
  return { send, choose, parts };
}
