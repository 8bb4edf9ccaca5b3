// A new post: on which site, and with which title.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import { useOnce } from "../api/once";
import { DialogFrame } from "../design/dialog";
import { Field } from "../design/field";
import { FailureNote } from "../design/notes";
import type { Me } from "../session/use-session";
import { begin } from "./fresh-post";

const KEY = "pauta.last-site";

export function NewPostDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const last = Number(localStorage.getItem(KEY));
  const [site, setSite] = useState(me.sites.find(({ id }) => id === last)?.id ?? me.sites[0]?.id ?? 0);
  const [title, setTitle] = useState("");
  const create = useOnce({
    send: (body: { site_id: number; title: string }, headers) =>
      ask(api.POST("/api/v1/posts", { body: body as never, headers })),
    onSuccess: (post) => {
      localStorage.setItem(KEY, String(post.site_id));
      void queries.invalidateQueries({ queryKey: keys.posts.all });
      onClose();
      begin(post.id);
      void navigate({ to: "/painel/conteudos/$id", params: { id: String(post.id) } });
    },
  });
  const failure = create.error ? asFailure(create.error) : null;
  if (me.sites.length === 0) {
    return (
      <DialogFrame title="Novo conteúdo" onClose={onClose}>
        <p>Um conteúdo pertence ao site de um cliente, e ainda não há sites no seu alcance.</p>
      </DialogFrame>
    );
  }
  return (
    <DialogFrame title="Novo conteúdo" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ site_id: site, title });
        }}
      >
        {failure && !failure.issues?.length ? <FailureNote error={failure} /> : null}
        <Field label="Site" error={failure?.field("site_id")}>
          {(props) => (
            <select {...props} className="input" value={site} onChange={(event) => setSite(Number(event.target.value))}>
              {me.sites.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Título" error={failure?.field("title")} help="Pode mudar depois.">
          {(props) => (
            <input
              {...props}
              className="input"
              autoFocus
              autoComplete="off"
              maxLength={limits().title_chars}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <div className="ends">
          <button className="btn main" disabled={create.isPending}>
            {create.isPending ? "Criando…" : "Começar a escrever"}
          </button>
        </div>
      </form>
    </DialogFrame>
  );
}
