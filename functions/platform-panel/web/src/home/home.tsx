// The first screen: what needs the person now, and the agenda of the week.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { postsOfDays } from "../contents/post-pages";
import { ago, day, longDay, time, zoneWords } from "../design/dates";
import "../design/lists.css";
import { FailureNote } from "../design/notes";
import { Empty, LoadingRows } from "../design/rows";
import { count } from "../design/text";
import { useTitle } from "../design/title";
import { type Me, useMe } from "../session/use-session";
import { Agenda, daysFrom } from "./agenda";
import "./home.css";
import { Needs, type Summary } from "./needs";

const REFRESH = 60_000;
const WEEK = 7;

function greeting(now: Date): string {
  const hour = Number.parseInt(time(now), 10);
  if (hour < 5) return "Boa noite";
  if (hour < 12) return "Bom dia";
  return hour < 18 ? "Boa tarde" : "Boa noite";
}

export function Home() {
  const me = useMe();
  const now = new Date();
  useTitle("Início");
  return (
    <>
      <div className="page-head">
        <div>
          <h1>
            {greeting(now)}, {me.user.name.split(" ")[0]}
          </h1>
          <p>
            <span className="first">{longDay(now)}</span> · {zoneWords()}
          </p>
        </div>
      </div>
      {me.sites_total === 0 ? <NoSites me={me} /> : <Desk me={me} now={now} />}
    </>
  );
}

function NoSites({ me }: { me: Me }) {
  const creates = me.permissions.some(({ name }) => name === "sites.create");
  return (
    <Empty title="Ainda não há sites.">
      <p className="soft">
        Um conteúdo pertence ao site de um cliente.{" "}
        {creates
          ? "Conecte o primeiro; leva poucos minutos."
          : "Peça a quem administra a Pauta que inclua você em um site."}
      </p>
      {creates ? (
        <Link className="btn main" to="/painel/sites/novo">
          Conectar um site
        </Link>
      ) : null}
    </Empty>
  );
}

function Desk({ me, now }: { me: Me; now: Date }) {
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.posts.summary,
    queryFn: () => ask(api.GET("/api/v1/posts/summary")),
    refetchInterval: REFRESH,
  });
  const siteName = (id: number) => me.sites.find((site) => site.id === id)?.name ?? "Site";
  return (
    <div className="cols">
      <div className="stack">
        {error ? (
          <FailureNote title="A lista de pendências não chegou." error={error} onRetry={() => void refetch()} />
        ) : null}
        {isPending ? <LoadingRows says="Carregando o que espera por você" /> : null}
        {data ? <Needs me={me} summary={data} now={now} siteName={siteName} /> : null}
        <Week now={now} siteName={siteName} />
      </div>
      <aside className="stack" aria-label="Resumo">
        <Drafts me={me} now={now} siteName={siteName} />
        {data ? <Sites summary={data} me={me} siteName={siteName} /> : null}
      </aside>
    </div>
  );
}

type SiteName = (id: number) => string;

function Week({ now, siteName }: { now: Date; siteName: SiteName }) {
  const days = daysFrom(now, WEEK);
  const [first, last] = [day(days[0] ?? now), day(days.at(-1) ?? now)];
  const { data, error, refetch } = useQuery({
    queryKey: keys.posts.week(first),
    queryFn: () => postsOfDays({}, first, last),
    refetchInterval: REFRESH,
  });
  return (
    <section className="sec" aria-labelledby="h-week">
      <header>
        <h2 id="h-week">A pauta da semana</h2>
        {data ? <span className="num">{count(data.length, "saída", "saídas")}</span> : null}
        <Link className="right sm" to="/painel/conteudos" search={{ visao: "calendario" }}>
          Calendário
        </Link>
      </header>
      {error ? <FailureNote title="A pauta não chegou." error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Agenda days={days} entries={data} now={now} siteName={siteName} /> : null}
    </section>
  );
}

function Drafts({ me, now, siteName }: { me: Me; now: Date; siteName: SiteName }) {
  const { data } = useQuery({
    queryKey: keys.posts.drafts(me.user.id),
    queryFn: () =>
      ask(api.GET("/api/v1/posts", { params: { query: { user_id: me.user.id, state: ["draft"], per_page: 5 } } })),
  });
  return (
    <section className="sec" aria-labelledby="h-cont">
      <header>
        <h2 id="h-cont">Continue de onde parou</h2>
      </header>
      {data?.total === 0 ? <p className="soft sm pad">Seus rascunhos aparecem aqui.</p> : null}
      <ul className="plain">
        {data?.items.map((post) => (
          <li key={post.id}>
            <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }}>
              {post.title || "Sem título"}
            </Link>
            <small>
              {siteName(post.site_id)} · {ago(post.updated_at, now)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The sites whose publications stopped or are being repeated. */
function Sites({ summary, me, siteName }: { summary: Summary; me: Me; siteName: SiteName }) {
  const failing = summary.sites.filter(({ states }) => states.parked + states.retrying > 0);
  if (failing.length === 0) return null;
  return (
    <section className="sec" aria-labelledby="h-site">
      <header>
        <h2 id="h-site">Sites que falham</h2>
        <span className="num">
          {failing.length} de {me.sites_total}
        </span>
      </header>
      <ul className="plain">
        {failing.map(({ site_id, states }) => (
          <li key={site_id}>
            <Link to="/painel/sites/$id" params={{ id: String(site_id) }}>
              {siteName(site_id)}
            </Link>
            <small>
              {[
                states.parked > 0 ? count(states.parked, "publicação parada", "publicações paradas") : "",
                states.retrying > 0 ? `${states.retrying} tentando de novo` : "",
              ]
                .filter(Boolean)
                .join(", ")}{" "}
              · o teste da conexão diz a causa
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
