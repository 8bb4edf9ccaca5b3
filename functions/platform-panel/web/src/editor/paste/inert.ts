// Parsing without what a page's policy would report: Chromium holds parsed documents against the policy of the page too, so each
// style or handler of a clipboard would count as a violation, although nothing of it is applied.

/** The attribute under which the cleaning finds what was written as `style`. */
export const STYLE = "data-pasted-style";

export const styleOf = (element: Element): string => element.getAttribute(STYLE) ?? "";

type Parsed = { document: Document; sheets: string[] };

const LETTER = /[a-z]/i;

/** The end of a tag that begins at an index: after its `>`, which may stand inside of quotes too. */
function endOfTag(html: string, begin: number): number {
  let quote = "";
  // A quote opens only after an equals sign; elsewhere it is part of a name.
  let opens = false;
  for (let at = begin; at < html.length; at += 1) {
    const letter = html[at] ?? "";
    if (quote) {
      if (letter === quote) quote = "";
    } else if (letter === ">") return at + 1;
    else if (opens && (letter === '"' || letter === "'")) {
      quote = letter;
      opens = false;
    } else if (letter === "=") opens = true;
    else if (!/\s/.test(letter)) opens = false;
  }
  return html.length;
}

/** A tag whose style has another name, and whose handlers are gone in all but their text. */
function renamed(tag: string): string {
  if (!/[\s"'/](style|on\w+)\s*=/i.test(tag)) return tag;
  return tag.replace(
    /([^\s"'>/=]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s>]*)|[^\s"'>/=]+/g,
    (whole, name: string | undefined, equals: string, value: string) => {
      if (name === undefined) return whole;
      if (/^style$/i.test(name)) return `${STYLE}${equals}${value}`;
      return /^on/i.test(name) ? `data-pasted-${name.toLowerCase()}${equals}${value}` : whole;
    },
  );
}

/** Elements whose end is always written, and how deep they may be open: a browser takes long to parse deeper nesting. */
const CLOSED =
  /^<(\/?)(div|span|b|i|u|s|em|strong|font|a|ul|ol|table|blockquote|section|article|center|sup|sub|code|small|big)[\s/>]/i;
const DEEPEST = 256;

/** Parses HTML of a clipboard. Style sheets are returned as text, scripts are left out. */
export function parseInert(html: string): Parsed {
  const sheets: string[] = [];
  const parts: string[] = [];
  let at = 0;
  let depth = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) break;
    parts.push(html.slice(at, open));
    if (html.startsWith("<!--", open)) {
      const close = html.indexOf("-->", open + 4);
      at = close < 0 ? html.length : close + 3;
      parts.push(html.slice(open, at));
      continue;
    }
    if (!LETTER.test(html[open + 1] ?? "") && html[open + 1] !== "/") {
      at = open + 1;
      parts.push("<");
      continue;
    }
    at = endOfTag(html, open + 1);
    const tag = html.slice(open, at);
    const [, closes, closed] = CLOSED.exec(tag) ?? [];
    if (closed) {
      depth = Math.max(0, depth + (closes ? -1 : 1));
      // What is left out at its beginning is left out at its end.
      if (depth > DEEPEST || (closes && depth === DEEPEST)) continue;
    }
    const name = /^<(style|script)[\s/>]/i.exec(tag)?.[1];
    if (!name) {
      parts.push(renamed(tag));
      continue;
    }
    const close = new RegExp(`</${name}[\\s/>]`, "gi");
    close.lastIndex = at;
    const end = close.exec(html)?.index ?? html.length;
    if (name.toLowerCase() === "style") sheets.push(html.slice(at, end));
    at = end === html.length ? end : endOfTag(html, end);
  }
  parts.push(html.slice(at));
  return { document: new DOMParser().parseFromString(parts.join(""), "text/html"), sheets };
}
