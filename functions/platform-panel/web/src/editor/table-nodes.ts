// Tables with what the editor of tables does not know: a caption, and the sections of rows.
import { Node } from "@tiptap/core";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";

import { ofElement } from "./attributes";
import { CAPTION, CAPTIONED, COLUMNS, SECTION } from "./source/prepared";

const unseen = (name: string) => ({
  default: null,
  rendered: false,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
});

/** Column widths would need inline styles, which the sanitiser removes. */
const PlainTable = Table.extend({
  addAttributes: () => ({ columns: unseen(COLUMNS) }),
  renderHTML: ({ HTMLAttributes }) => {
    const { style: _style, ...attributes } = HTMLAttributes;
    return ["table", attributes, ["tbody", 0]];
  },
});

const SectionedRow = TableRow.extend({ addAttributes: () => ({ section: unseen(SECTION) }) });

/** The alignment of the extension is a style, which goes along unseen. */
function plain(attributes: Record<string, unknown> | undefined) {
  const { align: _align, ...others } = attributes ?? {};
  return others;
}

const Cell = TableCell.extend({
  addAttributes() {
    return plain(this.parent?.());
  },
  parseHTML: () => [{ tag: "td" }],
});

const HeadCell = TableHeader.extend({
  addAttributes() {
    return { ...plain(this.parent?.()), ...ofElement(["scope"]) };
  },
  parseHTML: () => [{ tag: "th" }],
});

/** A table below its caption. */
const CaptionedTable = Node.create({
  name: "captionedTable",
  group: "block",
  content: "tableCaption table?",
  isolating: true,
  parseHTML: () => [{ tag: `div[${CAPTIONED}]`, priority: 60 }],
  renderHTML: () => ["div", { [CAPTIONED]: "" }, 0],
});

const TableCaption = Node.create({
  name: "tableCaption",
  content: "inline*",
  defining: true,
  parseHTML: () => [{ tag: `div[${CAPTION}]`, priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ["div", { ...HTMLAttributes, [CAPTION]: "" }, 0],
});

export const TABLES = [PlainTable, SectionedRow, Cell, HeadCell, CaptionedTable, TableCaption];
