// Names of the HTML standard by which elements are told apart.

import { within } from "./inert";

/** Elements without content. */
export const VOID = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);

/** Elements whose content is text up to their end tag, whatever it looks like. */
export const RAW = new Set([
  "script",
  "style",
  "textarea",
  "title",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
  "noscript",
]);

/** Elements whose start ends an open paragraph. */
export const ENDS_PARAGRAPH = new Set([
  ...["address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl", "fieldset"],
  ...["figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "main"],
  ...["menu", "nav", "ol", "p", "pre", "search", "section", "summary", "table", "ul"],
]);

/** Elements that stand between words and hold words. */
const PHRASING = [
  ...["a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins"],
  ...["kbd", "label", "mark", "q", "ruby", "rp", "rt", "s", "samp", "small", "span", "strike", "strong", "sub", "sup"],
  ...["time", "tt", "u", "var"],
];

const MARKS = new Set(PHRASING);

/** Elements that stand between words and hold none. */
const ATOMS = new Set(["br", "img", "wbr", "input"]);

export const isMark = (name: string) => MARKS.has(name);

export const isInline = (name: string) => MARKS.has(name) || ATOMS.has(name);

/** The name of an element in lower case. */
export const nameOf = (element: Element) => element.localName;

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** Whether a node is part of a line of words: text, or an inline element that holds no block. */
export function isPhrase(node: Node): boolean {
  if (node.nodeType === 3) return true;
  return isElement(node) && isInline(nameOf(node)) && within(node).every((inner) => isInline(nameOf(inner)));
}

/** Whether a node is text of white space only. A no-break space is a character. */
export const isBlank = (node: Node) => node.nodeType === 3 && !/[^ \t\r\n\f]/.test(node.nodeValue ?? "");
