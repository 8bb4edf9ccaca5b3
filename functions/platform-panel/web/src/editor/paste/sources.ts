// What single programs need before the common cleaning.
import { elementsOf, isElement } from "./dom";
import { styleOf } from "./inert";
import type { LeftOut } from "./types";

/** Points from which the first paragraph of Google Docs is the title: 26 in its own style. */
const TITLE = 20;

/** Google Docs has no element for the title of a document. */
export function fromGoogleDocs(root: Element) {
  const outer = root.querySelector("[id^='docs-internal-guid']");
  const first = outer && [...outer.children].find(({ localName }) => localName !== "br");
  if (first?.localName !== "p") return;
  const spans = [...first.querySelectorAll("span")].filter((span) => (span.textContent ?? "").trim() !== "");
  const isLarge = (span: Element) => Number(/font-size:\s*([\d.]+)pt/.exec(styleOf(span))?.[1] ?? "0") >= TITLE;
  if (spans.length === 0 || !spans.every(isLarge)) return;
  const title = root.ownerDocument.createElement("h1");
  title.append(...first.childNodes);
  first.replaceWith(title);
}

/** Messages of WhatsApp on the web: their texts, without the times and names between them. */
export function fromWhatsApp(root: Element, leftOut: LeftOut[]) {
  const messages = [...root.querySelectorAll("[data-pre-plain-text]")];
  if (messages.length === 0) return;
  const texts = messages.map((message) => {
    const box = root.ownerDocument.createElement("div");
    box.append(message.querySelector(".selectable-text") ?? message);
    return box;
  });
  root.replaceChildren(...texts);
  if (messages.length > 1) leftOut.push({ what: "stamps" });
}

/** Notes of a program that writes each item of a list at its own level with a class: Quill, Slack. */
export function fromLevelClasses(root: Element) {
  for (const list of elementsOf(root)) {
    if (list.localName !== "ul" && list.localName !== "ol") continue;
    const items = [...list.children].filter(({ localName }) => localName === "li");
    const levels = items.map((item) =>
      Number(/(?:^|\s)ql-indent-(\d)/.exec(item.getAttribute("class") ?? "")?.[1] ?? "0"),
    );
    if (levels.every((level) => level === 0)) continue;
    const open: { level: number; item: Element }[] = [];
    for (const [index, item] of items.entries()) {
      const level = levels[index] ?? 0;
      while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
      const parent = open.at(-1)?.item;
      if (parent) {
        let nested = parent.lastElementChild;
        if (nested?.localName !== list.localName) {
          nested = root.ownerDocument.createElement(list.localName);
          parent.append(nested);
        }
        nested.append(item);
      }
      open.push({ level, item });
    }
  }
}

/** A caption of Word above or under a table. */
export function tableCaptions(root: Element) {
  for (const paragraph of [...root.querySelectorAll("p.MsoCaption, p.caption")]) {
    const isTable = (element: Element | null): element is Element =>
      element?.localName === "table" && element.querySelector("caption") === null;
    const beside = paragraph.nextElementSibling ?? nextOfBox(paragraph);
    const before = paragraph.previousElementSibling;
    const table = isTable(beside) ? beside : isTable(before) ? before : undefined;
    if (!table) continue;
    const caption = root.ownerDocument.createElement("caption");
    caption.append(...paragraph.childNodes);
    table.prepend(caption);
    paragraph.remove();
  }
}

function nextOfBox(element: Element): Element | null {
  const parent = element.parentElement;
  return parent && isElement(parent) && parent.localName === "div" ? parent.nextElementSibling : null;
}
