// The posts by state. Dragging, or the menu of a card, opens the dialogue that acts.
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";

import { when } from "../design/dates";
import { Icon } from "../design/icons";
import { FailureNote } from "../design/notes";
import { State } from "../design/state";
import { may, useMe } from "../session/use-session";
import type { Filters } from "./filters";
import { MoveDialog, useMoveKey } from "./move-dialog";
import { type Lane, LANES, laneOf, type Move, moveTo } from "./moves";
import { type Opened, PostDialog } from "./post-dialog";
import { PER_PAGE, type Post, useFurtherPosts } from "./post-pages";
import "./views.css";

type Props = { filters: Filters; siteName: (id: number) => string };

export function Board({ filters, siteName }: Props) {
  const me = useMe();
  const can = { ask: may(me, "posts.request_approval"), publish: may(me, "posts.publish") };
  const [dragged, setDragged] = useState<Post | null>(null);
  const [said, setSaid] = useState("");
  const [opened, setOpened] = useState<Opened | null>(null);
  const [moved, setMoved] = useState<Post | null>(null);
  const known = useRef(new Map<number, Post>());
  useMoveKey((id) => setMoved(known.current.get(id) ?? null));
  function move(post: Post, to: Lane) {
    const move = moveTo(post, to, can);
    if ("refused" in move) setSaid(move.refused);
    else {
      setSaid("");
      setOpened({ id: post.id, what: move.opens });
    }
  }
  return (
    <>
      <p className="summary" role="status">
        {said}
      </p>
      <div className="board" role="region" aria-label="Quadro por estado" tabIndex={0}>
        {LANES.map((lane) => (
          <LaneColumn
            key={lane.lane}
            lane={lane}
            filters={filters}
            siteName={siteName}
            dragged={dragged}
            onDrag={setDragged}
            onMove={move}
            refusal={(post) => moveTo(post, lane.lane, can)}
            targets={(post) => LANES.filter((to) => "opens" in moveTo(post, to.lane, can))}
            known={known.current}
          />
        ))}
      </div>
      {opened ? <PostDialog opened={opened} onClose={() => setOpened(null)} /> : null}
      {moved ? <MoveDialog post={moved} onClose={() => setMoved(null)} /> : null}
    </>
  );
}

type ColumnProps = Props & {
  lane: (typeof LANES)[number];
  dragged: Post | null;
  onDrag: (post: Post | null) => void;
  onMove: (post: Post, to: Lane) => void;
  refusal: (post: Post) => Move;
  targets: (post: Post) => typeof LANES;
  /** The posts of all lanes by their identifiers, for the keyboard. */
  known: Map<number, Post>;
};

/** A lane with as many of its posts as were asked for, and their number. */
function LaneColumn({
  lane: { lane, title, states },
  filters,
  siteName,
  dragged,
  onDrag,
  onMove,
  refusal,
  targets,
  known,
}: ColumnProps) {
  const [over, setOver] = useState(false);
  const wanted = filters.state ? states.filter((state) => filters.state?.includes(state)) : states;
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useFurtherPosts(
    { ...filters, state: wanted },
    wanted.length > 0,
  );
  const posts = wanted.length > 0 ? (data?.pages.flatMap(({ items }) => items) ?? []) : [];
  for (const post of posts) known.set(post.id, post);
  const total = wanted.length > 0 ? data?.pages.at(-1)?.total : 0;
  const answer = dragged && over ? refusal(dragged) : null;
  return (
    <section
      className={answer ? ("refused" in answer ? "lane no" : "lane yes") : "lane"}
      aria-labelledby={`lane-${lane}`}
      onDragOver={(event) => {
        if (!dragged) return;
        event.preventDefault();
        if (!over) setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (dragged) onMove(dragged, lane);
        onDrag(null);
        setOver(false);
      }}
    >
      <header>
        <h2 id={`lane-${lane}`}>{title}</h2>
        <span className="count">{total ?? ""}</span>
      </header>
      {answer && "refused" in answer && dragged && laneOf(dragged) !== lane ? (
        <p className="xs soft">{answer.refused}</p>
      ) : null}
      {error ? <FailureNote error={error} onRetry={() => void refetch()} /> : null}
      <ul>
        {posts.map((post) => (
          <li
            key={post.id}
            className="cardy"
            data-post={post.id}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              onDrag(post);
            }}
            onDragEnd={() => onDrag(null)}
          >
            <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }} preload={false}>
              {post.title || "Sem título"}
            </Link>
            {post.state === "draft" || lane !== "writing" ? null : <State post={post} />}
            {post.scheduled_at ? <span className="due num">{when(post.scheduled_at)}</span> : null}
            <div className="bottom">
              <span>{siteName(post.site_id)}</span>
              <MoveMenu post={post} onMove={(to) => onMove(post, to)} lanes={targets(post)} />
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage && total !== undefined ? (
        <button
          type="button"
          className="btn quiet small more"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? "Carregando…" : `Mostrar mais ${Math.min(PER_PAGE, total - posts.length)} de ${total}`}
          <span className="vh"> em {title}</span>
        </button>
      ) : null}
    </section>
  );
}

function MoveMenu({ post, lanes, onMove }: { post: Post; lanes: typeof LANES; onMove: (to: Lane) => void }) {
  if (lanes.length === 0) return null;
  return (
    <MenuTrigger>
      <Button className="btn quiet small" aria-label={`Mover ${post.title || "sem título"}`}>
        Mover
        <Icon name="down" small />
      </Button>
      <Popover className="menu">
        <Menu onAction={(key) => onMove(key as Lane)}>
          {lanes.map(({ lane, title }) => (
            <MenuItem key={lane} id={lane}>
              {title}…
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
