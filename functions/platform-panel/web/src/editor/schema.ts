// The schema of a text and its keys.
import { Extension, type Extensions } from "@tiptap/core";
import { ListItem } from "@tiptap/extension-list";
import { Placeholder } from "@tiptap/extensions";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import StarterKit from "@tiptap/starter-kit";

import { globalAttributes } from "./attributes";
import { bareAttribute, BLOCKS, INLINE, InlineImage } from "./elements";
import { Findings } from "./findings";
import { Uploads } from "./uploads";

const Generic = Extension.create({ name: "generic", addGlobalAttributes: () => [...globalAttributes, bareAttribute] });

/** An item may begin with a list, as items of some programs do. */
const Item = ListItem.extend({ content: "block+" });

/** Alt with an arrow moves the block of the cursor. */
const MoveBlock = Extension.create({
  name: "moveBlock",
  addKeyboardShortcuts() {
    const move = (step: -1 | 1) => {
      const { state, view } = this.editor;
      const { selection } = state;
      const { $from } = selection;
      // A block that is chosen as a whole lies at the top level itself.
      const isWhole = $from.depth === 0 && selection instanceof NodeSelection;
      if ($from.depth === 0 && !isWhole) return false;
      const index = $from.index(0);
      const other = index + step;
      if (other < 0 || other >= state.doc.childCount) return false;
      const node = state.doc.child(index);
      const start = isWhole ? $from.pos : $from.before(1);
      const neighbour = state.doc.child(other);
      const to = step < 0 ? start - neighbour.nodeSize : start + neighbour.nodeSize;
      const transaction = state.tr.delete(start, start + node.nodeSize).insert(to, node);
      transaction.setSelection(
        isWhole
          ? NodeSelection.create(transaction.doc, to)
          : TextSelection.near(transaction.doc.resolve(to + selection.from - start)),
      );
      view.dispatch(transaction.scrollIntoView());
      return true;
    };
    // Browsers stop at a picture, which is no editable place.
    const goTo = (end: boolean) => () =>
      this.editor
        .chain()
        .setTextSelection(end ? this.editor.state.doc.content.size : 0)
        .scrollIntoView()
        .run();
    return {
      "Alt-ArrowUp": () => move(-1),
      "Alt-ArrowDown": () => move(1),
      "Ctrl-End": goTo(true),
      "Ctrl-Home": goTo(false),
    };
  },
});

export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    strike: false,
    code: false,
    listItem: false,
    dropcursor: { color: "var(--accent)", width: 2 },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: "https",
      protocols: ["http", "https", "mailto", "tel"],
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  InlineImage,
  Item,
  ...INLINE,
  ...BLOCKS,
  Generic,
  MoveBlock,
  Findings,
  Uploads,
  Placeholder.configure({ placeholder: "Escreva ou cole um texto, ou digite / para inserir um bloco." }),
];
