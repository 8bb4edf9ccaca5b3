// The posts by state. Dragging, or the menu of a card, opens the dialogue that acts.
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";

import { when } from "../design/dates";
import { Icon } from "../design/icons";
import { State, stateOf } from "../design/state";
import { may, useMe } from "../session/use-session";
import "./views.css";
import { type Lane, LANES, laneOf, moveTo, type Post } from "./moves";
import { type Opened, PostDialog } from "./post-dialog";

export function Board({ posts, siteName }: { posts: Post[]; siteName: (id: number) => string }) {
  const me = useMe();
  const can = { ask: may(me, "posts.request_approval"), publish: may(me, "posts.publish") };
  const [dragged, setDragged] = useState<Post | null>(null);
  const [over, setOver] = useState<Lane | null>(null);
  const [said, setSaid] = useState("");
  const [opened, setOpened] = useState<Opened | null>(null);
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
        {LANES.map(({ lane, title }) => {
          const own = posts.filter((post) => laneOf(post) === lane);
          const refusal = dragged && over === lane ? moveTo(dragged, lane, can) : null;
          return (
            <section
              key={lane}
              className={over === lane && refusal ? ("refused" in refusal ? "lane no" : "lane yes") : "lane"}
              aria-labelledby={`lane-${lane}`}
              onDragOver={(event) => {
                if (!dragged) return;
                event.preventDefault();
                if (over !== lane) setOver(lane);
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged) move(dragged, lane);
                setDragged(null);
                setOver(null);
              }}
            >
              <header>
                <h2 id={`lane-${lane}`}>{title}</h2>
                <span className="count">{own.length}</span>
              </header>
              {refusal && "refused" in refusal && dragged && laneOf(dragged) !== lane ? <p className="xs soft">{refusal.refused}</p> : null}
              <ul>
                {own.map((post) => (
                  <li
                    key={post.id}
                    className="cardy"
                    draggable
                    onDragStart={(event) => {
                      event.dataTransfer.effectAllowed = "move";
                      setDragged(post);
                    }}
                    onDragEnd={() => {
                      setDragged(null);
                      setOver(null);
                    }}
                  >
                    <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }}>
                      {post.title || "Sem título"}
                    </Link>
                    {stateOf(post) === "draft" || lane !== "writing" ? null : <State post={post} />}
                    {post.scheduled_at ? <span className="due num">{when(post.scheduled_at)}</span> : null}
                    <div className="bottom">
                      <span>{siteName(post.site_id)}</span>
                      <MoveMenu post={post} onMove={(to) => move(post, to)} lanes={LANES.filter(({ lane }) => "opens" in moveTo(post, lane, can))} />
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      {opened ? <PostDialog opened={opened} onClose={() => setOpened(null)} /> : null}
    </>
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
