// How a published post performs in the search engine.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import { useOnce } from "../api/once";
import { FailureNote } from "../design/notes";
import { LoadingRows } from "../design/rows";
import { may, useMe } from "../session/use-session";
import type { Post } from "./draft";

const WINDOWS = [7, 28, 90];
/** Answers that say that there is nothing to show, and not that something failed. */
const SILENT = ["search_not_connected", "not_published", "not_configured"];

export function Performance({ post }: { post: Post }) {
  const me = useMe();
  const [days, setDays] = useState(28);
  const { data, error, isPending } = useQuery({
    queryKey: keys.search.performance(post.id, days),
    queryFn: () =>
      ask(api.GET("/api/v1/search-provider/performance", { params: { query: { content_id: post.id, days } } })),
    retry: false,
    staleTime: 600_000,
  });
  const reindex = useOnce({
    send: (body: { content_id: number }, headers) =>
      ask(api.POST("/api/v1/search-provider/reindex", { body, headers })),
  });
  if (error && SILENT.includes(asFailure(error).code))
    return <p className="help">Com o site conectado à busca, cliques e posição aparecem aqui.</p>;
  return (
    <section>
      <h2>
        Desempenho <span>{days} dias</span>
      </h2>
      <p className="row wrap">
        <select
          className="input"
          aria-label="Período"
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {WINDOWS.map((window) => (
            <option key={window} value={window}>
              {window} dias
            </option>
          ))}
        </select>
        {may(me, "posts.publish") ? (
          <button
            type="button"
            className="btn small"
            disabled={reindex.isPending}
            onClick={() => reindex.mutate({ content_id: post.id })}
          >
            Pedir indexação
          </button>
        ) : null}
      </p>
      {error ? <FailureNote error={error} /> : null}
      {reindex.error ? <FailureNote error={reindex.error} /> : null}
      {reindex.data ? (
        <p className="help" role="status">
          {reindex.data.message}
        </p>
      ) : null}
      {isPending ? <LoadingRows rows={3} says="Carregando o desempenho" /> : null}
      {data ? (
        <>
          <dl className="numbers">
            <div>
              <dt>Cliques</dt>
              <dd>{data.clicks.toLocaleString("pt-BR")}</dd>
            </div>
            <div>
              <dt>Exibições</dt>
              <dd>{data.impressions.toLocaleString("pt-BR")}</dd>
            </div>
            <div>
              <dt>Posição média</dt>
              <dd>{data.position ? data.position.toLocaleString("pt-BR", { maximumFractionDigits: 1 }) : "–"}</dd>
            </div>
          </dl>
          <ul className="gram">
            {data.queries.slice(0, 10).map((query) => (
              <li key={query.query}>
                <span className="grow">{query.query}</span>
                <span className="soft xs num">
                  {query.clicks} cliques · posição{" "}
                  {query.position.toLocaleString("pt-BR", { maximumFractionDigits: 1 })}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
