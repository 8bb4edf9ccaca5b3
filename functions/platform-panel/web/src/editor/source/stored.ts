// A stored text in the editor: what a person does not change goes out as it came in, byte for byte.
//
// Each top-level block remembers its source. As long as its node is equal to the one that was read, the source is its HTML;
// that holds again after a change is taken back. A block that the schema cannot hold is kept as it is.
import { DOMParser, type Node, type Schema } from "@tiptap/pm/model";
import { TableMap } from "@tiptap/pm/tables";

import { parsed } from "./inert";
import { type Piece, piecesOf } from "./pieces";
import { bareParagraph, prepare } from "./prepared";
import { essence } from "./same";
import { faithful, written } from "./written";

/** The source of a block. */
type Source = {
  /** What stands between it and the block before. */
  before: string;
  html: string;
  /** Delimiters of the block editor, when the block stays valid between them while it is edited. */
  around: [string, string];
  /** What is read from `html`. */
  node: Node;
  /** Words without an element of their own. */
  isBare: boolean;
};

/** Delimiters around one block without blocks of its own. */
const DELIMITED = /^(<!--\s+wp:([a-z][a-z0-9_/-]*)(?:\s[\s\S]*?)?-->\s*)([\s\S]*?)(\s*<!--\s+\/wp:\2\s+-->)$/;

/** Blocks of the block editor whose content may be edited without their delimiters having to follow. */
const EDITABLE = new Set([
  "paragraph",
  "heading",
  "list",
  "quote",
  "table",
  "code",
  "preformatted",
  "verse",
  "image",
  "separator",
]);

/** The delimiters of a piece and what is between them. */
function parted({ source }: Piece): { around: [string, string]; html: string } {
  const found = DELIMITED.exec(source);
  if (!found) return { around: ["", ""], html: source };
  const [, begin = "", name = "", html = "", end = ""] = found;
  return EDITABLE.has(name) && !html.includes("<!--")
    ? { around: [begin, end], html }
    : { around: ["", ""], html: source };
}

/** Tables whose rows have different lengths would be changed by the editor of tables. */
function isEven(node: Node): boolean {
  let even = true;
  node.descendants((inner) => {
    if (inner.type.spec.tableRole === "table" && (TableMap.get(inner).problems?.length ?? 0) > 0) even = false;
    return even;
  });
  return even;
}

/** The node of a block, if the schema holds all of it. */
function held(schema: Schema, html: string, isBare: boolean): Node | null {
  const root = isBare ? bareParagraph(html) : parsed(html);
  const meant = isBare ? (root.cloneNode(true) as Element) : parsed(html);
  if (!isBare && root.children.length !== 1) return null;
  let node: Node | null;
  try {
    const doc = DOMParser.fromSchema(schema).parse(prepare(root), { preserveWhitespace: true });
    if (doc.childCount !== 1) return null;
    node = doc.firstChild;
    node?.check();
  } catch {
    return null;
  }
  if (!node || !isEven(node)) return null;
  if (isBare) meant.firstElementChild?.removeAttribute("data-bare");
  return essence(parsed(faithful(node))) === essence(meant) ? node : null;
}

/** The texts that one editor has shown. */
export class Stored {
  private readonly sources: Source[] = [];
  /** The end of the text behind its last block. */
  private tail = "";
  /** Why the text can only be read. */
  problem: string | null = null;

  constructor(private readonly schema: Schema) {}

  /** The blocks of a text. */
  read(html: string): Node {
    const { schema } = this;
    this.problem = null;
    this.tail = "";
    const doc = (blocks: Node[]) => schema.topNodeType.createAndFill(null, blocks) as Node;
    const divided = piecesOf(html);
    if (!divided) {
      this.problem = "undivided";
      return doc([this.remember({ before: "", source: html, isBare: false }, true)]);
    }
    this.tail = divided.tail;
    const made = doc(divided.pieces.map((piece) => this.remember(piece, false)));
    // Whatever was overlooked: a text that would not go out as it came in is not edited.
    if (this.write(made) !== html) {
      this.tail = "";
      this.problem = "inexact";
      return doc([this.remember({ before: "", source: html, isBare: false }, true)]);
    }
    return made;
  }

  private remember(piece: Piece, isKept: boolean): Node {
    const { around, html } = parted(piece);
    const number = this.sources.length;
    const own = isKept ? null : held(this.schema, html, piece.isBare);
    const node = own
      ? own.type.create({ ...own.attrs, source: number }, own.content, own.marks)
      : (this.schema.nodes.kept as Node["type"]).create({ html: piece.source, source: number });
    this.sources.push({
      before: piece.before,
      html: piece.source,
      around: own ? around : ["", ""],
      node,
      isBare: piece.isBare,
    });
    return node;
  }

  /** The text of a document. Only blocks that were changed are written anew. */
  write(doc: Node): string {
    let html = "";
    let follows = false;
    const last = this.last(doc);
    doc.forEach((node, _, index) => {
      if (index > last) return;
      const source = this.sourceOf(node);
      const isBare = source !== undefined && source.isBare && source.node.eq(node);
      const before = source?.before ?? "";
      // Words that stand in no element are told from others by an empty line.
      html += follows && isBare && !/\n[ \t\r]*\n/.test(before) ? "\n\n" : before;
      html += source ? block(node, source) : own(node);
      follows = isBare;
    });
    return html + this.tail;
  }

  private sourceOf(node: Node): Source | undefined {
    return typeof node.attrs.source === "number" ? this.sources[node.attrs.source] : undefined;
  }

  /** The index of the last block that is written: empty paragraphs behind it are places to type. */
  private last(doc: Node): number {
    let last = doc.childCount - 1;
    for (; last >= 0; last -= 1) {
      const node = doc.child(last);
      if (node.type.name !== "paragraph" || node.childCount > 0 || this.sourceOf(node)?.node.eq(node)) break;
    }
    return last;
  }
}

/** The HTML of a block that has no source here. */
const own = (node: Node) => (node.type.name === "kept" ? String(node.attrs.html) : written(node));

function block(node: Node, { node: read, html, around: [begin, end] }: Source): string {
  if (read.eq(node)) return html;
  const made = own(node);
  // Delimiters tell the kind of the block: a heading says its level.
  const isSame =
    begin !== "" && parsed(made).firstElementChild?.localName === parsed(html).firstElementChild?.localName;
  return isSame ? begin + made + end : made;
}
