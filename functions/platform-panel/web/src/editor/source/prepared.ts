// The form in which the schema reads a block, and the way back from it.
//
// HTML lets words stand directly in a list item, and a table have a caption and sections; the schema has paragraphs and rows.
// What the schema's nodes cannot tell apart is marked by attributes that exist only between these two functions.
import { inertDocument, isVerbatim, parsed, unwrap, within } from "./inert";
import { isBlank, isInline, isMark, isPhrase, nameOf } from "./names";

/** Words without an own paragraph. */
export const BARE = "data-bare";
/** An inline element without words: its tag. */
export const EMPTY = "data-empty";
/** A table with its caption. */
export const CAPTIONED = "data-captioned";
export const CAPTION = "data-caption";
/** The section of a table's row, as `Section`. */
export const SECTION = "data-section";
/** The columns of a table as written. */
export const COLUMNS = "data-columns";
/** A style as written: the serialiser would put it in a form of the browser. */
export const STYLE = "data-style-as-written";
/** A block that is kept as it is: its source. */
export const KEPT = "data-kept";

/** A part of a table: `order` tells parts of one name apart. */
export type Section = { name: string; order: number; attributes: Record<string, string> };

/** Elements in which words may stand beside blocks. */
const FLOW = new Set(["div", "section", "blockquote", "details", "li", "td", "th", "dd", "figure"]);

export function attributesOf(element: Element): Record<string, string> {
  return Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
}

function withAttributes(name: string, attributes: Record<string, string>): HTMLElement {
  const made = inertDocument().createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Makes white space that a browser does not show into what the editor shows: it draws each line break and space. */
function collapse(root: Element) {
  const texts = inertDocument().createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (isVerbatim(text)) continue;
    text.nodeValue = (text.nodeValue ?? "").replace(/ *[\t\r\n\f][ \t\r\n\f]*/g, "\n");
  }
  // Line breaks are gone at the ends of a line of words, and spaces within it.
  for (const element of [root, ...within(root)]) {
    if (isInline(nameOf(element)) || isVerbatim(element)) continue;
    for (const child of element.childNodes) {
      if (!isPhrase(child)) continue;
      if (endsLine(child.previousSibling)) trim(child, "start");
      if (endsLine(child.nextSibling)) trim(child, "end");
    }
  }
  const left = inertDocument().createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (left.nextNode()) {
    if (!isVerbatim(left.currentNode))
      left.currentNode.nodeValue = (left.currentNode.nodeValue ?? "").replace(/\n/g, " ");
  }
}

const endsLine = (node: Node | null) => !node || !isPhrase(node) || node.nodeName === "BR";

function trim(node: Node, end: "start" | "end") {
  let inner: Node | null = node;
  while (inner && inner.nodeType !== 3) inner = end === "start" ? inner.firstChild : inner.lastChild;
  if (inner) inner.nodeValue = (inner.nodeValue ?? "").replace(end === "start" ? /^\n/ : /\n$/, "");
}

/** Gives inline elements without words a form that can stand in a line: formatting needs words. */
function markEmpty(root: Element) {
  for (const element of within(root)) {
    if (!isMark(nameOf(element)) || element.childNodes.length > 0 || element.attributes.length === 0) continue;
    element.replaceWith(withAttributes("span", { [EMPTY]: JSON.stringify([nameOf(element), attributesOf(element)]) }));
  }
}

/** Gives words of a container that stand beside blocks their own paragraph. */
export function wrapWords(container: Element) {
  let line: HTMLElement | null = null;
  for (const child of [...container.childNodes]) {
    if (!isPhrase(child) || (nameOf(container) === "figure" && isFigureMedia(child))) {
      line = null;
      continue;
    }
    if (!line && isBlank(child)) {
      child.remove();
      continue;
    }
    if (!line) {
      line = withAttributes("p", { [BARE]: "" });
      child.before(line);
    }
    line.append(child);
  }
  if (container.childElementCount === 0) container.append(withAttributes("p", { [BARE]: "" }));
}

function isFigureMedia(node: Node): boolean {
  if (node.nodeType !== 1) return false;
  const element = node as Element;
  if (nameOf(element) === "img") return true;
  return (
    nameOf(element) === "a" &&
    element.childElementCount === 1 &&
    element.firstElementChild?.localName === "img" &&
    [...element.childNodes].every((child) => child.nodeType === 1 || isBlank(child))
  );
}

function markTable(table: Element) {
  const columns = [...table.children].filter((child) => nameOf(child) === "colgroup");
  if (columns.length > 0) {
    table.setAttribute(COLUMNS, columns.map((group) => group.outerHTML).join(""));
    for (const group of columns) group.remove();
  }
  [...table.children].forEach((part, order) => {
    if (!["thead", "tbody", "tfoot"].includes(nameOf(part))) return;
    const section: Section = { name: nameOf(part), order, attributes: attributesOf(part) };
    for (const row of part.children) row.setAttribute(SECTION, JSON.stringify(section));
  });
  const caption = table.firstElementChild;
  if (!caption || nameOf(caption) !== "caption") return;
  const whole = withAttributes("div", { [CAPTIONED]: "" });
  const named = withAttributes("div", { ...attributesOf(caption), [CAPTION]: "" });
  named.append(...caption.childNodes);
  caption.remove();
  table.replaceWith(whole);
  whole.append(named, table);
}

/** Brings the elements of `root` into the form that the schema reads. */
export function prepare(root: Element): Element {
  root.normalize();
  collapse(root);
  markEmpty(root);
  for (const container of within(root)) {
    if (FLOW.has(nameOf(container)) && !container.hasAttribute(CAPTION)) wrapWords(container);
  }
  for (const table of within(root, "table")) markTable(table);
  return root;
}

/** HTML that comes from elsewhere, in the form that the schema reads. */
export function prepared(html: string): string {
  return prepare(parsed(html)).innerHTML;
}

/** Words of the classic editor: each line break is one. */
export function bareParagraph(html: string): HTMLElement {
  const root = parsed(html);
  const line = withAttributes("p", { [BARE]: "" });
  for (const child of [...root.childNodes]) line.append(child);
  const texts = inertDocument().createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    const lines = (text.nodeValue ?? "").split(/[ \t]*\r?\n[ \t]*/);
    if (lines.length === 1) continue;
    // A break that is written needs no second one.
    const isBroken = (at: number) =>
      (at === 1 && lines[0] === "" && text.previousSibling?.nodeName === "BR") ||
      (at === lines.length - 1 && lines[at] === "" && text.nextSibling?.nodeName === "BR");
    text.replaceWith(
      ...lines.flatMap((written, at) =>
        at === 0 || isBroken(at) ? [written] : [inertDocument().createElement("br"), written],
      ),
    );
  }
  root.append(line);
  return root;
}

/** Whether the paragraph may go without its element: no other words stand beside it. */
function standsAlone(paragraph: Element): boolean {
  const isWords = (node: Node | null) =>
    node !== null && (isPhrase(node) || (node.nodeType === 1 && (node as Element).hasAttribute(BARE)));
  return paragraph.attributes.length === 0 && !isWords(paragraph.previousSibling) && !isWords(paragraph.nextSibling);
}

function restoreTable(table: Element) {
  const rows = [...table.children];
  // New rows before all others stand in the part of the first that was read.
  const first = rows.find((row) => row.hasAttribute(SECTION))?.getAttribute(SECTION) ?? null;
  for (const row of rows) {
    if (first === null || row.hasAttribute(SECTION)) break;
    row.setAttribute(SECTION, first);
  }
  let part: HTMLElement | null = null;
  let present: string | null = null;
  for (const row of rows) {
    const written = row.getAttribute(SECTION);
    row.removeAttribute(SECTION);
    // A new row belongs to the part before it.
    if (!part || (written !== null && written !== present)) {
      const { name, attributes } =
        written === null ? { name: "tbody", attributes: {} } : (JSON.parse(written) as Section);
      part = withAttributes(name, attributes);
      row.before(part);
      present = written;
    }
    part.append(row);
  }
  const columns = table.getAttribute(COLUMNS);
  table.removeAttribute(COLUMNS);
  if (columns) table.prepend(...parsedColumns(columns));
}

const parsedColumns = (columns: string) => within(parsed(`<table>${columns}</table>`), "colgroup");

/** Brings what the schema wrote back into HTML as it is stored. */
export function restore(root: Element): Element {
  for (const table of within(root, "table")) restoreTable(table);
  for (const whole of within(root, "*", CAPTIONED)) {
    const table = [...whole.children].find((child) => nameOf(child) === "table");
    const named = [...whole.children].find((child) => child.hasAttribute(CAPTION));
    if (named) {
      const caption = withAttributes(table ? "caption" : "p", attributesOf(named));
      caption.removeAttribute(CAPTION);
      caption.append(...named.childNodes);
      named.remove();
      if (table) table.prepend(caption);
      else whole.prepend(caption);
    }
    unwrap(whole);
  }
  for (const empty of within(root, "*", EMPTY)) {
    const [name, attributes] = JSON.parse(empty.getAttribute(EMPTY) ?? "[]") as [string, Record<string, string>];
    empty.replaceWith(withAttributes(name, attributes));
  }
  for (const styled of within(root, "*", STYLE)) {
    styled.setAttribute("style", styled.getAttribute(STYLE) ?? "");
    styled.removeAttribute(STYLE);
  }
  for (const kept of within(root, "*", KEPT)) kept.replaceWith(...parsed(kept.getAttribute(KEPT) ?? "").childNodes);
  for (const line of within(root, "p", BARE)) {
    line.removeAttribute(BARE);
    const { parentElement } = line;
    if (parentElement && parentElement !== root && FLOW.has(nameOf(parentElement)) && standsAlone(line)) unwrap(line);
  }
  return root;
}
