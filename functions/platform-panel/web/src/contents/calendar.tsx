// The month of publications. Dragging a post to another day keeps its hour; the answer of the platform is shown.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask } from "../api/client";
import { day, longDay, time, ZONE } from "../design/dates";
import { Icon } from "../design/icons";
import { FailureNote } from "../design/notes";
import { State, stateOf } from "../design/state";
import { atSaoPaulo } from "../editor/schedule";
import { may, useMe } from "../session/use-session";
import type { Post } from "./moves";
import { type Opened, PostDialog } from "./post-dialog";
import "./views.css";

const WEEKDAYS = ["seg.", "ter.", "qua.", "qui.", "sex.", "sáb.", "dom."];

type Entry = { post: Post; at: string };

const dateOf = (post: Post) => post.scheduled_at ?? post.published_at ?? null;

/** Days of the six weeks around a month, from a Monday. */
function daysOf(month: string): string[] {
  const first = new Date(`${month}-01T12:00:00Z`);
  const offset = (first.getUTCDay() + 6) % 7;
  const start = first.getTime() - offset * 86_400_000;
  const days = Array.from({ length: 42 }, (_, index) => new Date(start + index * 86_400_000).toISOString().slice(0, 10));
  return days.slice(35).every((name) => !name.startsWith(month)) ? days.slice(0, 35) : days;
}

function neighbour(month: string, step: number): string {
  const date = new Date(`${month}-15T12:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + step);
  return date.toISOString().slice(0, 7);
}

export function Calendar({ posts, month, onMonth, siteName }: { posts: Post[]; month: string; onMonth: (month: string) => void; siteName: (id: number) => string }) {
  const me = useMe();
  const queries = useQueryClient();
  const publishes = may(me, "posts.publish");
  const [dragged, setDragged] = useState<Entry | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const today = day(new Date());
  const entries = posts.flatMap((post): Entry[] => {
    const at = dateOf(post);
    return at ? [{ post, at }] : [];
  });
  const move = useMutation({
    mutationFn: ({ entry, to }: { entry: Entry; to: string }) => {
      const at = atSaoPaulo(`${to}T${time(entry.at)}`);
      return ask(api.POST("/api/v1/posts/{id}/schedule", { params: { path: { id: entry.post.id } }, body: { scheduled_at: (at ?? new Date()).toISOString().replace(".000", "") }, headers: { "idempotency-key": crypto.randomUUID() } }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["posts"] }),
  });
  const moving = move.isPending ? move.variables : null;
  const movable = (post: Post) => publishes && post.scheduled_at !== null && post.scheduled_at !== undefined && post.status !== "published";
  const title = new Intl.DateTimeFormat("pt-BR", { timeZone: ZONE, month: "long", year: "numeric" }).format(new Date(`${month}-15T12:00:00Z`));
  const days = daysOf(month);
  const undated = posts.filter((post) => !dateOf(post) && post.status === "draft");
  const onDay = (name: string) => entries.filter(({ at }) => day(at) === name).sort((one, other) => one.at.localeCompare(other.at));
  return (
    <>
      <div className="cal-head">
        <h2>{title}</h2>
        <button type="button" className="btn icon small" aria-label="Mês anterior" onClick={() => onMonth(neighbour(month, -1))}>
          <Icon name="back" small />
        </button>
        <button type="button" className="btn icon small" aria-label="Mês seguinte" onClick={() => onMonth(neighbour(month, 1))}>
          <Icon name="forward" small />
        </button>
        {month === today.slice(0, 7) ? null : (
          <button type="button" className="btn small" onClick={() => onMonth(today.slice(0, 7))}>
            Este mês
          </button>
        )}
        <span className="soft sm" role="status">
          {moving ? `Aguardando a resposta de ${siteName(moving.entry.post.site_id)}…` : move.isSuccess ? "Data mudada." : ""}
        </span>
      </div>
      {move.error ? <FailureNote title="A data não mudou." error={move.error} /> : null}
      <div className="cal">
        {WEEKDAYS.map((name) => (
          <div key={name} className="wd" aria-hidden="true">
            {name}
          </div>
        ))}
        {days.map((name) => (
          <section
            key={name}
            aria-label={longDay(`${name}T15:00:00Z`)}
            className={["d", name.startsWith(month) ? "" : "out", name === today ? "today" : "", over === name ? "over" : ""].filter(Boolean).join(" ")}
            onDragOver={(event) => {
              if (!dragged || name < today) return;
              event.preventDefault();
              if (over !== name) setOver(name);
            }}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged && day(dragged.at) !== name) move.mutate({ entry: dragged, to: name });
              setDragged(null);
              setOver(null);
            }}
          >
            <span className="n">{Number(name.slice(8))}</span>
            {onDay(name).map((entry) => (
              <Event key={entry.post.id} entry={entry} ghost={moving?.entry.post.id === entry.post.id} movable={movable(entry.post)} onDrag={setDragged} />
            ))}
            {moving?.to === name ? <Event entry={moving.entry} arriving movable={false} onDrag={setDragged} /> : null}
          </section>
        ))}
      </div>
      <div className="agenda7">
        {days
          .filter((name) => name.startsWith(month) && onDay(name).length > 0)
          .map((name) => (
            <div key={name}>
              <h3>{longDay(`${name}T15:00:00Z`)}</h3>
              <ul>
                {onDay(name).map(({ post, at }) => (
                  <li key={post.id}>
                    <span className="num">{time(at)}</span>
                    <p>
                      <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }}>
                        {post.title || "Sem título"}
                      </Link>
                      <small>{siteName(post.site_id)}</small>
                    </p>
                    <State post={post} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </div>
      {undated.length > 0 ? (
        <section className="sec tray" aria-labelledby="h-tray">
          <header>
            <h2 id="h-tray">Sem data</h2>
            <span className="num">{undated.length}</span>
          </header>
          <ul>
            {undated.map((post) => (
              <li key={post.id}>
                <State post={post} />
                <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }}>
                  {post.title || "Sem título"}
                </Link>
                {publishes ? (
                  <button type="button" className="btn quiet small" onClick={() => setOpened({ id: post.id, what: "publish" })}>
                    Escolher a data<span className="vh">: {post.title}</span>
                  </button>
                ) : null}
                <small>{siteName(post.site_id)}</small>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {opened ? <PostDialog opened={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

type EventProps = { entry: Entry; ghost?: boolean; arriving?: boolean; movable: boolean; onDrag: (entry: Entry | null) => void };

function Event({ entry, ghost = false, arriving = false, movable, onDrag }: EventProps) {
  const state = stateOf(entry.post);
  return (
    <Link
      className={["ev", state === "sending" ? "pending" : state, ghost ? "ghost" : "", arriving ? "moving" : ""].filter(Boolean).join(" ")}
      to="/painel/conteudos/$id"
      params={{ id: String(entry.post.id) }}
      draggable={movable}
      onDragStart={() => onDrag(entry)}
      onDragEnd={() => onDrag(null)}
    >
      <span>
        <b>{time(entry.at)}</b> {entry.post.title || "Sem título"}
      </span>
    </Link>
  );
}
