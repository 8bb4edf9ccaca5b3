// All posts in one list, with filters in the address.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";

import { api, ask } from "../api/client";
import type { components } from "../api/schema";
import { ago, day, when } from "../design/dates";
import { Icon, type IconName } from "../design/icons";
import "../design/lists.css";
import { FailureNote } from "../design/notes";
import { BulkBar } from "./bulk";
import { Empty, LoadingRows, Pages } from "../design/rows";
import { State, stateOf } from "../design/state";
import { count } from "../design/text";
import { useTitle } from "../design/title";
import { useMe } from "../session/use-session";

type Post = components["schemas"]["PostItem"];
type Status = components["schemas"]["StatusWord"];
type Label = components["schemas"]["LabelFilter"];

const PER_PAGE = 20;
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
  const page = search.pagina ?? 1;
  const query = { q: search.busca, site_id: search.site, user_id: search.pessoa, status: state?.status, approval: state?.approval, details: true, page: search.visao ? 1 : page, per_page: search.visao ? VIEWED : PER_PAGE };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["posts", "list", query],
    queryFn: () => ask(api.GET("/api/v1/posts", { params: { query } })),
    placeholderData: keepPreviousData,
  });
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, pagina: undefined, ...next } });
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
            <>
              <Table posts={data.items} siteName={siteName} />
              <Pages page={page} perPage={PER_PAGE} total={data.total} onPage={(pagina) => void navigate({ search: { ...search, pagina } })} />
            </>
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

function Table({ posts, siteName }: { posts: Post[]; siteName: (id: number) => string }) {
  const [chosen, setChosen] = useState<number[]>([]);
  const selected = posts.filter(({ id }) => chosen.includes(id));
  return (
    <>
      <table className="list">
      <thead>
        <tr>
          <th scope="col" className="sel">
            <input type="checkbox" aria-label="Selecionar todos desta página" checked={selected.length === posts.length} onChange={(event) => setChosen(event.target.checked ? posts.map(({ id }) => id) : [])} />
          </th>
          <th scope="col">Título</th>
          <th scope="col">Estado</th>
          <th scope="col" className="c-site">
            Site
          </th>
          <th scope="col" className="c-who">
            Responsável
          </th>
          <th scope="col">Data</th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <tr key={post.id} className={chosen.includes(post.id) ? "chosen" : undefined}>
            <td className="sel">
              <input type="checkbox" aria-label={`Selecionar ${post.title || "sem título"}`} checked={chosen.includes(post.id)} onChange={(event) => setChosen(event.target.checked ? [...chosen, post.id] : chosen.filter((id) => id !== post.id))} />
            </td>
            <td className="t">
              <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }}>
                {post.title || "Sem título"}
              </Link>
              <small>
                {post.changed_after_approval ? (
                  <span className="flag">
                    <Icon name="warn" small /> Mudou depois da aprovação ·{" "}
                  </span>
                ) : null}
                {why(post)}
              </small>
            </td>
            <td className="st-c">
              <State post={post} />
            </td>
            <td className="c-site">{siteName(post.site_id)}</td>
            <td className="c-who">{post.details?.author_name ?? ""}</td>
            <td className="when num">
              <When post={post} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
      <BulkBar posts={selected} onClear={() => setChosen([])} />
    </>
  );
}

/** Why the post stands where it stands. */
function why(post: Post) {
  const { publication, client_comment } = post.details ?? {};
  const state = stateOf(post);
  if (state === "failed" && publication?.error) return <span className="said">“{publication.error}”</span>;
  if ((state === "adjustments" || state === "rejected") && client_comment) return <span className="said">“{client_comment}”</span>;
  return `mudou ${ago(post.updated_at)}`;
}

function When({ post }: { post: Post }) {
  if (post.published_at) {
    return (
      <>
        <b>{when(post.published_at)}</b>
        {post.host_post_url ? (
          <small>
            <a href={post.host_post_url} rel="noreferrer" target="_blank">
              Ver no site
            </a>
          </small>
        ) : null}
      </>
    );
  }
  if (!post.scheduled_at) return <span className="faint">sem data</span>;
  return (
    <>
      <b>{when(post.scheduled_at)}</b>
      {post.status === "draft" ? <small>se o cliente aprovar</small> : null}
    </>
  );
}
