// Pictures on their way into the text: each has a place that moves with the text, and keeps it when sending fails.
import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey, Selection } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";

import { asFailure } from "../api/failure";
import { addressOf } from "./own-pictures";
import { element } from "./picture-node";
import type { Media } from "./upload";

type Change = { add?: { id: number; at: number; dom: HTMLElement }; remove?: number };

/** What the place of a picture says of it. */
type Spec = { id: number };

const key = new PluginKey<DecorationSet>("uploads");

export const Uploads = Extension.create({
  name: "uploads",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, before) {
          const change = transaction.getMeta(key) as Change | undefined;
          let places = before.map(transaction.mapping, transaction.doc);
          if (change?.add)
            places = places.add(transaction.doc, [
              Decoration.widget(change.add.at, change.add.dom, { id: change.add.id, side: -1 }),
            ]);
          if (change?.remove !== undefined)
            places = places.remove(places.find(undefined, undefined, (spec: Spec) => spec.id === change.remove));
          return places;
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});

function placeOf(state: EditorState, id: number): number | undefined {
  return key.getState(state)?.find(undefined, undefined, (spec: Spec) => spec.id === id)[0]?.from;
}

function change(view: EditorView, meta: Change) {
  view.dispatch(view.state.tr.setMeta(key, meta).setMeta("addToHistory", false));
}

/** The place for a block at a position: before the block of the position if its text is empty there, else after it. */
function blockPlace(state: EditorState, position: number): number {
  const $position = state.doc.resolve(Math.min(position, state.doc.content.size));
  if ($position.depth === 0) return $position.pos;
  return $position.parent.content.size === 0 || $position.parentOffset === 0 ? $position.before(1) : $position.after(1);
}

let made = 0;

/** Shows at `position` that a picture is on its way, and puts the one that `send` brings there.
 *
 * A failure stays at the place with the ways to repeat it or to do without. */
export function insertWhenSent(view: EditorView, position: number, name: string, send: () => Promise<Media>) {
  const id = (made += 1);
  const dom = element("div", "upload");
  dom.contentEditable = "false";
  change(view, { add: { id, at: blockPlace(view.state, position), dom } });
  const button = (label: string, act: () => void) => {
    const button = element("button", "btn small", { type: "button" });
    button.textContent = label;
    button.addEventListener("click", act);
    return button;
  };
  const says = (text: string, role: string) => {
    const said = element("span", "", { role });
    said.textContent = text;
    return said;
  };
  function attempt() {
    dom.classList.remove("bad");
    dom.replaceChildren(says(`Enviando ${name}…`, "status"));
    send().then(
      (media) => {
        const at = placeOf(view.state, id);
        // The editor was closed, or the place deleted.
        if (view.isDestroyed || at === undefined) return;
        insertPicture(view, at, media, id);
      },
      (error: unknown) => {
        dom.classList.add("bad");
        const remove = () => change(view, { remove: id });
        dom.replaceChildren(
          says(`${name} não foi enviada. ${asFailure(error).message}`, "alert"),
          button("Tentar de novo", attempt),
          button("Desistir", remove),
        );
      },
    );
  }
  attempt();
}

function insertPicture(view: EditorView, at: number, media: Media, id: number) {
  const { figure, figureImage, figcaption } = view.state.schema.nodes;
  if (!figure || !figureImage || !figcaption) return;
  const picture = figureImage.create({
    src: addressOf(media.id),
    alt: media.alt_text,
    width: String(media.width),
    height: String(media.height),
  });
  const caption = media.caption ? [figcaption.create(null, view.state.schema.text(media.caption))] : [];
  const transaction = view.state.tr
    .insert(at, figure.create(null, [picture, ...caption]))
    .setMeta(key, { remove: id } satisfies Change);
  const after = transaction.mapping.map(at);
  transaction.setSelection(Selection.near(transaction.doc.resolve(Math.min(after, transaction.doc.content.size))));
  view.dispatch(transaction);
}
