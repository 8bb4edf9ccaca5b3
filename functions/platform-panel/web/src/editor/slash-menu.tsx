// The menu that `/` at the start of a paragraph opens. The cursor stays in the text; arrows choose, Enter inserts, Escape
// leaves the slash as it is.
import { type Editor, useEditorState } from "@tiptap/react";
import { useEffect, useRef, useState } from "react";

import { useAnchored } from "../design/anchored";
import { Icon } from "../design/icons";
import { count } from "../design/text";
import { insert, itemsFor, type Offer, slashAt, type SlashItem } from "./slash";

type Props = { editor: Editor; offers: Offer[]; onOffer: (offer: Offer) => void };

export function SlashMenu(props: Props) {
  const { editor, offers } = props;
  const slash = useEditorState({ editor, selector: ({ editor }) => (editor.isFocused ? slashAt(editor) : null), equalityFn: (one, other) => one?.from === other?.from && one?.typed === other?.typed });
  // Escape closes it until the slash is gone.
  const [closed, setClosed] = useState(false);
  useEffect(() => {
    if (!slash) setClosed(false);
  }, [slash]);
  if (!slash || closed) return null;
  const items = itemsFor(slash.typed, offers);
  if (items.length === 0) return null;
  return <List {...props} key={slash.typed} from={slash.from} items={items} onClose={() => setClosed(true)} />;
}

function List({ editor, from, items, onOffer, onClose }: Props & { from: number; items: SlashItem[]; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  useAnchored(
    box,
    () => {
      if (editor.isDestroyed || from > editor.state.doc.content.size) return null;
      const { left, top, bottom } = editor.view.coordsAtPos(from);
      return new DOMRect(left, top, 0, bottom - top);
    },
    onClose,
  );
  function choose(item: SlashItem | undefined) {
    if (!item) return;
    insert(editor, from, item);
    if (item.opens) onOffer(item.opens);
  }
  const latest = useRef({ choose, active, items });
  latest.current = { choose, active, items };
  useEffect(() => {
    const { dom } = editor.view;
    function press(event: KeyboardEvent) {
      const { choose, active, items } = latest.current;
      if (event.isComposing) return;
      if (event.key === "ArrowDown") setActive((active + 1) % items.length);
      else if (event.key === "ArrowUp") setActive((active + items.length - 1) % items.length);
      else if (event.key === "Enter" || event.key === "Tab") choose(items[active]);
      else if (event.key === "Escape") onClose();
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    dom.addEventListener("keydown", press, { capture: true });
    return () => dom.removeEventListener("keydown", press, { capture: true });
  }, [editor, onClose]);
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute("aria-controls", "slash");
    dom.setAttribute("aria-activedescendant", `slash-${active}`);
    box.current?.querySelector(`#slash-${active}`)?.scrollIntoView({ block: "nearest" });
    return () => {
      dom.removeAttribute("aria-controls");
      dom.removeAttribute("aria-activedescendant");
    };
  }, [editor, active]);
  return (
    <div ref={box} className="float slash">
      <p className="vh" role="status">
        {count(items.length, "bloco", "blocos")}. Use as setas e Enter.
      </p>
      <ul id="slash" role="listbox" aria-label="Inserir" tabIndex={0}>
        {items.map((item, index) => (
          <li
            key={item.name}
            id={`slash-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => setActive(index)}
            // A press would take the cursor out of the text.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(item)}
          >
            <Icon name={item.icon} small />
            <span>{item.name}</span>
            <small>{item.says}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
