// Publications that have not ended.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { useOnce } from "../api/once";
import type { components } from "../api/schema";
import { ago, when } from "../design/dates";
import "../design/lists.css";
import { FailureNote } from "../design/notes";
import { Empty, LoadingRows, Pages } from "../design/rows";
import { StateBadge, type Badge } from "../design/state";
import { count } from "../design/text";
import { useTitle } from "../design/title";
import { NotYours } from "../frame/not-here";
import { may, useMe } from "../session/use-session";

type Job = components["schemas"]["QueueItem"];

const PER_PAGE = 20;

const STATES: Record<Job["state"], Badge> = {
  queued: { word: "Na fila", style: "draft", icon: "sDraft" },
  running: { word: "Enviando", style: "pending", icon: "sSending" },
  retrying: { word: "Tentando de novo", style: "pending", icon: "sSending" },
  failed: { word: "Parou", style: "failed", icon: "sFailed" },
  success: { word: "Pronto", style: "published", icon: "sPublished" },
  superseded: { word: "Substituído", style: "draft", icon: "sDraft" },
};

const KINDS: Record<Job["kind"], string> = {
  publish: "publicar",
  schedule: "agendar",
  settle: "conferir a data",
  unschedule: "cancelar o agendamento",
};

export function Queue() {
  return may(useMe(), "queue.read") ? <QueueList /> : <NotYours title="Fila" who="de gerentes e da administração" />;
}

function QueueList() {
  useTitle("Fila");
  const queries = useQueryClient();
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.queue.page(page),
    queryFn: () => ask(api.GET("/api/v1/queue", { params: { query: { page, per_page: PER_PAGE } } })),
    refetchInterval: 10_000,
  });
  const retry = useOnce({
    // A publication that stopped once more, or at another attempt, can be tried again.
    send: ({ post_id }: Job, headers) =>
      ask(
        api.POST("/api/v1/posts/{id}/retry", {
          params: { path: { id: post_id } },
          body: {} as never,
          headers,
        }),
      ),
    target: ({ post_id }) => post_id,
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.queue.all }),
  });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Fila</h1>
          <p>O que está a caminho dos sites, e o que parou.</p>
        </div>
      </div>
      <p className="summary" role="status">
        {data && data.total > 0 ? count(data.total, "envio aberto", "envios abertos") : ""}
      </p>
      {error ? <FailureNote title="A fila não chegou." error={error} onRetry={() => void refetch()} /> : null}
      {retry.error ? <FailureNote title="O envio não recomeçou." error={retry.error} /> : null}
      {isPending ? <LoadingRows says="Carregando a fila" /> : null}
      {data && data.total === 0 ? (
        <Empty title="Nada na fila.">
          <p className="soft">Publicações e agendamentos passam por aqui até o site do cliente confirmar.</p>
        </Empty>
      ) : null}
      {data && data.items.length > 0 ? (
        <table className="list">
          <thead>
            <tr>
              <th scope="col">Conteúdo</th>
              <th scope="col">Estado</th>
              <th scope="col" className="c-site">
                Site
              </th>
              <th scope="col">Tentativas</th>
              <th scope="col">
                <span className="vh">Ações</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map((job) => (
              <tr key={job.job_id}>
                <td className="t">
                  <Link to="/painel/conteudos/$id" params={{ id: String(job.post_id) }}>
                    {job.title || "Sem título"}
                  </Link>
                  <small>
                    {KINDS[job.kind]} · pedido {ago(job.requested_at)}
                    {job.error ? <span className="said"> · {job.error}</span> : null}
                  </small>
                </td>
                <td className="st-c">
                  <StateBadge badge={STATES[job.state]} />
                </td>
                <td className="c-site">{job.site_name ?? "—"}</td>
                <td className="num">
                  {job.attempt} de {job.attempts}
                  {job.next_attempt_at ? <small className="soft"> · nova {when(job.next_attempt_at)}</small> : null}
                </td>
                <td className="right">
                  {job.state === "failed" || job.state === "retrying" ? (
                    <button
                      type="button"
                      className="btn small"
                      disabled={retry.isPending}
                      onClick={() => retry.mutate(job)}
                    >
                      Tentar já<span className="vh">: {job.title}</span>
                    </button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {data ? <Pages page={page} perPage={PER_PAGE} total={data.total} onPage={setPage} /> : null}
    </>
  );
}
