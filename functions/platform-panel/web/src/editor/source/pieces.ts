// The top-level blocks of a stored text, each with its source as it was written.
//
// Where a block ends is found by its tags, and proven by the browser's own parser: the blocks parsed one by one must give what
// the whole text gives. A text for which that does not hold is not divided.
import { parsed } from "./inert";
import { ENDS_PARAGRAPH, isInline, RAW, VOID } from "./names";

/** A block: `before` is the white space and the notes between it and the block before. */
export type Piece = {
  before: string;
  source: string;
  /** Words that stand in no element of their own: in a text of the classic editor, a paragraph. */
  isBare: boolean;
};

export type Pieces = { pieces: Piece[]; tail: string };

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^'">])*>/g;

/** A delimiter of the block editor: its slash for the end, its name, and its slash for a block without content. */
const DELIMITER = /^<!--\s+(\/?)wp:([a-z][a-z0-9_/-]*)(?:\s[\s\S]*?)?(\/?)-->$/;

/** Notes that stand for something on the page. */
const MEANT = /^<!--\s*(?:more|nextpage|noteaser)\b/;

/** Paragraphs of the classic editor are divided by an empty line. */
const EMPTY_LINE = /\r?\n[ \t]*\r?\n[ \t\r\n]*/g;

type Span = { start: number; end: number; isBare: boolean };

class Divider {
  private readonly spans: Span[] = [];
  private readonly open: string[] = [];
  private blocks: string[] = [];
  private start = 0;
  /** Where the words began that stand in no block, with the places of empty lines in them. */
  private words: { start: number; end: number; cuts: [number, number][] } | null = null;

  constructor(private readonly html: string) {}

  divided(): Span[] {
    let at = 0;
    TOKEN.lastIndex = 0;
    for (let found = TOKEN.exec(this.html); found; found = TOKEN.exec(this.html)) {
      const [token, slash, name] = found;
      this.text(at, found.index);
      at = TOKEN.lastIndex;
      if (name === undefined) this.comment(token, found.index, at);
      else if (slash) this.close(name.toLowerCase(), found.index, at);
      else at = this.begin(name.toLowerCase(), found.index, at);
      TOKEN.lastIndex = at;
    }
    this.text(at, this.html.length);
    this.endWords();
    // What was never closed reaches to the end.
    if (this.isInside) this.spans.push({ start: this.start, end: this.html.length, isBare: false });
    return this.spans;
  }

  private get isInside() {
    return this.open.length > 0 || this.blocks.length > 0;
  }

  private text(start: number, end: number) {
    if (this.isInside || start === end) return;
    const written = this.html.slice(start, end);
    if (!this.words) {
      const first = written.search(/\S/);
      if (first < 0) return;
      this.words = { start: start + first, end, cuts: [] };
    }
    const { words } = this;
    words.end = end;
    for (const { 0: gap, index } of written.matchAll(EMPTY_LINE)) {
      if (start + index > words.start) words.cuts.push([start + index, start + index + gap.length]);
    }
  }

  private inWords(start: number, end: number) {
    this.words ??= { start, end, cuts: [] };
    this.words.end = end;
  }

  private endWords() {
    if (!this.words) return;
    let { start } = this.words;
    const add = (end: number) => {
      const written = this.html.slice(start, end);
      const own = written.trim();
      if (own !== "")
        this.spans.push({
          start: start + written.indexOf(own),
          end: start + written.indexOf(own) + own.length,
          isBare: true,
        });
    };
    for (const [from, to] of this.words.cuts) {
      add(from);
      start = to;
    }
    add(this.words.end);
    this.words = null;
  }

  private comment(token: string, start: number, end: number) {
    const delimiter = DELIMITER.exec(token);
    if (this.open.length > 0) return;
    if (!delimiter) {
      if (this.blocks.length > 0) return;
      if (this.words && !MEANT.test(token)) return this.inWords(start, end);
      this.endWords();
      if (MEANT.test(token)) this.spans.push({ start, end, isBare: false });
      return;
    }
    const [, slash, name = "", isEmpty] = delimiter;
    if (isEmpty) {
      if (this.blocks.length > 0) return;
      this.endWords();
      this.spans.push({ start, end, isBare: false });
    } else if (!slash) {
      if (this.blocks.length === 0) {
        this.endWords();
        this.start = start;
      }
      this.blocks.push(name);
    } else if (this.blocks.at(-1) === name) {
      this.blocks.pop();
      if (this.blocks.length === 0) this.spans.push({ start: this.start, end, isBare: false });
    }
  }

  private begin(name: string, start: number, end: number): number {
    if (this.open.length === 1 && this.open[0] === "p" && this.blocks.length === 0 && ENDS_PARAGRAPH.has(name)) {
      // A paragraph ends where a block begins.
      this.open.pop();
      this.spans.push({ start: this.start, end: start, isBare: false });
    }
    const inWords = this.blocks.length === 0 && (this.open.length === 0 ? isInline(name) : this.words !== null);
    if (inWords) this.inWords(start, end);
    else if (!this.isInside) {
      this.endWords();
      this.start = start;
    }
    if (VOID.has(name)) {
      if (!this.isInside && !inWords) this.spans.push({ start, end, isBare: false });
      return end;
    }
    let after = end;
    if (RAW.has(name)) {
      const closing = new RegExp(`</${name}(?=[\\s/>])[^>]*>`, "gi");
      closing.lastIndex = end;
      after = closing.exec(this.html) ? closing.lastIndex : this.html.length;
      if (inWords) this.inWords(start, after);
      else if (!this.isInside) this.spans.push({ start, end: after, isBare: false });
      return after;
    }
    this.open.push(name);
    return after;
  }

  private close(name: string, start: number, end: number) {
    const place = this.open.lastIndexOf(name);
    if (place < 0) {
      if (this.words && !this.isInside) this.inWords(start, end);
      return;
    }
    this.open.length = place;
    if (this.words) this.inWords(start, end);
    else if (!this.isInside) this.spans.push({ start: this.start, end, isBare: false });
  }
}

/** The blocks of a text; none when they cannot be told apart. */
export function piecesOf(html: string): Pieces | null {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end, isBare } of new Divider(html).divided()) {
    if (start < at) return null;
    pieces.push({ before: html.slice(at, start), source: html.slice(start, end), isBare });
    at = end;
  }
  const divided = { pieces, tail: html.slice(at) };
  return isProven(html, divided) ? divided : null;
}

/** Whether the blocks and what is between them, each parsed by itself, give what the whole gives. */
function isProven(html: string, { pieces, tail }: Pieces): boolean {
  const whole = parsed(html);
  const joined = parsed("");
  for (const { before, source } of pieces) joined.append(...parsed(before).childNodes, ...parsed(source).childNodes);
  joined.append(...parsed(tail).childNodes);
  whole.normalize();
  joined.normalize();
  return whole.isEqualNode(joined);
}
