// All posts in one list, with filters in the address; as a table, a board by state, and a calendar.
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { day } from "../design/dates";
import { Icon, type IconName } from "../design/icons";
import "../design/lists.css";
import { FailureNote } from "../design/notes";
import { Empty, LoadingRows } from "../design/rows";
import { count } from "../design/text";
import { useTitle } from "../design/title";
import { useMe } from "../session/use-session";
import { FilterBar } from "./filter-bar";
import { type Filters, filtersOf } from "./filters";
import { useFirstPosts } from "./post-pages";
import { Table } from "./table";

const VIEWS: { value: string | undefined; label: string; icon: IconName }[] = [
  { value: undefined, label: "Tabela", icon: "list" },
  { value: "quadro", label: "Quadro", icon: "board" },
  { value: "calendario", label: "Calendário", icon: "calendar" },
];

const Board = lazy(() => import("./board").then(({ Board }) => ({ default: Board })));
const Calendar = lazy(() => import("./calendar").then(({ Calendar }) => ({ default: Calendar })));

const route = getRouteApi("/painel/conteudos");

export function Contents() {
  useTitle("Conteúdos");
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filters = filtersOf(search);
  const { data, error, isPending, refetch } = useFirstPosts(filters);
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next } });
  const siteName = (id: number) => me.sites.find((site) => site.id === id)?.name ?? "Site";
  const filtered = Object.values(filters).some((value) => value !== undefined);
  const month = /^\d{4}-\d{2}$/.test(search.mes ?? "") ? (search.mes as string) : day(new Date()).slice(0, 7);

  return (
    <>
      <div className="page-head">
        <h1>Conteúdos</h1>
        <div className="actions">
          <div className="seg" role="group" aria-label="Visão">
            {VIEWS.map(({ value, label, icon }) => (
              <button
                key={label}
                type="button"
                aria-pressed={search.visao === value}
                onClick={() => change({ visao: value })}
              >
                <Icon name={icon} small />
                {label}
              </button>
            ))}
          </div>
        </div>
      </div>
      <FilterBar search={search} onChange={change} />
      <p className="summary" role="status">
        {data ? count(data.total, "conteúdo", "conteúdos") : ""}
      </p>
      {error ? <FailureNote title="A lista não chegou." error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <LoadingRows says="Carregando os conteúdos" /> : null}
      {data && data.total === 0 ? <Nothing filtered={filtered} /> : null}
      {data && data.items.length > 0 ? (
        search.visao ? (
          <Suspense fallback={<LoadingRows says="Carregando os conteúdos" />}>
            {search.visao === "quadro" ? (
              <Board filters={filters} siteName={siteName} />
            ) : (
              <Calendar filters={filters} siteName={siteName} month={month} onMonth={(mes) => change({ mes })} />
            )}
          </Suspense>
        ) : (
          <Table key={nameOf(filters)} filters={filters} total={data.total} siteName={siteName} />
        )
      ) : null}
    </>
  );
}

const nameOf = (filters: Filters) => JSON.stringify(filters);

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
