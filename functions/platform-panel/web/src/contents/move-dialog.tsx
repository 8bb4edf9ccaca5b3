// Where a post can be moved, and why it cannot be moved elsewhere: what M opens in a list.
import { useEffect, useEffectEvent, useState } from "react";

import { DialogFrame } from "../design/dialog";
import { lettersOn } from "../frame/shortcuts";
import { may, useMe } from "../session/use-session";
import { LANES, laneOf, moveTo } from "./moves";
import { type Opened, PostDialog } from "./post-dialog";
import type { Post } from "./post-pages";

/** Calls `onMove` with the identifier of the post that has the focus, when M is pressed. */
export function useMoveKey(onMove: (id: number) => void) {
  const move = useEffectEvent(onMove);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "m" || event.ctrlKey || event.metaKey || event.altKey || !lettersOn()) return;
      const target = event.target as HTMLElement;
      if (
        target.matches("input:not([type=checkbox]), textarea, select") ||
        document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")
      )
        return;
      const id = Number(target.closest<HTMLElement>("[data-post]")?.dataset.post);
      if (!id) return;
      event.preventDefault();
      move(id);
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

export function MoveDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const me = useMe();
  const can = { ask: may(me, "posts.request_approval"), publish: may(me, "posts.publish") };
  const [opened, setOpened] = useState<Opened | null>(null);
  if (opened) return <PostDialog opened={opened} onClose={onClose} />;
  return (
    <DialogFrame title="Mover" onClose={onClose}>
      <p className="sm soft">“{post.title || "Sem título"}”</p>
      <ul className="plain-list">
        {LANES.filter(({ lane }) => lane !== laneOf(post)).map(({ lane, title }) => {
          const move = moveTo(post, lane, can);
          return (
            <li key={lane}>
              {"opens" in move ? (
                <button type="button" className="btn grow" onClick={() => setOpened({ id: post.id, what: move.opens })}>
                  {title}…
                </button>
              ) : (
                <>
                  <span className="grow faint">{title}</span>
                  <small className="soft">{move.refused}</small>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </DialogFrame>
  );
}
