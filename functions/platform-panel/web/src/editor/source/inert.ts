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
