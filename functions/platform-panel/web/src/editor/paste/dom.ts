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

/** Elements between which words begin a line, where their nesting is given up. */
const LINES = /^(p|div|li|tr|h[1-6]|blockquote|pre|section|article|table|ul|ol)$/;

/** The words and pictures under an element, in order, with breaks for its blocks. */
function leavesOf(element: Element): Node[] {
  const leaves: Node[] = [];
  let node: Node | null = element.firstChild;
  while (node && node !== element) {
    if (isElement(node) && LINES.test(node.localName)) leaves.push(element.ownerDocument.createElement("br"));
    else if (!node.firstChild && (isText(node) || (isElement(node) && /^(img|br)$/.test(node.localName))))
      leaves.push(node);
    let next: Node | null = node.firstChild;
    while (!next && node && node !== element) {
      next = node.nextSibling;
      if (!next) node = node.parentNode;
    }
    node = next;
  }
  return leaves;
}

/** Gives up what is nested too deeply: words stay, their elements go. Each node moves once, and alone: a subtree that moves is
 * walked by the browser. */
export function flatten(root: Element) {
  let node: Node | null = root.firstChild;
  let depth = 1;
  while (node && node !== root) {
    if (isElement(node) && depth >= DEPTH && node.firstElementChild) node.replaceChildren(...leavesOf(node));
    if (isElement(node) && depth < DEPTH && node.firstChild) {
      node = node.firstChild;
      depth += 1;
      continue;
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode;
      depth -= 1;
    }
    if (node && node !== root) node = node.nextSibling;
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
