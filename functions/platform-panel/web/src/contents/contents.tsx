// All posts in one list, with filters in the address.
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";

import type { components } from "../api/schema";
import { day } from "../design/dates";
import { Icon, type IconName } from "../design/icons";
import "../design/lists.css";
import { FailureNote } from "../design/notes";
import { Empty, LoadingRows } from "../design/rows";
import { count } from "../design/text";
import { useTitle } from "../design/title";
import { useMe } from "../session/use-session";
import { type Filters, PER_PAGE, useFirstPosts } from "./post-pages";
import { Table } from "./table";

type Status = components["schemas"]["StatusWord"];
type Label = components["schemas"]["LabelFilter"];

/** Posts of the newest edits that board and calendar show. */
const VIEWED = 100;

const VIEWS: { value: string | undefined; label: string; icon: IconName }[] = [
  { value: undefined, label: "Tabela", icon: "list" },
  { value: "quadro", label: "Quadro", icon: "board" },
  { value: "calendario", label: "Calendário", icon: "calendar" },
];

const Board = lazy(() => import("./board").then(({ Board }) => ({ default: Board })));
const Calendar = lazy(() => import("./calendar").then(({ Calendar }) => ({ default: Calendar })));

/** The states that the list can be filtered by, in the words of the screen. */
const STATES: { value: string; label: string; status?: Status; approval?: Label }[] = [
  { value: "com-o-cliente", label: "Com o cliente", approval: "pendente" },
  { value: "ajustes", label: "Ajustes", approval: "ajustes" },
  { value: "rejeitado", label: "Rejeitado", approval: "rejeitado" },
  { value: "aprovado", label: "Aprovado", approval: "aprovado" },
  { value: "agendado", label: "Agendado", status: "scheduled" },
  { value: "publicado", label: "Publicado", status: "published" },
  { value: "rascunho", label: "Rascunho", status: "draft" },
];

const route = getRouteApi("/painel/conteudos");

export function Contents() {
  useTitle("Conteúdos");
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const state = STATES.find(({ value }) => value === search.estado);
  const filters: Filters = { q: search.busca, site_id: search.site ? [search.site] : undefined, user_id: search.pessoa, status: state?.status, approval: state?.approval };
  const { data, error, isPending, refetch } = useFirstPosts(filters, search.visao ? VIEWED : PER_PAGE);
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next } });
  const siteName = (id: number) => me.sites.find((site) => site.id === id)?.name ?? "Site";
  const filtered = Boolean(search.busca || search.site || search.estado || search.pessoa);

  return (
    <>
      <div className="page-head">
        <h1>Conteúdos</h1>
        <div className="actions">
          <div className="seg" role="group" aria-label="Visão">
            {VIEWS.map(({ value, label, icon }) => (
              <button key={label} type="button" aria-pressed={search.visao === value} onClick={() => change({ visao: value })}>
                <Icon name={icon} small />
                {label}
              </button>
            ))}
          </div>
        </div>
      </div>
      <search className="filters" aria-label="Filtrar conteúdos">
        <TitleSearch value={search.busca ?? ""} onChange={(busca) => change({ busca: busca || undefined })} />
        <select className="input" aria-label="Site" value={search.site ?? ""} onChange={(event) => change({ site: Number(event.target.value) || undefined })}>
          <option value="">Todos os sites</option>
          {me.sites.map((site) => (
            <option key={site.id} value={site.id}>
              {site.name}
            </option>
          ))}
        </select>
        <select className="input" aria-label="Estado" value={search.estado ?? ""} onChange={(event) => change({ estado: event.target.value || undefined })}>
          <option value="">Todos os estados</option>
          {STATES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {me.role === "redator" ? null : (
          <label className="check sm">
            <input type="checkbox" checked={search.pessoa === me.user.id} onChange={(event) => change({ pessoa: event.target.checked ? me.user.id : undefined })} />
            Só o que é meu
          </label>
        )}
        {filtered ? (
          <button type="button" className="btn quiet small" onClick={() => change({ busca: undefined, site: undefined, estado: undefined, pessoa: undefined })}>
            Limpar
          </button>
        ) : null}
      </search>
      <p className="summary" role="status">
        {data ? count(data.total, "conteúdo", "conteúdos") : ""}
        {data && search.visao && data.total > VIEWED ? `, os ${VIEWED} com mudanças mais recentes` : ""}
      </p>
      {error ? <FailureNote title="A lista não chegou." error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <LoadingRows says="Carregando os conteúdos" /> : null}
      {data && data.total === 0 ? <Nothing filtered={filtered} /> : null}
      {data && data.items.length > 0 ? (
        <>
          {search.visao ? (
            <Suspense fallback={<LoadingRows says="Carregando os conteúdos" />}>
              {search.visao === "quadro" ? <Board posts={data.items} siteName={siteName} /> : <Calendar posts={data.items} siteName={siteName} month={/^\d{4}-\d{2}$/.test(search.mes ?? "") ? (search.mes as string) : day(new Date()).slice(0, 7)} onMonth={(mes) => void navigate({ search: { ...search, mes } })} />}
            </Suspense>
          ) : (
            <Table key={JSON.stringify(filters)} filters={filters} total={data.total} siteName={siteName} />
          )}
        </>
      ) : null}
    </>
  );
}

/** Types ahead of the address by a moment. */
function TitleSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), 300);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <label className="with-icon">
      <Icon name="search" small />
      <span className="vh">Buscar no título</span>
      <input className="input" type="search" placeholder="Buscar no título" data-search maxLength={200} value={text} onChange={(event) => setText(event.target.value)} />
    </label>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <Empty title="Nenhum conteúdo com estes filtros.">
      <p className="soft">Retire um filtro, ou busque por outra parte do título.</p>
    </Empty>
  ) : (
    <Empty title="Ainda não há conteúdos.">
      <p className="soft">O que a equipe escrever aparece aqui, do rascunho ao que já está no ar.</p>
    </Empty>
  );
}
