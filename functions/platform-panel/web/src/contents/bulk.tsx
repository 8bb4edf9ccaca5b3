// What is done with several posts at once: one request for each, and a result for each.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import { Attempts } from "../api/once";
import { DialogFrame } from "../design/dialog";
import { Icon } from "../design/icons";
import { count } from "../design/text";
import { may, useMe } from "../session/use-session";
import type { Post } from "./post-pages";

type Result = { post: Post; refused: string | null };
type What = "approval" | "delete";

const REQUESTS: Record<What, (post: Post, attempts: Attempts) => Promise<unknown>> = {
  approval: ({ id, version }, attempts) =>
    attempts.send(
      { version },
      (headers) => ask(api.POST("/api/v1/posts/{id}/request-approval", { params: { path: { id } }, headers })),
      id,
    ),
  delete: ({ id }) => ask(api.DELETE("/api/v1/posts/{id}", { params: { path: { id } } })),
};

const DONE: Record<What, [string, string]> = {
  approval: ["pedido enviado", "pedidos enviados"],
  delete: ["excluído", "excluídos"],
};

/** The bar below a list with selected posts. */
export function BulkBar({ posts, onClear }: { posts: Post[]; onClear: () => void }) {
  const me = useMe();
  const queries = useQueryClient();
  const [asked, setAsked] = useState(false);
  const [results, setResults] = useState<{ what: What; results: Result[] } | null>(null);
  const [attempts] = useState(() => new Attempts());
  const run = useMutation({
    mutationFn: async (what: What) => {
      const results: Result[] = [];
      for (const post of posts) {
        const refused = await REQUESTS[what](post, attempts).then(
          () => null,
          (error: unknown) => asFailure(error).message,
        );
        results.push({ post, refused });
      }
      return { what, results };
    },
    onSuccess: (done) => {
      setResults(done);
      setAsked(false);
      onClear();
      void queries.invalidateQueries({ queryKey: keys.posts.all });
    },
  });
  const undo = useMutation({
    mutationFn: async (posts: Post[]) => {
      for (const { id } of posts) await ask(api.POST("/api/v1/posts/{id}/restore", { params: { path: { id } } }));
    },
    onSuccess: () => {
      setResults(null);
      void queries.invalidateQueries({ queryKey: keys.posts.all });
    },
  });
  const good = results?.results.filter(({ refused }) => refused === null) ?? [];
  const bad = results?.results.filter(({ refused }) => refused !== null) ?? [];
  return (
    <>
      {results ? (
        <div className="bulk" role="status">
          <span>
            {count(good.length, ...DONE[results.what])}
            {bad.length > 0 ? `, ${bad.length} sem efeito` : ""}
          </span>
          {bad.map(({ post, refused }) => (
            <span key={post.id} className="xs soft">
              {post.title || "Sem título"}: {refused}
            </span>
          ))}
          {results.what === "delete" && good.length > 0 ? (
            <button
              type="button"
              className="btn small"
              disabled={undo.isPending}
              onClick={() => undo.mutate(good.map(({ post }) => post))}
            >
              Desfazer
            </button>
          ) : null}
          <button type="button" className="btn quiet small" onClick={() => setResults(null)}>
            Fechar
          </button>
        </div>
      ) : null}
      {posts.length > 0 ? (
        <div className="bulk" role="group" aria-label="Ações para os selecionados">
          <strong className="sm">{count(posts.length, "selecionado", "selecionados")}</strong>
          {may(me, "posts.request_approval") ? (
            <button type="button" className="btn small" disabled={run.isPending} onClick={() => run.mutate("approval")}>
              <Icon name="send" small />
              {run.isPending && run.variables === "approval" ? "Enviando…" : "Pedir aprovação"}
            </button>
          ) : null}
          {may(me, "posts.delete") ? (
            <button type="button" className="btn small" disabled={run.isPending} onClick={() => setAsked(true)}>
              <Icon name="trash" small />
              Excluir…
            </button>
          ) : null}
          <button type="button" className="btn quiet small" onClick={onClear}>
            Limpar seleção
          </button>
        </div>
      ) : null}
      {asked ? (
        <DialogFrame
          title={`Excluir ${count(posts.length, "conteúdo", "conteúdos")}?`}
          onClose={() => setAsked(false)}
          alert
        >
          <p>
            Eles saem das listas e continuam no Histórico, de onde podem ser restaurados. O que já está no ar continua
            no ar.
          </p>
          <div className="ends">
            <button type="button" className="btn quiet" onClick={() => setAsked(false)}>
              Manter
            </button>
            <button type="button" className="btn bad" disabled={run.isPending} onClick={() => run.mutate("delete")}>
              {run.isPending ? "Excluindo…" : `Excluir ${count(posts.length, "conteúdo", "conteúdos")}`}
            </button>
          </div>
        </DialogFrame>
      ) : null}
    </>
  );
}
