// What of foreign markup is shown: words, pictures and structure. Nothing runs, asks, or takes part in the page.
import { attributesOf } from "./prepared";
import { unwrap, within } from "./inert";
import { nameOf } from "./names";

/** Elements that are shown as they are; the content of others is shown without them. */
const SHOWN = new Set([
  ...[
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "div",
  ],
  ...[
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
  ],
  ...[
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
  ],
  ...["tbody", "td", "tfoot", "th", "thead", "time", "tr", "u", "ul"],
]);

/** Elements whose content is nothing to read. */
const SILENT = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "svg",
  "math",
  "object",
  "embed",
  "head",
  "title",
  "link",
  "meta",
]);

const ATTRIBUTES = new Set(["alt", "colspan", "rowspan", "dir", "lang", "start", "type", "reversed", "value", "open"]);

/** Leaves of `root` only what can be shown, and returns it. */
export function shownOnly(root: HTMLElement): HTMLElement {
  for (const element of within(root)) {
    if (!root.contains(element)) continue;
    const name = nameOf(element);
    if (SILENT.has(name)) element.remove();
    else if (name === "iframe" || name === "video" || name === "audio") {
      element.replaceWith(`${name === "audio" ? "Áudio" : "Vídeo"}: ${element.getAttribute("src") ?? ""}`);
    } else if (!SHOWN.has(name)) unwrap(element);
    else clear(element);
  }
  return root;
}

function clear(element: Element) {
  for (const [name, value] of Object.entries(attributesOf(element))) {
    if (ATTRIBUTES.has(name)) continue;
    if (nameOf(element) === "img" && name === "src" && /^(?:https:\/\/|\/(?!\/)|data:image\/)/i.test(value)) continue;
    element.removeAttribute(name);
  }
  if (nameOf(element) === "img") {
    element.setAttribute("referrerpolicy", "no-referrer");
    element.setAttribute("loading", "lazy");
  }
}
