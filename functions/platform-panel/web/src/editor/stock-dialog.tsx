// Photos of the stock providers.
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import type { components } from "../api/schema";
import { DialogFrame } from "../design/dialog";
import { FailureNote } from "../design/notes";
import { Empty, LoadingRows } from "../design/rows";
import type { Media } from "./upload";

type Photo = components["schemas"]["StockPhotoBody"];

type Props = { post: number; inText?: boolean; onClose: () => void; onDone: (media: Media) => Promise<void> | void };

export function StockDialog({ post, inText = false, onClose, onDone }: Props) {
  const [text, setText] = useState("");
  const [query, setQuery] = useState("");
  const found = useQuery({
    queryKey: keys.stock(query),
    queryFn: () => ask(api.GET("/api/v1/media/stock", { params: { query: { query, per_page: 18 } } })),
    enabled: query !== "",
    retry: false,
    staleTime: 600_000,
  });
  const add = useMutation({
    mutationFn: (photo: Photo) =>
      ask(
        api.POST("/api/v1/media/stock", {
          body: { content_id: post, provider: photo.provider, photo_id: photo.id, in_text: inText },
        }),
      ),
    onSuccess: async (media) => {
      await onDone(media);
      onClose();
    },
  });
  return (
    <DialogFrame title="Banco de imagens" onClose={onClose} wide>
      <form
        className="row"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery(text.trim());
        }}
      >
        <input
          className="input grow"
          type="search"
          aria-label="O que a foto mostra"
          placeholder="O que a foto mostra, por exemplo horta na varanda"
          required
          maxLength={limits().stock_search_chars}
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button className="btn">Buscar</button>
      </form>
      {found.error ? <FailureNote error={found.error} /> : null}
      {add.error ? <FailureNote title="A foto não foi incluída." error={add.error} /> : null}
      {found.isFetching ? <LoadingRows rows={3} says="Buscando fotos" /> : null}
      {found.data?.items.length === 0 ? (
        <Empty title="Nenhuma foto.">
          <p className="soft">Tente palavras mais gerais.</p>
        </Empty>
      ) : null}
      <ul className="photos">
        {found.data?.items.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              disabled={add.isPending}
              onClick={() => add.mutate(photo)}
              aria-label={`Usar: ${photo.alt_text || `foto de ${photo.photographer}`}`}
            >
              <img src={photo.thumb_url} alt="" loading="lazy" referrerPolicy="no-referrer" />
            </button>
            <small className="soft">
              <a href={photo.photographer_url} rel="noreferrer" target="_blank">
                {photo.photographer}
              </a>
            </small>
          </li>
        ))}
      </ul>
      <p className="help" role="status">
        {add.isPending ? "Incluindo a foto…" : "A foto vem com o crédito na legenda."}
      </p>
    </DialogFrame>
  );
}
