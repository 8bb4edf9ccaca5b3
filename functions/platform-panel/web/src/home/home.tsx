// The first screen: what needs the person now, and the agenda of the week.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { api, ask } from "../api/client";
import type { components } from "../api/schema";
import { ago, day, daysBetween, longDay, shortDay, time, when } from "../design/dates";
import "../design/lists.css";
import { FailureNote } from "../design/notes";
import { Empty, LoadingRows } from "../design/rows";
import { State, stateOf } from "../design/state";
import { useTitle } from "../design/title";
import { type Me, useMe } from "../session/use-session";
import "./home.css";

/** Posts of the newest edits that the screen considers. */
const CONSIDERED = 100;

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
            <span className="first">{longDay(now)}</span> · horário de São Paulo
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
      <p className="soft">Um conteúdo pertence ao site de um cliente. {creates ? "Conecte o primeiro; leva poucos minutos." : "Peça a quem administra a Pauta que inclua você em um site."}</p>
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
    queryKey: ["posts", "home"],
    queryFn: () => ask(api.GET("/api/v1/posts", { params: { query: { per_page: CONSIDERED, details: true } } })),
    refetchInterval: 60_000,
  });
  if (isPending) return <LoadingRows says="Carregando o que espera por você" />;
  if (error) return <FailureNote title="A lista de pendências não chegou." error={error} onRetry={() => void refetch()} />;
  const needed = data.items.filter((post) => ["failed", "adjustments", "rejected", "pending"].includes(stateOf(post)));
  const order = ["failed", "adjustments", "rejected", "pending"];
  needed.sort((one, other) => order.indexOf(stateOf(one)) - order.indexOf(stateOf(other)) || one.updated_at.localeCompare(other.updated_at));
  const today = day(now);
  const week = data.items
    .map((post) => ({ post, at: post.scheduled_at ?? post.published_at }))
    .filter((entry): entry is typeof entry & { at: string } => {
      const distance = entry.at ? daysBetween(today, day(entry.at)) : -1;
      return distance >= 0 && distance < 7;
    })
    .sort((one, other) => one.at.localeCompare(other.at));
  const drafts = data.items.filter((post) => post.user_id === me.user.id && stateOf(post) === "draft").slice(0, 5);
  const siteName = (id: number) => me.sites.find((site) => site.id === id)?.name ?? "Site";
  return (
    <div className="cols">
      <div className="stack">
        <section className="sec" aria-labelledby="h-need">
          <header>
            <h2 id="h-need">Pede você agora</h2>
            {needed.length > 0 ? <span className="num">{needed.length}</span> : null}
          </header>
          {needed.length === 0 ? (
            <Empty title="Nada espera por você.">
              <p className="soft">Ajustes de clientes, aprovações demoradas e publicações paradas aparecem aqui assim que acontecem.</p>
            </Empty>
          ) : (
            <ul className="need">
              {needed.map((post) => (
                <li key={post.id}>
                  <div>
                    <State post={post} />
                  </div>
                  <div>
                    <h3>
                      <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }}>
                        {post.title || "Sem título"}
                      </Link>
                    </h3>
                    <Why post={post} site={siteName(post.site_id)} />
                    <p className="meta">
                      {siteName(post.site_id)} · mudou {ago(post.updated_at, now)}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className="sec" aria-labelledby="h-week">
          <header>
            <h2 id="h-week">A pauta da semana</h2>
            <span className="num">{week.length === 1 ? "1 saída" : `${week.length} saídas`}</span>
          </header>
          <Agenda entries={week} today={today} now={now} siteName={siteName} />
        </section>
      </div>
      <aside className="stack" aria-label="Resumo">
        <section className="sec" aria-labelledby="h-cont">
          <header>
            <h2 id="h-cont">Continue de onde parou</h2>
          </header>
          {drafts.length === 0 ? <p className="soft sm pad">Seus rascunhos aparecem aqui.</p> : null}
          <ul className="plain">
            {drafts.map((post) => (
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
      </aside>
    </div>
  );
}

/** What happened, in the words of the host or the client. */
function Why({ post, site }: { post: components["schemas"]["PostItem"]; site: string }) {
  const { publication, client_comment } = post.details ?? {};
  if (stateOf(post) === "failed") {
    return (
      <p className="what">
        O envio para {site} parou. {publication?.error ? <span className="said">{publication.error}</span> : null}
      </p>
    );
  }
  if (stateOf(post) === "pending") return <p className="what">O cliente ainda não respondeu.{post.scheduled_at ? ` A data marcada é ${when(post.scheduled_at)}.` : ""}</p>;
  return client_comment ? <p className="what said">“{client_comment}”</p> : null;
}

type Entry = { at: string; post: { id: number; title: string; site_id: number } & Parameters<typeof State>[0]["post"] };

function Agenda({ entries, today, now, siteName }: { entries: Entry[]; today: string; now: Date; siteName: (id: number) => string }) {
  const days = Array.from({ length: 7 }, (_, distance) => new Date(now.getTime() + distance * 86_400_000));
  return (
    <div className="agenda">
      {days.map((date) => {
        const name = day(date);
        const own = entries.filter(({ at }) => day(at) === name);
        const [weekday] = shortDay(date).split(",");
        return (
          <div key={name} className={name === today ? "day today" : "day"}>
            <h3>
              <b>{Number(name.slice(8))}</b> {name === today ? "hoje" : weekday}
            </h3>
            {own.length === 0 ? (
              <p className="free">Nenhuma saída marcada</p>
            ) : (
              <ul>
                {own.map(({ post, at }) => (
                  <li key={post.id}>
                    <span className="num">{time(at)}</span>
                    <div>
                      <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }}>
                        {post.title || "Sem título"}
                      </Link>
                      <small>{siteName(post.site_id)}</small>
                    </div>
                    <State post={post} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      })}
    </div>
  );
}
