// Styles of the clipboard, read from the text of the attribute and of style sheets: under the page's policy, `node.style` is
// empty even in a document that is not shown.

import { styleOf } from "./inert";

export type Declarations = ReadonlyMap<string, string>;

const NONE: Declarations = new Map();

/** Properties of a style sheet that say what a text is. Others say how it looks. */
const OF_SHEETS = new Set([
  "font-weight",
  "font-style",
  "text-decoration",
  "text-decoration-line",
  "vertical-align",
  "display",
  "list-style-type",
  "mso-list",
]);

/** The declarations of a `style` attribute, names and values in lower case. */
export function declarations(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of parts(text)) {
    const colon = part.indexOf(":");
    if (colon < 1) continue;
    const value = part
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    found.set(part.slice(0, colon).trim().toLowerCase(), value.replace(/\s*!important$/, ""));
  }
  return found;
}

/** Splits at semicolons that are outside of quotes and parentheses, as those of `data:` addresses are not. */
function parts(text: string): string[] {
  if (!/["'(]/.test(text)) return text.split(";");
  const found: string[] = [];
  let begin = 0;
  let closing = "";
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (closing) {
      if (letter === closing) closing = "";
    } else if (letter === '"' || letter === "'") closing = letter;
    else if (letter === "(") closing = ")";
    else if (letter === ";") {
      found.push(text.slice(begin, at));
      begin = at + 1;
    }
  }
  found.push(text.slice(begin));
  return found;
}

/** The level of a list in a style sheet of Word: `@list l0:level2 { mso-level-number-format: alpha-lower }`. */
export type ListLevel = { format: string };

/** The styles of one clipboard. */
export class Styles {
  readonly #classes = new Map<string, Map<string, string>>();
  readonly #attributes = new Map<string, Declarations>();
  readonly lists = new Map<string, ListLevel>();

  constructor(sheets: Iterable<string>) {
    for (const sheet of sheets) this.#read(sheet);
  }

  #read(sheet: string) {
    // The text of Word's sheets is inside a comment of HTML.
    for (const rule of sheet.replaceAll("<!--", "").replaceAll("-->", "").split("}")) {
      const brace = rule.lastIndexOf("{");
      if (brace < 0) continue;
      const body = rule.slice(brace + 1);
      for (const selector of rule.slice(Math.max(0, brace - 2_000), brace).split(",")) {
        const name = selector.slice(selector.lastIndexOf("*/") + 1).trim();
        const list = /@list\s+(l\d+:level\d+)$/.exec(name)?.[1];
        if (list) {
          this.lists.set(list, { format: declarations(body).get("mso-level-number-format") ?? "decimal" });
          continue;
        }
        const [, tag = "", className] = /^([a-z][a-z0-9]*)?\.([\w-]+)$/i.exec(name) ?? [];
        if (!className) continue;
        const kept = [...declarations(body)].flatMap(([property, value]): [string, string][] => {
          if (OF_SHEETS.has(property)) return [[property, value]];
          // The shorthand, as Apple's programs write it: "font: bold 12.0px Helvetica".
          if (property === "font" && /\b(bold|[6-9]00)\b/.test(value)) return [["font-weight", "bold"]];
          if (property === "font" && /\bitalic\b/.test(value)) return [["font-style", "italic"]];
          return [];
        });
        if (kept.length === 0) continue;
        const key = `${tag.toLowerCase()}.${className}`;
        this.#classes.set(key, new Map([...(this.#classes.get(key) ?? []), ...kept]));
      }
    }
  }

  /** The declarations of an element: those of its classes, then its own. */
  of(element: Element): Declarations {
    const style = styleOf(element);
    let own: Declarations = NONE;
    if (style) {
      // Programs repeat the same few attributes for every word.
      own = this.#attributes.get(style) ?? declarations(style);
      this.#attributes.set(style, own);
    }
    const className = this.#classes.size === 0 ? null : element.getAttribute("class");
    if (!className) return own;
    const merged = new Map<string, string>();
    for (const name of className.split(/\s+/)) {
      for (const key of [`.${name}`, `${element.localName}.${name}`]) {
        for (const [property, value] of this.#classes.get(key) ?? []) merged.set(property, value);
      }
    }
    if (merged.size === 0) return own;
    for (const [property, value] of own) merged.set(property, value);
    return merged;
  }
}

/** Whether a weight is bold; undefined for one that says nothing. */
export function isBold(weight: string | undefined): boolean | undefined {
  if (weight === undefined || weight === "inherit" || weight === "") return undefined;
  if (weight === "bold" || weight === "bolder") return true;
  const number = Number.parseInt(weight, 10);
  return Number.isNaN(number)
    ? weight === "normal" || weight === "lighter" || weight === "initial"
      ? false
      : undefined
    : number >= 600;
}

/** Whether an element is not shown where it was copied. */
export function isHidden(styles: Declarations): boolean {
  return styles.get("display") === "none" || styles.get("visibility") === "hidden" || styles.get("mso-hide") === "all";
}

/** Whether a style attribute colours a text or chooses its typeface. */
export function isLook(styles: Declarations): boolean {
  for (const name of ["color", "background", "background-color", "font", "font-family", "font-size"])
    if (styles.has(name)) return true;
  return false;
}
