// Markup without effects: its document belongs to no window, so nothing is loaded, run or styled.

let made: Document | null = null;

/** The document of markup that is only read or written. */
export function inertDocument(): Document {
  made ??= document.implementation.createHTMLDocument("");
  return made;
}

/** The elements of a piece of HTML, as the content of a page's body. */
export function parsed(html: string): HTMLElement {
  const root = inertDocument().createElement("div");
  root.innerHTML = html;
  return root;
}

/** Replaces an element by its content. */
export function unwrap(element: Element) {
  element.replaceWith(...element.childNodes);
}

/** The elements within `root` in their order, as they are now: of one name, or with an attribute. */
export function within(root: Element, name = "*", attribute?: string): Element[] {
  const found = [...root.getElementsByTagName(name)];
  return attribute === undefined ? found : found.filter((element) => element.hasAttribute(attribute));
}

/** Whether a node is, or lies in, preformatted text. */
export function isVerbatim(node: Node | null): boolean {
  for (let at = node; at; at = at.parentNode) if ((at as Element).localName === "pre") return true;
  return false;
}
