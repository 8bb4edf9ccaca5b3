// Versions of title and body, the difference to the present one, and the way back.
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { when } from "../design/dates";
import { FailureNote } from "../design/notes";
import { LoadingRows, Pages } from "../design/rows";
import { approvalsQuery } from "./approvals";
import { usePostEditor } from "./post-editor";

const PER_PAGE = 20;

export function VersionsTab() {
  const { post, edits, save, reloadFields } = usePostEditor();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: keys.post.versions(post.id, page),
    queryFn: () =>
      ask(
        api.GET("/api/v1/posts/{id}/versions", {
          params: { path: { id: post.id }, query: { page, per_page: PER_PAGE } },
        }),
      ),
    staleTime: 0,
  });
  const approvals = useQuery(approvalsQuery(post));
  const approved = new Set(approvals.data?.items.map(({ approved_version }) => approved_version));
  const latest = data && page === 1 ? data.items[0]?.number : data?.total;
  const revert = useMutation({
    mutationFn: async (number: number) => {
      if (!(await save())) return;
      await ask(api.POST("/api/v1/posts/{id}/versions/{n}/revert", { params: { path: { id: post.id, n: number } } }));
      await reloadFields();
      await refetch();
      setShown(null);
    },
  });
  if (error) return <FailureNote title="As versões não chegaram." error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={4} says="Carregando as versões" />;
  return (
    <>
      <section>
        <h2>
          Versões <span>{data.total}</span>
        </h2>
        <ol className="vers">
          {data.items.map((version) => (
            <li key={version.number}>
              <div>
                {version.number === latest ? (
                  <strong>Versão {version.number}, a atual</strong>
                ) : (
                  `Versão ${version.number}`
                )}
                <small>
                  {when(version.created_at)}
                  {approved.has(version.number) ? " · aprovada pelo cliente" : ""}
                </small>
              </div>
              {version.number === latest ? null : (
                <button
                  type="button"
                  className="btn quiet small"
                  aria-expanded={shown === version.number}
                  onClick={() => setShown(shown === version.number ? null : version.number)}
                >
                  Comparar
                </button>
              )}
            </li>
          ))}
        </ol>
        <Pages page={page} perPage={PER_PAGE} total={data.total} onPage={setPage} />
      </section>
      {revert.error ? <FailureNote title="A versão não voltou." error={revert.error} /> : null}
      {shown !== null && latest !== undefined ? (
        <section>
          <h2>
            Da {shown} para a {latest}
          </h2>
          <Diff post={post.id} from={shown} to={latest} />
          {edits ? (
            <>
              <p>
                <button
                  type="button"
                  className="btn small"
                  disabled={revert.isPending}
                  onClick={() => revert.mutate(shown)}
                >
                  Voltar à versão {shown}
                </button>
              </p>
              <p className="help">
                Voltar cria a versão {latest + 1}, com aquele título e texto. Imagem, categorias e busca não mudam.
              </p>
            </>
          ) : null}
        </section>
      ) : null}
    </>
  );
}

function Diff({ post, from, to }: { post: number; from: number; to: number }) {
  const { data, error } = useQuery({
    queryKey: keys.post.difference(post, from, to),
    queryFn: () =>
      ask(api.GET("/api/v1/posts/{id}/versions/{a}/diff/{b}", { params: { path: { id: post, a: from, b: to } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <FailureNote error={error} />;
  if (!data) return <LoadingRows rows={3} says="Comparando" />;
  const parts = [...data.title, { kind: "equal" as const, text: "\n" }, ...data.body];
  return (
    <div className="diff serif">
      {parts.map((part, index) => {
        // A tag counts as one word of the comparison; people read the text.
        const text = part.text.replace(/<\/(p|h\d|li|blockquote|tr)>/g, "\n").replace(/<[^>]*>/g, "");
        if (part.kind === "insert") return <ins key={index}>{text}</ins>;
        if (part.kind === "delete") return <del key={index}>{text}</del>;
        return <span key={index}>{text.length > 240 ? `${text.slice(0, 100)} … ${text.slice(-100)}` : text}</span>;
      })}
    </div>
  );
}
