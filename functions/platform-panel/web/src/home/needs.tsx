// What asks for the person now: stopped publications, the client's wishes, and approvals that take long or are due.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { keys } from "../api/keys";
import type { components } from "../api/schema";
import type { Opened } from "../contents/post-dialog";
import { allPosts, type Post } from "../contents/post-pages";
import { ago, when } from "../design/dates";
import { FailureNote } from "../design/notes";
import { Empty, LoadingRows } from "../design/rows";
import { State, type StateWord } from "../design/state";
import { may, type Me } from "../session/use-session";

const PostDialog = lazy(() => import("../contents/post-dialog").then(({ PostDialog }) => ({ default: PostDialog })));

export type Summary = components["schemas"]["PostsSummary"];

/** Entries that the screen shows; the list of posts has the others. */
const SHOWN = 12;
const DAY = 86_400_000;
/** An approval that was asked for longer ago is slow. */
const SLOW = 2 * DAY;

const ORDER: StateWord[] = ["parked", "adjustments", "rejected", "with_client"];
/** The same states in the address of the list. */
const ADDRESS = "falhou,ajustes,rejeitado,com-o-cliente";

/** Whether a post that is with the client needs attention: asked long ago, or due within a day. */
function presses(post: Post, now: Date): boolean {
  const asked = post.approval_requested_at ? now.getTime() - Date.parse(post.approval_requested_at) : 0;
  const due = post.scheduled_at ? Date.parse(post.scheduled_at) - now.getTime() : Number.POSITIVE_INFINITY;
  return asked >= SLOW || due <= DAY;
}

/** Waits by the nearest date, then by the oldest request; the others by the oldest edit. */
function urgency(post: Post): string {
  if (post.state !== "with_client") return post.updated_at;
  return post.scheduled_at ?? `9999 ${post.approval_requested_at ?? ""}`;
}

type Props = { me: Me; summary: Summary; now: Date; siteName: (id: number) => string };

export function Needs({ me, summary, now, siteName }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  // A writer cannot send a post again, and the wait for a client is the editor's.
  const mine = may(me, "posts.publish") ? ORDER : (["adjustments", "rejected"] satisfies StateWord[]);
  const state = mine.filter((word) => summary.states[word] > 0);
  const { data, error, refetch, isLoading } = useQuery({
    queryKey: keys.posts.needs(state, summary.states),
    // All of them: the oldest request may belong to the post with the oldest edit, on the last page.
    queryFn: () => allPosts({ state }),
    placeholderData: (before) => before,
    enabled: state.length > 0,
  });
  if (error)
    return <FailureNote title="A lista de pendências não chegou." error={error} onRetry={() => void refetch()} />;
  if (isLoading) return <LoadingRows says="Carregando o que espera por você" />;
  const needed = (state.length > 0 ? (data ?? []) : [])
    .filter((post) => post.state !== "with_client" || presses(post, now))
    .sort(
      (one, other) =>
        ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || urgency(one).localeCompare(urgency(other)),
    );
  return (
    <section className="sec" aria-labelledby="h-need">
      <header>
        <h2 id="h-need">Precisa de você agora</h2>
        {needed.length > 0 ? <span className="num">{needed.length}</span> : null}
      </header>
      {needed.length === 0 ? (
        <Empty title="Nada espera por você.">
          <p className="soft">
            Ajustes de clientes, aprovações demoradas e publicações paradas aparecem aqui assim que acontecem.
          </p>
          <Link className="btn" to="/painel/conteudos">
            Ver os conteúdos
          </Link>
        </Empty>
      ) : (
        <ul className="need">
          {needed.slice(0, SHOWN).map((post) => (
            <li key={post.id}>
              <div className="st-cell">
                <State post={post} />
              </div>
              <div>
                <h3>
                  <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }}>
                    {post.title || "Sem título"}
                  </Link>
                </h3>
                <Why post={post} site={siteName(post.site_id)} now={now} />
                <p className="meta">
                  {[
                    siteName(post.site_id),
                    post.details?.author_name ? `escrito por ${post.details.author_name}` : "",
                    `mudou ${ago(post.updated_at, now)}`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
              </div>
              <div className="acts">
                <Action post={post} onOpen={setOpened} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {needed.length > SHOWN ? (
        <p className="pad">
          <Link to="/painel/conteudos" search={{ estado: ADDRESS }}>
            Ver os outros {needed.length - SHOWN} em Conteúdos
          </Link>
        </p>
      ) : null}
      {opened ? (
        <Suspense fallback={null}>
          <PostDialog opened={opened} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** The one thing to do about a post. */
function Action({ post, onOpen }: { post: Post; onOpen: (opened: Opened) => void }) {
  const named = <span className="vh">: {post.title || "sem título"}</span>;
  if (post.state === "parked") {
    return (
      <button type="button" className="btn main" onClick={() => onOpen({ id: post.id, what: "publish" })}>
        Ver e tentar de novo{named}
      </button>
    );
  }
  if (post.state === "with_client") {
    return (
      <button type="button" className="btn" onClick={() => onOpen({ id: post.id, what: "approval" })}>
        Pedir de novo…{named}
      </button>
    );
  }
  return (
    <Link className="btn" to="/painel/conteudos/$id" params={{ id: String(post.id) }} search={{ aba: "cliente" }}>
      {post.state === "rejected" ? "Ver a resposta" : "Ver os ajustes"}
      {named}
    </Link>
  );
}

/** What happened, in the words of the host or the client. */
function Why({ post, site, now }: { post: Post; site: string; now: Date }) {
  const { publication, client_comment } = post.details ?? {};
  if (post.state === "parked") {
    return (
      <p className="what">
        O envio para {site} parou. {publication?.error ? <span className="said">“{publication.error}”</span> : null}
      </p>
    );
  }
  if (post.state === "with_client") {
    return (
      <p className="what">
        {site} ainda não respondeu.
        {post.approval_requested_at ? ` O pedido saiu ${ago(post.approval_requested_at, now)}.` : ""}
        {post.scheduled_at ? ` A data marcada é ${when(post.scheduled_at, now)}.` : ""}
      </p>
    );
  }
  return client_comment ? (
    <p className="what said">“{client_comment}”</p>
  ) : (
    <p className="what">O cliente não deixou comentário.</p>
  );
}
