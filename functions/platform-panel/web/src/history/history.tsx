// Every post that was ever created, by client and year; deleted ones can be restored.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { full } from "../design/dates";
import { Icon } from "../design/icons";
import "../design/lists.css";
import { FailureNote } from "../design/notes";
import { Empty, LoadingRows, Pages } from "../design/rows";
import { State } from "../design/state";
import { count } from "../design/text";
import { useTitle } from "../design/title";
import { may, useMe } from "../session/use-session";
import { ClearDialog } from "./clear-dialog";

type Item = components["schemas"]["HistoryItem"];

const PER_PAGE = 50;
const MONTHS = [
  "janeiro",
  "fevereiro",
  "março",
  "abril",
  "maio",
  "junho",
  "julho",
  "agosto",
  "setembro",
  "outubro",
  "novembro",
  "dezembro",
];

const route = getRouteApi("/painel/historico");

export function History() {
  useTitle("Histórico");
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [clearing, setClearing] = useState(false);
  const page = search.pagina ?? 1;
  const query = {
    year: search.ano,
    month: search.mes,
    site_id: search.site,
    deleted: search.excluidos ? true : undefined,
    page,
    per_page: PER_PAGE,
  };
  const years = useQuery({ queryKey: keys.posts.years, queryFn: () => ask(api.GET("/api/v1/posts/history/years")) });
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.posts.history(query),
    queryFn: () => ask(api.GET("/api/v1/posts/history", { params: { query } })),
    placeholderData: keepPreviousData,
  });
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, pagina: undefined, ...next } });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Histórico</h1>
          <p>Tudo o que a equipe criou, por cliente.</p>
        </div>
        {may(me, "history.clear") ? (
          <div className="actions">
            <button type="button" className="btn" onClick={() => setClearing(true)}>
              Limpar histórico…
            </button>
          </div>
        ) : null}
      </div>
      <search className="filters" aria-label="Filtrar o histórico">
        <select
          className="input"
          aria-label="Ano"
          value={search.ano ?? ""}
          onChange={(event) => change({ ano: Number(event.target.value) || undefined })}
        >
          <option value="">Todos os anos</option>
          {years.data?.years.map((year) => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label="Mês"
          value={search.mes ?? ""}
          onChange={(event) => change({ mes: Number(event.target.value) || undefined })}
        >
          <option value="">Todos os meses</option>
          {MONTHS.map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label="Cliente"
          value={search.site ?? ""}
          onChange={(event) => change({ site: Number(event.target.value) || undefined })}
        >
          <option value="">Todos os clientes</option>
          {data?.clients.map((client) => (
            <option key={client.site_id} value={client.site_id}>
              {client.name ?? `Site ${client.site_id}, excluído`} ({client.posts})
            </option>
          ))}
        </select>
        <label className="check sm">
          <input
            type="checkbox"
            checked={search.excluidos === true}
            onChange={(event) => change({ excluidos: event.target.checked || undefined })}
          />
          Só excluídos
        </label>
      </search>
      <p className="summary" role="status">
        {data ? count(data.total, "conteúdo", "conteúdos") : ""}
      </p>
      {error ? <FailureNote title="O histórico não chegou." error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <LoadingRows says="Carregando o histórico" /> : null}
      {data && data.total === 0 ? <Empty title="Nada neste período." /> : null}
      {data
        ? byClient(data).map(({ site, name, items }) => (
            <Client key={site} name={name} items={items} restores={may(me, "posts.delete")} />
          ))
        : null}
      {data ? (
        <Pages
          page={page}
          perPage={PER_PAGE}
          total={data.total}
          onPage={(pagina) => void navigate({ search: { ...search, pagina } })}
        />
      ) : null}
      {clearing ? <ClearDialog onClose={() => setClearing(false)} /> : null}
    </>
  );
}

/** The posts of the page, by client in the order of their newest post. */
function byClient({
  items,
  clients,
}: components["schemas"]["HistoryPage"]): { site: number; name: string; items: Item[] }[] {
  const groups = new Map<number, Item[]>();
  for (const item of items) groups.set(item.site_id, [...(groups.get(item.site_id) ?? []), item]);
  return [...groups].map(([site, items]) => ({
    site,
    items,
    name: clients.find(({ site_id }) => site_id === site)?.name ?? `Site ${site}, excluído`,
  }));
}

function Client({ name, items, restores }: { name: string; items: Item[]; restores: boolean }) {
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: (id: number) => ask(api.POST("/api/v1/posts/{id}/restore", { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.posts.all }),
  });
  return (
    <section className="sec client">
      <header>
        <h2>{name}</h2>
        <span className="num">{items.length}</span>
      </header>
      {restore.error ? <FailureNote title="Não foi restaurado." error={restore.error} /> : null}
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Título</th>
            <th scope="col">Estado</th>
            <th scope="col" className="c-who">
              Quem escreveu
            </th>
            <th scope="col">Criado</th>
            <th scope="col">
              <span className="vh">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td className="t">
                {item.deleted_at ? (
                  <strong className="gone">{item.title || "Sem título"}</strong>
                ) : (
                  <Link to="/painel/conteudos/$id" params={{ id: String(item.id) }}>
                    {item.title || "Sem título"}
                  </Link>
                )}
                <small>
                  {count(item.words, "palavra", "palavras")}
                  {item.deleted_at
                    ? ` · excluído ${item.deleted_by?.name ? `por ${item.deleted_by.name} ` : ""}em ${full(item.deleted_at)}`
                    : ""}
                </small>
              </td>
              <td className="st-c">
                <State post={item} />
              </td>
              <td className="c-who">{item.author.name ?? "—"}</td>
              <td className="when num">
                <b>{full(item.created_at)}</b>
              </td>
              <td className="right">
                {item.deleted_at && restores ? (
                  <button
                    type="button"
                    className="btn small"
                    disabled={restore.isPending}
                    onClick={() => restore.mutate(item.id)}
                  >
                    <Icon name="undo" small />
                    Restaurar<span className="vh"> {item.title}</span>
                  </button>
                ) : item.host_post_url ? (
                  <a className="btn quiet small" href={item.host_post_url} target="_blank" rel="noreferrer">
                    Ver no site<span className="vh">: {item.title}</span>
                  </a>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
