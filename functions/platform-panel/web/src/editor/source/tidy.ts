// What leaves the editor is clean HTML: tight lists and cells, tables with a head.
import { inertDocument, unwrap, within } from "./inert";
import { isPhrase, nameOf } from "./names";

/** Words of an item or a cell need no paragraph when it is the only one, or only lists follow. */
function tighten(container: Element) {
  const first = container.firstElementChild;
  if (!first || nameOf(first) !== "p" || first.attributes.length > 0) return;
  const others = [...container.childNodes].filter((child) => child !== first);
  if (
    others.every((child) => !isPhrase(child) && child.nodeType === 1 && ["ul", "ol"].includes(nameOf(child as Element)))
  )
    unwrap(first);
}

const isHead = (row: Element) => row.children.length > 0 && [...row.children].every((cell) => nameOf(cell) === "th");

/** A first row of head cells is the table's head, and its cells say that they are about columns. */
function giveHead(table: Element) {
  const parts = [...table.children];
  if (!parts.some((part) => nameOf(part) === "thead")) {
    const first = parts.find((part) => nameOf(part) === "tbody");
    const row = first?.firstElementChild;
    // A table of head cells alone has no data below them.
    if (!first || !row || !isHead(row) || within(table, "tr").length === 1) return;
    const head = inertDocument().createElement("thead");
    first.before(head);
    head.append(row);
    if (first.childElementCount === 0) first.remove();
  }
  const heads = [...table.children].filter((part) => nameOf(part) === "thead").flatMap((part) => [...part.children]);
  for (const cell of heads.flatMap((row) => [...row.children])) {
    if (nameOf(cell) !== "th") continue;
    if (!cell.hasAttribute("scope"))
      cell.setAttribute("scope", Number(cell.getAttribute("colspan") ?? 1) > 1 ? "colgroup" : "col");
  }
}

export function tidy(root: Element): Element {
  for (const container of within(root)) {
    if (["li", "td", "th", "dd"].includes(nameOf(container))) tighten(container);
  }
  for (const table of within(root, "table")) giveHead(table);
  return root;
}
