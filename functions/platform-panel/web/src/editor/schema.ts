// The schema of a text and its keys.
import { Extension, type Extensions } from "@tiptap/core";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { Placeholder } from "@tiptap/extensions";
import StarterKit from "@tiptap/starter-kit";

import { BLOCKS, genericAttributes, INLINE, InlineImage } from "./elements";
import { Findings } from "./findings";
import { Uploads } from "./uploads";

const Generic = Extension.create({ name: "generic", addGlobalAttributes: () => genericAttributes });

/** Column widths would need inline styles, which the sanitiser removes. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => {
    const { style: _style, ...attributes } = HTMLAttributes;
    return ["table", attributes, ["tbody", 0]];
  },
});

/** Alt with an arrow moves the block of the cursor. */
const MoveBlock = Extension.create({
  name: "moveBlock",
  addKeyboardShortcuts() {
    const move = (step: -1 | 1) => {
      const { state, view } = this.editor;
      const { $from } = state.selection;
      if ($from.depth === 0) return false;
      const index = $from.index(0);
      const other = index + step;
      if (other < 0 || other >= state.doc.childCount) return false;
      const node = state.doc.child(index);
      const start = $from.before(1);
      const neighbour = state.doc.child(other);
      const to = step < 0 ? start - neighbour.nodeSize : start + neighbour.nodeSize;
      const transaction = state.tr.delete(start, start + node.nodeSize).insert(to, node);
      const offset = state.selection.from - start;
      transaction.setSelection(
        (state.selection.constructor as typeof import("@tiptap/pm/state").TextSelection).near(
          transaction.doc.resolve(to + offset),
        ),
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
  PlainTable,
  TableRow,
  TableCell,
  TableHeader,
  ...INLINE,
  ...BLOCKS,
  Generic,
  MoveBlock,
  Findings,
  Uploads,
  Placeholder.configure({ placeholder: "Comece a escrever, ou cole um texto." }),
];
