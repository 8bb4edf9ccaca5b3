// The featured picture: drop or choose one, its alternative text, stock photos.
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { api, ask } from "../api/client";
import { limits } from "../api/limits";
import { Icon } from "../design/icons";
import { FailureNote } from "../design/notes";
import type { Post } from "./draft";
import { ImageDialog } from "./image-dialog";
import { Picture } from "./picture";
import { usePostEditor } from "./post-editor";
import { StockDialog } from "./stock-dialog";
import { uploadPicture } from "./upload";
import { useAltText } from "./writing-help";

export function Cover() {
  const { post, fields, edits, reload } = usePostEditor();
  const featured = post.media.find(({ featured }) => featured);
  const input = useRef<HTMLInputElement>(null);
  const [stock, setStock] = useState(false);
  const [making, setMaking] = useState(false);
  const [over, setOver] = useState(false);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      await uploadPicture(post.id, file);
      await reload();
    },
  });
  const choose = (
    <>
      <button type="button" className="btn small" disabled={upload.isPending} onClick={() => input.current?.click()}>
        <Icon name="image" small />
        {upload.isPending ? "Enviando…" : featured ? "Trocar" : "Escolher imagem"}
      </button>
      <button type="button" className="btn small" onClick={() => setStock(true)}>
        <Icon name="search" small />
        Banco de imagens
      </button>
      <button type="button" className="btn small" onClick={() => setMaking(true)}>
        <Icon name="spark" small />
        Criar com IA
      </button>
    </>
  );
  return (
    <div
      className={over ? "cover over-drop" : "cover"}
      id="imagem"
      onDragOver={(event) => {
        if (!edits) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (edits && file) upload.mutate(file);
      }}
    >
      {featured ? (
        <figure>
          <Picture id={featured.id} alt={featured.alt_text || "Imagem de destaque, sem texto alternativo"} />
          {edits ? <div className="on">{choose}</div> : null}
          <figcaption>
            <AltText key={featured.id} picture={featured} />
          </figcaption>
        </figure>
      ) : edits ? (
        <div className="drop">
          <p className="soft sm">Solte aqui a imagem de destaque.</p>
          <div className="row wrap">{choose}</div>
        </div>
      ) : null}
      {upload.error ? (
        <FailureNote
          title="A imagem não foi enviada."
          error={upload.error}
          onRetry={upload.variables ? () => upload.mutate(upload.variables) : undefined}
        />
      ) : null}
      <input
        ref={input}
        className="vh"
        type="file"
        accept="image/jpeg,image/png,image/gif,image/webp"
        tabIndex={-1}
        aria-label="Imagem de destaque"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) upload.mutate(file);
        }}
      />
      {making ? (
        <ImageDialog post={post.id} title={fields.title} onClose={() => setMaking(false)} onDone={reload} />
      ) : null}
      {stock ? <StockDialog post={post.id} onClose={() => setStock(false)} onDone={reload} /> : null}
    </div>
  );
}

function AltText({ picture }: { picture: Post["media"][number] }) {
  const { edits, reload } = usePostEditor();
  const [text, setText] = useState(picture.alt_text);
  const suggest = useAltText(picture.id, setText);
  const save = useMutation({
    mutationFn: () =>
      ask(api.PUT("/api/v1/media/{id}", { params: { path: { id: picture.id } }, body: { alt_text: text } })),
    onSuccess: reload,
  });
  return (
    <form
      className="alt"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <label className="xs soft" htmlFor="alt">
        Texto alternativo: o que a imagem mostra, para quem não a vê
      </label>
      <div className="row wrap">
        <input
          id="alt"
          className="input grow"
          maxLength={limits().alt_text_chars}
          readOnly={!edits}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {edits && text !== picture.alt_text ? (
          <button className="btn small" disabled={save.isPending}>
            Salvar
          </button>
        ) : null}
        {edits && !text ? (
          <button type="button" className="btn small" disabled={suggest.isPending} onClick={() => suggest.mutate()}>
            <Icon name="spark" small />
            Sugerir
          </button>
        ) : null}
      </div>
      {(save.error ?? suggest.error) ? <FailureNote error={save.error ?? suggest.error} /> : null}
    </form>
  );
}
