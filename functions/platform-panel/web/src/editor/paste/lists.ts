// Lists of programs that write none: a run of items with levels and markers becomes nested lists.

export type Marker = { ordered: boolean; type?: string; number?: number };

export type Item = {
  /** From 1. */
  level: number;
  marker: Marker;
  content: Node[];
};

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function roman(text: string): number | undefined {
  if (!/^m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/.test(text) || text === "") return undefined;
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const value = ROMAN[text[at] ?? ""] ?? 0;
    sum += value < (ROMAN[text[at + 1] ?? ""] ?? 0) ? -value : value;
  }
  return sum;
}

/** The place of letters: a is 1, z is 26, aa is 27 as in Word (where bb follows it). */
function alphabetic(text: string): number | undefined {
  if (!/^([a-z])\1{0,2}$/.test(text)) return undefined;
  return text.charCodeAt(0) - 96 + 26 * (text.length - 1);
}

const TYPES: Record<string, string> = {
  "alpha-lower": "a",
  "alpha-upper": "A",
  "roman-lower": "i",
  "roman-upper": "I",
  "lower-alpha": "a",
  "lower-latin": "a",
  "upper-alpha": "A",
  "upper-latin": "A",
  "lower-roman": "i",
  "upper-roman": "I",
};

/** The value of `type` for the name of a numbering, as style sheets and Word name them. */
export const typeOf = (format: string | undefined): string | undefined => TYPES[format ?? ""];

/** What a marker says: `1.`, `2.3)`, `a.`, `(iv)`; everything else is a bullet. */
export function markerOf(text: string, format?: string): Marker {
  const marker = text.trim();
  if (format === "bullet" || format === "image") return { ordered: false };
  const digits = /^\(?(?:\d{1,4}[.-])*(\d{1,6})\s*[.)º°\]:-]*$/.exec(marker)?.[1];
  if (digits) return { ordered: true, number: Number(digits) };
  const letters = /^\(?([a-z]{1,8})[.)\]]$/i.exec(marker)?.[1];
  if (!letters) return { ordered: format !== undefined && format in TYPES, type: typeOf(format) };
  const lower = letters.toLowerCase();
  const wanted = typeOf(format)?.toLowerCase();
  const asRoman = roman(lower);
  const asLetter = alphabetic(lower);
  const isUpper = letters !== lower;
  const chosen = wanted === "i" || (wanted !== "a" && (lower === "i" || asLetter === undefined)) ? asRoman : asLetter;
  if (chosen === undefined) return { ordered: false };
  const kind = chosen === asRoman && chosen !== asLetter ? "i" : "a";
  return { ordered: true, type: isUpper ? kind.toUpperCase() : kind, number: chosen };
}

/** After h. comes i., which alone would be the first of Roman numbers; after iv. comes v. */
function inContext(marker: Marker, before: { type?: string; next: number } | undefined): Marker {
  if (!before?.type || !marker.type || before.type === marker.type || marker.number === undefined) return marker;
  const isUpper = before.type === before.type.toUpperCase();
  for (const [letter, value] of [
    ["a", before.next],
    ["i", before.next],
  ] as const) {
    if (before.type.toLowerCase() !== letter) continue;
    const text =
      marker.type.toLowerCase() === "i"
        ? [...Array(27).keys()].find((code) => roman(String.fromCharCode(96 + code)) === marker.number)
        : marker.number;
    if (text === undefined || text > 26) return marker;
    const name = String.fromCharCode(96 + text);
    const read = letter === "a" ? alphabetic(name) : roman(name);
    if (read === value) return { ordered: true, type: isUpper ? letter.toUpperCase() : letter, number: read };
  }
  return marker;
}

type Open = { level: number; list: Element; item: Element | null; ordered: boolean; type?: string; next: number };

/** The lists of a run of items. */
export function listsOf(document: Document, items: Item[]): Element[] {
  const lists: Element[] = [];
  const open: Open[] = [];
  for (const { level, marker: written, content } of items) {
    while ((open.at(-1)?.level ?? 0) > level) {
      // What is less deep than the first item is no less deep than its list.
      if (open.length === 1) break;
      open.pop();
    }
    let top = open.at(-1);
    const marker = top && top.level >= level ? inContext(written, top) : written;
    const goesOn =
      top !== undefined &&
      top.level >= level &&
      top.ordered === marker.ordered &&
      (!marker.ordered ||
        ((marker.number === undefined || marker.number === top.next) && (marker.type ?? top.type) === top.type));
    if (!top || !goesOn) {
      if (top && top.level >= level) {
        open.pop();
        top = open.at(-1);
      }
      const list = document.createElement(marker.ordered ? "ol" : "ul");
      if (marker.ordered && marker.number !== undefined && marker.number !== 1)
        list.setAttribute("start", String(marker.number));
      if (marker.type) list.setAttribute("type", marker.type);
      if (top?.item) top.item.append(list);
      else lists.push(list);
      top = { level, list, item: null, ordered: marker.ordered, type: marker.type, next: marker.number ?? 1 };
      open.push(top);
    }
    const item = document.createElement("li");
    item.append(...content);
    top.list.append(item);
    top.item = item;
    top.next = (marker.number ?? top.next) + 1;
  }
  return lists;
}
