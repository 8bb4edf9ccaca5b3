// The menu that `/` at the start of a paragraph opens. The cursor stays in the text; arrows choose, Enter inserts, Escape
// leaves the slash as it is.
import { type Editor, useEditorState } from "@tiptap/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { useAnchored } from "../design/anchored";
import { Icon } from "../design/icons";
import { count } from "../design/text";
import { insert, itemsFor, type Offer, slashAt, type SlashItem } from "./slash";

type Props = { editor: Editor; offers: Offer[]; onOffer: (offer: Offer) => void };

/** The chosen place in the list of what was typed. */
type Chosen = { typed: string; place: number };

export function SlashMenu({ editor, offers, onOffer }: Props) {
  const slash = useEditorState({
    editor,
    selector: ({ editor }) => (editor.isFocused ? slashAt(editor) : null),
    equalityFn: (one, other) => one?.from === other?.from && one?.typed === other?.typed,
  });
  // Escape closes it until the slash is gone.
  const [closed, setClosed] = useState(false);
  const [chosen, setChosen] = useState<Chosen>({ typed: "", place: 0 });
  if (!slash && closed) setClosed(false);
  function choose(from: number, item: SlashItem | undefined) {
    if (!item) return;
    insert(editor, from, item);
    if (item.opens) onOffer(item.opens);
  }
  const latest = useEffectEvent(() => ({ choose, chosen, offers, closed }));
  useEffect(() => {
    const { dom } = editor.view;
    // The text of this moment decides, not the list that was drawn last: keys arrive faster than drawings.
    function press(event: KeyboardEvent) {
      const { choose, chosen, offers, closed } = latest();
      if (event.isComposing || closed) return;
      const present = slashAt(editor);
      const items = present ? itemsFor(present.typed, offers) : [];
      if (!present || items.length === 0) return;
      const place = chosen.typed === present.typed ? chosen.place : 0;
      const moveTo = (next: number) => setChosen({ typed: present.typed, place: (next + items.length) % items.length });
      if (event.key === "ArrowDown") moveTo(place + 1);
      else if (event.key === "ArrowUp") moveTo(place - 1);
      else if (event.key === "Enter" || event.key === "Tab") choose(present.from, items[place]);
      else if (event.key === "Escape") setClosed(true);
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    dom.addEventListener("keydown", press, { capture: true });
    return () => dom.removeEventListener("keydown", press, { capture: true });
  }, [editor]);
  if (!slash || closed) return null;
  const { typed, from } = slash;
  const items = itemsFor(typed, offers);
  if (items.length === 0) return null;
  return (
    <List
      editor={editor}
      from={from}
      items={items}
      active={chosen.typed === typed ? chosen.place : 0}
      onActive={(place) => setChosen({ typed, place })}
      onChoose={(item) => choose(from, item)}
      onClose={() => setClosed(true)}
    />
  );
}

type ListProps = {
  editor: Editor;
  from: number;
  items: SlashItem[];
  active: number;
  onActive: (place: number) => void;
  onChoose: (item: SlashItem) => void;
  onClose: () => void;
};

function List({ editor, from, items, active, onActive, onChoose, onClose }: ListProps) {
  const box = useRef<HTMLDivElement>(null);
  useAnchored(
    box,
    () => {
      if (editor.isDestroyed || from > editor.state.doc.content.size) return null;
      const { left, top, bottom } = editor.view.coordsAtPos(from);
      return new DOMRect(left, top, 0, bottom - top);
    },
    onClose,
  );
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
            onPointerMove={() => index !== active && onActive(index)}
            // A press would take the cursor out of the text.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(item)}
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
