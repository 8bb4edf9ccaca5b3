// Footnotes and endnotes: numbered references in the text, and the notes as a list at its end.
import { elementsOf, isElement, isText, onlyChild } from "./dom";
import { STYLE, styleOf } from "./inert";

/** Fragments that name a note: of Word, Google Docs, LibreOffice, and converters of Markdown. */
const NOTE =
  /^(?:_?ftn|_?edn|ftnt|sdfootnote|sdendnote|fn|footnote|note|user-content-fn|endnote)[:_-]?(?:\d+|[ivxlc]+|\w{1,20})(?:sym)?$/i;
/** Fragments that lead from a note back to its place in the text. */
const BACK =
  /^(?:_?ftnref|_?ednref|ftnt_ref|sd(?:foot|end)note\w+anc|fnref|footnote-ref|footnoteref|note-ref|noteref|user-content-fnref)/i;

const fragmentOf = (link: Element) => /#(.+)$/.exec(link.getAttribute("href") ?? "")?.[1] ?? "";

const isNoteBox = (element: Element) =>
  /mso-element:\s*(footnote|endnote)(?!-)/.test(styleOf(element)) ||
  /^sd(foot|end)note\w+$/.test(element.getAttribute("id") ?? "");

/** The element that holds the whole note to which a link leads. */
function noteOf(target: Element, root: Element): Element | undefined {
  if (target.localName === "li" || target.localName === "div") return target;
  let paragraph: Element | undefined;
  for (let element: Element | null = target; element && element !== root; element = element.parentElement) {
    if (isNoteBox(element) || element.localName === "li") return element;
    if (element.localName === "p" && !paragraph) paragraph = element;
    if (element.localName === "div" && paragraph) {
      const links = [...element.querySelectorAll("a[href]")].filter((link) => BACK.test(fragmentOf(link)));
      return links.length === 1 ? element : paragraph;
    }
  }
  return paragraph;
}

/** The element that is nothing but the reference: its link, or what raises it. */
function wholeReference(link: Element): Element {
  let whole = link;
  for (
    let parent = link.parentElement;
    parent && /^(sup|span)$/.test(parent.localName) && onlyChild(parent) === whole;
    parent = parent.parentElement
  )
    whole = parent;
  return whole;
}

/** Moves the notes to the end. */
export function gatherNotes(root: Element) {
  const links = [...root.querySelectorAll("a[href*='#']")];
  if (links.length === 0) return;
  const named = new Map<string, Element>();
  for (const element of elementsOf(root)) {
    for (const name of [element.getAttribute("id"), element.getAttribute("name")])
      if (name && !named.has(name)) named.set(name, element);
  }
  const document = root.ownerDocument;
  const notes = new Map<Element, number>();
  for (const link of links) {
    const fragment = fragmentOf(link);
    if (!NOTE.test(fragment) || BACK.test(fragment)) continue;
    const target = named.get(fragment);
    const note = target && noteOf(target, root);
    if (!note || note.contains(link)) continue;
    const number = notes.get(note) ?? notes.size + 1;
    notes.set(note, number);
    const reference = document.createElement("sup");
    reference.textContent = `[${number}]`;
    wholeReference(link).replaceWith(reference);
  }
  if (notes.size === 0) return;
  const list = document.createElement("ol");
  for (const note of notes.keys()) {
    const item = document.createElement("li");
    for (const link of [...note.querySelectorAll("a")]) {
      if (
        BACK.test(fragmentOf(link)) ||
        /↩/.test(link.textContent ?? "") ||
        /sd(foot|end)notesym/.test(link.getAttribute("class") ?? "")
      )
        wholeReference(link).remove();
    }
    item.append(...note.childNodes);
    removeWithEmptyParents(note, root);
    trimStart(item);
    list.append(item);
  }
  for (const box of [
    ...root.querySelectorAll(
      `[${STYLE}*='footnote-list'], [${STYLE}*='endnote-list'], section.footnotes, div.footnotes`,
    ),
  ]) {
    if ((box.textContent ?? "").trim() === "") box.remove();
  }
  // The line above the notes.
  const last = [...root.childNodes]
    .reverse()
    .find((node) => isElement(node) || (isText(node) && node.data.trim() !== ""));
  if (last && isElement(last) && last.localName === "hr") last.remove();
  const heading = document.createElement("h2");
  heading.textContent = "Notas";
  root.append(heading, list);
}

function removeWithEmptyParents(element: Element, root: Element) {
  let parent: Element | null = element.parentElement;
  element.remove();
  while (parent && parent !== root && parent.children.length === 0 && (parent.textContent ?? "").trim() === "") {
    const next: Element | null = parent.parentElement;
    parent.remove();
    parent = next;
  }
}

/** Removes the space and the point that followed the number. */
function trimStart(item: Element) {
  let node: Node | null = item;
  while (node?.firstChild) {
    const first: Node = node.firstChild;
    if (
      (isText(first) && first.data.trim() === "") ||
      (isElement(first) && first.childNodes.length === 0 && first.localName !== "img")
    ) {
      first.remove();
      continue;
    }
    node = first;
  }
  if (node && isText(node)) node.data = node.data.replace(/^[\s\u00a0]*([.:)\]][\s\u00a0]+)?/, "");
}
