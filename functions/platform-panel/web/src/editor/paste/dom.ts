// Small steps on the parsed, inert document of a clipboard.

/** Elements of a clipboard may be nested this deep; what is deeper is lifted, so that no step of the cleaning overflows. */
const DEPTH = 120;

export const isElement = (node: Node): node is Element => node.nodeType === 1;
export const isText = (node: Node): node is Text => node.nodeType === 3;
export const isComment = (node: Node): node is Comment => node.nodeType === 8;

/** Puts the children of an element in its place. */
export function unwrap(element: Element) {
  const parent = element.parentNode;
  if (!parent) return;
  while (element.firstChild) parent.insertBefore(element.firstChild, element);
  parent.removeChild(element);
}

/** Lifts what is nested too deeply. Each node moves once at most. */
export function flatten(root: Element) {
  const pending: { node: Node | null; depth: number }[] = [{ node: root.firstChild, depth: 1 }];
  for (;;) {
    const top = pending.at(-1);
    if (!top) return;
    const { node } = top;
    if (!node) {
      pending.pop();
      continue;
    }
    if (isElement(node) && top.depth >= DEPTH) {
      const next = node.firstChild ?? node.nextSibling;
      unwrap(node);
      top.node = next;
      continue;
    }
    top.node = node.nextSibling;
    if (isElement(node) && node.firstChild) pending.push({ node: node.firstChild, depth: top.depth + 1 });
  }
}

/** All elements under a root, in the order of the document. */
export const elementsOf = (root: ParentNode): Element[] => [...root.querySelectorAll("*")];

/** Whether a node says nothing: white space, a comment. */
export const isBlank = (node: Node) => isComment(node) || (isText(node) && node.data.trim() === "");

/** The only child of an element that says something. */
export function onlyChild(element: Element): Node | undefined {
  let found: Node | undefined;
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (isBlank(child)) continue;
    // Looked at no further: a parent of many children may be asked about each of them.
    if (found) return undefined;
    found = child;
  }
  return found;
}

export function hasClass(element: Element, pattern: RegExp): boolean {
  const classes = element.getAttribute("class");
  return classes !== null && pattern.test(classes);
}
