// The central log: refreshed while the tab has the focus; nothing moves under the pointer.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { full, time, when } from "../design/dates";
import { Icon } from "../design/icons";
import "../design/lists.css";
import { CopyButton, FailureNote } from "../design/notes";
import { Empty, LoadingRows, Pages } from "../design/rows";
import { count } from "../design/text";
import { useTitle } from "../design/title";
import { NotYours } from "../frame/not-here";
import { may, useMe } from "../session/use-session";
import { ClearLogDialog } from "./clear-log-dialog";
import { EXPLANATIONS } from "./log-words";
import "./log.css";

type Entry = components["schemas"]["LogEntry"];
type Status = components["schemas"]["LogStatus"];
type Level = components["schemas"]["LogLevel"];

const PER_PAGE = 50;
const REFRESH = 8_000;

type Tab = { status: Status; address?: string; label: string };

const OPEN: Tab = { status: "aberto", label: "Em aberto" };
const TABS: Tab[] = [
  OPEN,
  { status: "resolvido", address: "resolvidos", label: "Resolvidos" },
  { status: "cleared", address: "limpos", label: "Limpos" },
];

const LEVELS: Record<Level, string> = { warning: "Aviso", error: "Erro", critical: "Crítico" };

const route = getRouteApi("/painel/registro");

export function Log() {
  return may(useMe(), "logs.read") ? <LogList /> : <NotYours title="Registro" who="de gerentes e da administração" />;
}

function useFocus(): boolean {
  const [focus, setFocus] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const change = () => setFocus(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", change);
    return () => document.removeEventListener("visibilitychange", change);
  }, []);
  return focus;
}

function LogList() {
  useTitle("Registro");
  const queries = useQueryClient();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const focus = useFocus();
  const [paused, setPaused] = useState(false);
  const [clearing, setClearing] = useState(false);
  const tab = TABS.find(({ address }) => address === search.aba) ?? OPEN;
  const page = search.pagina ?? 1;
  const filter = { channel: search.canal, level: search.nivel as Level | undefined };
  const query = { ...filter, status: tab.status, page, per_page: PER_PAGE };
  const channels = useQuery({
    queryKey: keys.logs.channels,
    queryFn: () => ask(api.GET("/api/v1/logs/channels")),
    staleTime: 60_000,
  });
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery({
    queryKey: keys.logs.page(query),
    queryFn: () => ask(api.GET("/api/v1/logs", { params: { query } })),
    refetchInterval: paused || !focus ? false : REFRESH,
  });
  // What is shown stays until the person asks for the new entries.
  const key = JSON.stringify(query);
  const [shown, setShown] = useState<{ key: string; items: Entry[] } | null>(null);
  if (data && shown?.key !== key) setShown({ key, items: data.items });
  const entries = shown?.key === key ? shown.items : (data?.items ?? []);
  const known = new Set(entries.map(({ id }) => id));
  const fresh = (data?.items ?? []).filter(({ id }) => !known.has(id));
  const latest = new Map((data?.items ?? []).map((entry) => [entry.id, entry]));
  const showAll = () => data && setShown({ key, items: data.items });
  const change = useMutation({
    mutationFn: ({ id, status }: { id: number; status: Status }) =>
      ask(api.PATCH("/api/v1/logs/{id}", { params: { path: { id } }, body: { status } })),
    onSuccess: (_, { id }) => {
      setShown((before) => (before ? { ...before, items: before.items.filter((entry) => entry.id !== id) } : before));
      void queries.invalidateQueries({ queryKey: keys.logs.pages });
    },
  });
  const to = (next: Partial<typeof search>) => void navigate({ search: { ...search, pagina: undefined, ...next } });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Registro</h1>
          <p>Avisos, erros e falhas críticas da Pauta.</p>
        </div>
        <div className="actions">
          <button type="button" className="btn" aria-pressed={paused} onClick={() => setPaused(!paused)}>
            <Icon name={paused ? "play" : "pause"} small />
            {paused ? "Continuar" : "Pausar"}
          </button>
          {tab.status === "cleared" ? null : (
            <button
              type="button"
              className="btn"
              disabled={!data || data.total === 0}
              onClick={() => setClearing(true)}
            >
              Limpar todos…
            </button>
          )}
        </div>
      </div>
      <div className="tabs" role="group" aria-label="Situação">
        {TABS.map(({ status, address, label }) => (
          <button
            key={status}
            type="button"
            aria-current={tab.status === status ? "true" : undefined}
            onClick={() => to({ aba: address })}
          >
            {label}
            <span className={status === "aberto" && (data?.counts.aberto ?? 0) > 0 ? "count hot" : "count"}>
              {data?.counts[status].toLocaleString("pt-BR") ?? "–"}
            </span>
          </button>
        ))}
      </div>
      <search className="filters log-filters" aria-label="Filtrar o registro">
        <select
          className="input"
          aria-label="Nível"
          value={search.nivel ?? ""}
          onChange={(event) => to({ nivel: event.target.value || undefined })}
        >
          <option value="">Todos os níveis</option>
          {Object.entries(LEVELS).map(([level, label]) => (
            <option key={level} value={level}>
              {label}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label="Canal"
          value={search.canal ?? ""}
          onChange={(event) => to({ canal: event.target.value || undefined })}
        >
          <option value="">Todos os canais</option>
          {channels.data?.items.map((channel) => (
            <option key={channel} value={channel}>
              {channel}
            </option>
          ))}
        </select>
        <span className="soft sm">
          {dataUpdatedAt
            ? `Atualizado às ${time(new Date(dataUpdatedAt))}${paused ? ", em pausa" : ", a cada 8 segundos"}`
            : ""}
        </span>
      </search>
      {fresh.length > 0 ? (
        <p className="fresh" role="status">
          <button type="button" className="btn small" onClick={showAll}>
            Mostrar {fresh.length === 1 ? "1 registro novo" : `${fresh.length} registros novos`}
          </button>
        </p>
      ) : null}
      {error ? <FailureNote title="O registro não chegou." error={error} onRetry={() => void refetch()} /> : null}
      {change.error ? <FailureNote title="O registro não mudou." error={change.error} /> : null}
      {isPending ? <LoadingRows says="Carregando o registro" /> : null}
      {data && entries.length === 0 ? (
        <Empty title={tab.status === "aberto" ? "Nada em aberto." : "Nada aqui."} />
      ) : null}
      <ul className="log">
        {entries.map((entry) => (
          <Row
            key={entry.id}
            entry={latest.get(entry.id) ?? entry}
            busy={change.isPending}
            onChange={(status) => change.mutate({ id: entry.id, status })}
          />
        ))}
      </ul>
      {data ? (
        <Pages
          page={page}
          perPage={PER_PAGE}
          total={data.total}
          onPage={(pagina) => void navigate({ search: { ...search, pagina } })}
        />
      ) : null}
      {clearing ? (
        <ClearLogDialog
          filter={{ ...filter, status: tab.status }}
          total={data?.total ?? 0}
          onClose={() => setClearing(false)}
          onDone={() => setShown(null)}
        />
      ) : null}
    </>
  );
}

function Row({ entry, busy, onChange }: { entry: Entry; busy: boolean; onChange: (status: Status) => void }) {
  const [open, setOpen] = useState(false);
  const detail = JSON.stringify(entry.context, null, 2);
  const known = EXPLANATIONS[entry.message];
  const says = known?.says ?? entry.message;
  return (
    <li className={entry.level}>
      <span
        className={entry.level === "critical" ? "st failed" : entry.level === "error" ? "st rejected" : "st pending"}
      >
        <Icon name="warn" />
        {LEVELS[entry.level]}
      </span>
      <div className="grow">
        <p className="what">
          <span lang={known ? undefined : "en"}>{says}</span>{" "}
          {entry.count > 1 ? <span className="soft nowrap">· {count(entry.count, "vez", "vezes")}</span> : null}
        </p>
        {known ? <p className="sm">{known.advice}</p> : null}
        <p className="xs soft">
          {entry.channel} · <span title={full(entry.created_at)}>{when(entry.created_at)}</span>
          {entry.source_ref ? ` · ${entry.source_ref}` : ""}
          {entry.cleared_at ? ` · limpo ${when(entry.cleared_at)}` : ""}
        </p>
        {open ? (
          <>
            {known ? (
              <p className="xs soft" lang="en">
                {entry.message}
              </p>
            ) : null}
            <pre tabIndex={0}>{detail}</pre>
            <CopyButton text={`${entry.message}\n${detail}`}>Copiar</CopyButton>
          </>
        ) : null}
      </div>
      <div className="row wrap acts">
        <button type="button" className="btn quiet small" aria-expanded={open} onClick={() => setOpen(!open)}>
          Detalhes<span className="vh"> de {says}</span>
        </button>
        {entry.status === "aberto" ? (
          <button type="button" className="btn small" disabled={busy} onClick={() => onChange("resolvido")}>
            Resolver<span className="vh"> {says}</span>
          </button>
        ) : null}
        {entry.status === "cleared" ? null : (
          <button type="button" className="btn quiet small" disabled={busy} onClick={() => onChange("cleared")}>
            Limpar<span className="vh"> {says}</span>
          </button>
        )}
      </div>
    </li>
  );
}
