// Words with their marks, and how they are written: no mark but what is meant, one element for what is marked alike.
import { linkAddress } from "./links";
import { breaksNowhere, SPACES, spaceOf } from "./text";

export type Marks = {
  link: string | null;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  code: boolean;
  script: "sup" | "sub" | null;
  /** Further elements, by name. */
  others: readonly string[];
};

export const PLAIN: Marks = {
  link: null,
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  code: false,
  script: null,
  others: [],
};

export type Piece = { text: string; marks: Marks } | "break";

type Token = { text: string; space: boolean; marks: Marks } | "break";

/** The marks that two pieces share. */
function shared(one: Marks, other: Marks): Marks {
  return {
    link: one.link === other.link ? one.link : null,
    bold: one.bold && other.bold,
    italic: one.italic && other.italic,
    underline: one.underline && other.underline,
    strike: one.strike && other.strike,
    code: one.code && other.code,
    script: one.script === other.script ? one.script : null,
    others: one.others.filter((name) => other.others.includes(name)),
  };
}

const BETWEEN = new RegExp(`(${SPACES.source})`);

/** Words and the white space between them. */
function tokensOf(pieces: Piece[]): Token[] {
  const tokens: Token[] = [];
  for (const piece of pieces) {
    if (piece === "break") {
      tokens.push(piece);
      continue;
    }
    for (const text of piece.text.split(BETWEEN)) {
      if (text === "") continue;
      const space = SPACES.test(text);
      const last = tokens.at(-1);
      if (space && last && last !== "break" && last.space) {
        last.text += text;
        last.marks = shared(last.marks, piece.marks);
      } else tokens.push({ text, space, marks: piece.marks });
    }
  }
  return tokens;
}

/** A word, in which an address becomes a link. */
function linked(text: string, marks: Marks): Piece[] {
  const [, before = "", address = "", after = ""] =
    marks.link !== null || marks.code
      ? []
      : (/^([^\p{L}\d]{0,3})(https?:\/\/[^\s<>"]{4,}|www\.[^\s<>"]{4,})(?<![.,;:!?)\]}'”»*_])([.,;:!?)\]}'”»*_]*)$/u.exec(
          text,
        ) ?? []);
  if (!address) return [{ text, marks }];
  const link = linkAddress(address.startsWith("www.") ? `https://${address}` : address);
  return [
    { text: before, marks },
    { text: address, marks: { ...marks, link, underline: false } },
    { text: after, marks },
  ].filter(({ text }) => text !== "");
}

/** The paragraphs of a run of pieces, their white space collapsed. Two breaks in a row part them. */
export function paragraphsOf(pieces: Piece[]): Piece[][] {
  const tokens = tokensOf(pieces);
  const runs = tokens.flatMap((token) => (token !== "break" && token.space ? [token.text] : []));
  const fixed = breaksNowhere(runs);
  const paragraphs: Piece[][] = [];
  let current: Piece[] = [];
  let breaks = 0;
  let space: { text: string; marks: Marks } | null = null;
  const end = () => {
    if (current.length > 0) paragraphs.push(current);
    current = [];
  };
  for (const token of tokens) {
    if (token === "break") {
      breaks += 1;
      space = null;
      continue;
    }
    if (token.space) {
      space =
        breaks > 0 || current.length === 0 ? null : { text: fixed ? " " : spaceOf(token.text), marks: token.marks };
      continue;
    }
    if (breaks > 1) end();
    else if (breaks === 1 && current.length > 0) current.push("break");
    breaks = 0;
    const last = current.at(-1);
    if (space && last && last !== "break") {
      // A space is marked only where both its neighbours are: bold words, not bold gaps.
      current.push({ text: space.text, marks: shared(space.marks, shared(last.marks, token.marks)) });
    }
    space = null;
    current.push(...linked(token.text, token.marks));
  }
  end();
  return paragraphs;
}

/** Without bold, if all of it is: headings and head cells are bold of themselves. */
export function notAllBold(pieces: Piece[]): Piece[] {
  if (!pieces.every((piece) => piece === "break" || piece.marks.bold || SPACES.test(piece.text))) return pieces;
  return pieces.map((piece) => (piece === "break" ? piece : { ...piece, marks: { ...piece.marks, bold: false } }));
}

/** The elements around a piece, the outermost first; a link is written as its address. */
function wrappers({ link, bold, italic, underline, strike, code, script, others }: Marks): string[] {
  return [
    ...(link === null ? [] : [`a ${link}`]),
    ...(bold ? ["strong"] : []),
    ...(italic ? ["em"] : []),
    ...(underline && link === null ? ["u"] : []),
    ...(strike ? ["s"] : []),
    ...(script ? [script] : []),
    ...others,
    ...(code ? ["code"] : []),
  ];
}

/** Appends the pieces to an element. */
export function write(pieces: Piece[], into: Element) {
  const document = into.ownerDocument;
  let open: { name: string; element: Element }[] = [];
  for (const piece of pieces) {
    // A break is inside of what goes on after it.
    const names = piece === "break" ? open.map(({ name }) => name) : wrappers(piece.marks);
    let same = 0;
    while (same < open.length && same < names.length && open[same]?.name === names[same]) same += 1;
    open = open.slice(0, same);
    for (const name of names.slice(same)) {
      const [tag = "span", address] = name.split(/ (.*)/s);
      const element = document.createElement(tag);
      if (address !== undefined) element.setAttribute("href", address);
      (open.at(-1)?.element ?? into).append(element);
      open.push({ name, element });
    }
    (open.at(-1)?.element ?? into).append(piece === "break" ? document.createElement("br") : piece.text);
  }
}
