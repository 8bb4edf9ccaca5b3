// The month of publications. Dragging a post to another day keeps its hour; the answer of the platform is shown.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { useOnce } from "../api/once";
import { day, dayWords, time } from "../design/dates";
import { DateField } from "../design/date-field";
import { DialogFrame } from "../design/dialog";
import { MonthSteps, monthName } from "../design/month-steps";
import { FailureNote } from "../design/notes";
import { AWAITING_HOST, BADGES, State } from "../design/state";
import { instantOf } from "../editor/schedule";
import { may, useMe } from "../session/use-session";
import type { Filters } from "./filters";
import { useMoveKey } from "./move-dialog";
import { type Opened, PostDialog } from "./post-dialog";
import { type Dated as Entry, dateOf, type Post, postsOfDays, useFurtherPosts } from "./post-pages";
import "./views.css";

const WEEKDAYS = ["seg.", "ter.", "qua.", "qui.", "sex.", "sáb.", "dom."];

/** The states in which a post may have no date yet. */
const UNDATED: Post["state"][] = ["draft", "with_client", "adjustments", "rejected", "approved", "parked"];

/** Days of the six weeks around a month, from a Monday. */
function daysOf(month: string): string[] {
  const first = new Date(`${month}-01T12:00:00Z`);
  const offset = (first.getUTCDay() + 6) % 7;
  const start = first.getTime() - offset * 86_400_000;
  const days = Array.from({ length: 42 }, (_, index) =>
    new Date(start + index * 86_400_000).toISOString().slice(0, 10),
  );
  return days.slice(35).every((name) => !name.startsWith(month)) ? days.slice(0, 35) : days;
}

/** What became of a new date, by the state of its post. */
function answer(site: string, state: Post["state"] | undefined): string {
  if (state === "sending") return `Aguardando a resposta de ${site}…`;
  if (state === "retrying") return `${site} não respondeu. A Pauta tenta de novo.`;
  if (state === "parked") return `${site} não aceitou a data nova. Abra o conteúdo para ver a resposta.`;
  return state === "scheduled" ? `${site} confirmou a data nova.` : "Data mudada.";
}

type Props = { filters: Filters; month: string; onMonth: (month: string) => void; siteName: (id: number) => string };

export function Calendar({ filters, month, onMonth, siteName }: Props) {
  const me = useMe();
  const queries = useQueryClient();
  const publishes = may(me, "posts.publish");
  const [dragged, setDragged] = useState<Entry | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [picked, setPicked] = useState<Entry | null>(null);
  const today = day(new Date());
  const days = daysOf(month);
  const [first, last] = [days[0] ?? today, days.at(-1) ?? today];
  const found = useQuery({
    queryKey: keys.posts.days(filters, first, last),
    queryFn: () => postsOfDays(filters, first, last),
    placeholderData: keepPreviousData,
    // What the site answers to a new date.
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ post }) => AWAITING_HOST.includes(post.state)) ? 3_000 : false,
  });
  const entries = found.data ?? [];
  const move = useOnce({
    send: ({ entry, to }: { entry: Entry; to: string }, headers) => {
      const at = instantOf(`${to}T${time(entry.at)}`);
      return ask(
        api.POST("/api/v1/posts/{id}/schedule", {
          params: { path: { id: entry.post.id } },
          body: { scheduled_at: (at ?? new Date()).toISOString().replace(".000", "") },
          headers,
        }),
      );
    },
    target: ({ entry }) => entry.post.id,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.posts.all }),
  });
  const moving = move.isPending ? move.variables : null;
  const movable = (post: Post) =>
    publishes && post.scheduled_at !== null && post.scheduled_at !== undefined && post.status !== "published";
  useMoveKey((id) => setPicked(entries.find(({ post }) => post.id === id && movable(post)) ?? null));
  const onDay = (name: string) =>
    entries.filter(({ at }) => day(at) === name).sort((one, other) => one.at.localeCompare(other.at));
  return (
    <>
      <div className="cal-head">
        <h2>{monthName(month)}</h2>
        <MonthSteps month={month} today={today} onMonth={onMonth} />
        <span className="soft sm" role="status">
          {move.variables && !move.isError
            ? answer(
                siteName(move.variables.entry.post.site_id),
                move.isSuccess
                  ? entries.find(({ post }) => post.id === move.variables.entry.post.id)?.post.state
                  : "sending",
              )
            : ""}
        </span>
      </div>
      {found.error ? (
        <FailureNote title="O mês não chegou." error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
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
            aria-label={dayWords(name)}
            className={[
              "d",
              name.startsWith(month) ? "" : "out",
              name === today ? "today" : "",
              over === name ? "aimed" : "",
            ]
              .filter(Boolean)
              .join(" ")}
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
              <Event
                key={entry.post.id}
                entry={entry}
                ghost={moving?.entry.post.id === entry.post.id}
                movable={movable(entry.post)}
                onDrag={setDragged}
              />
            ))}
            {moving?.to === name ? <Event entry={moving.entry} arriving movable={false} onDrag={setDragged} /> : null}
          </section>
        ))}
      </div>
      <div className="agenda7">
        {found.isSuccess &&
        !found.isPlaceholderData &&
        !days.some((name) => name.startsWith(month) && onDay(name).length > 0) ? (
          <p className="soft">Nada neste mês.</p>
        ) : null}
        {days
          .filter((name) => name.startsWith(month) && onDay(name).length > 0)
          .map((name) => (
            <div key={name}>
              <h3>{dayWords(name)}</h3>
              <ul>
                {onDay(name).map(({ post, at }) => (
                  <li key={post.id} data-post={post.id}>
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
      <Undated filters={filters} siteName={siteName} publishes={publishes} onOpen={setOpened} />
      {opened ? <PostDialog opened={opened} onClose={() => setOpened(null)} /> : null}
      {picked ? (
        <DayDialog
          entry={picked}
          today={today}
          onClose={() => setPicked(null)}
          onDay={(to) => {
            setPicked(null);
            if (to !== day(picked.at)) move.mutate({ entry: picked, to });
          }}
        />
      ) : null}
    </>
  );
}

/** Another day for a post, by the keyboard. The hour stays. */
function DayDialog({
  entry,
  today,
  onDay,
  onClose,
}: {
  entry: Entry;
  today: string;
  onDay: (day: string) => void;
  onClose: () => void;
}) {
  const [to, setTo] = useState(day(entry.at));
  return (
    <DialogFrame title="Mudar o dia" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          onDay(to);
        }}
      >
        <p className="sm soft">
          “{entry.post.title || "Sem título"}” sai às {time(entry.at)}; a hora fica.
        </p>
        <DateField
          label="Novo dia"
          min={today}
          value={to}
          onChange={setTo}
          error={to !== "" && to < today ? "Esse dia já passou. Escolha hoje ou um dia depois." : null}
        />
        <div className="ends">
          <button type="button" className="btn quiet" onClick={onClose}>
            Manter
          </button>
          <button type="submit" className="btn main" disabled={to < today}>
            Mudar o dia
          </button>
        </div>
      </form>
    </DialogFrame>
  );
}

/** Drafts without a date, page by page. */
function Undated({
  filters,
  siteName,
  publishes,
  onOpen,
}: {
  filters: Filters;
  siteName: (id: number) => string;
  publishes: boolean;
  onOpen: (opened: Opened) => void;
}) {
  const wanted = filters.state ? UNDATED.filter((state) => filters.state?.includes(state)) : UNDATED;
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useFurtherPosts(
    { ...filters, state: wanted },
    wanted.length > 0,
  );
  const undated = (wanted.length > 0 ? (data?.pages ?? []) : [])
    .flatMap(({ items }) => items)
    .filter((post) => !dateOf(post));
  if (undated.length === 0 && !hasNextPage) return null;
  return (
    <section className="sec tray" aria-labelledby="h-tray">
      <header>
        <h2 id="h-tray">Sem data</h2>
        <span className="num">
          {undated.length}
          {hasNextPage ? "+" : ""}
        </span>
      </header>
      <ul>
        {undated.map((post) => (
          <li key={post.id}>
            <State post={post} />
            <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }}>
              {post.title || "Sem título"}
            </Link>
            {publishes ? (
              <button
                type="button"
                className="btn quiet small"
                onClick={() => onOpen({ id: post.id, what: "publish" })}
              >
                Escolher a data<span className="vh">: {post.title}</span>
              </button>
            ) : null}
            <small>{siteName(post.site_id)}</small>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <button
          type="button"
          className="btn quiet small more"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? "Carregando…" : "Mostrar mais conteúdos sem data"}
        </button>
      ) : null}
    </section>
  );
}

type EventProps = {
  entry: Entry;
  ghost?: boolean;
  arriving?: boolean;
  movable: boolean;
  onDrag: (entry: Entry | null) => void;
};

function Event({ entry, ghost = false, arriving = false, movable, onDrag }: EventProps) {
  return (
    <Link
      data-post={entry.post.id}
      className={["ev", BADGES[entry.post.state].style, ghost ? "ghost" : "", arriving ? "moving" : ""]
        .filter(Boolean)
        .join(" ")}
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
