// Passages of Word, Outlook and PowerPoint: their lists, titles, quotations and captions are paragraphs with styles.
import { elementsOf, hasClass, isBlank, isComment, isElement, isText, unwrap } from "./dom";
import { styleOf } from "./inert";
import { type Item, listsOf, type Marker, markerOf } from "./lists";
import type { Styles } from "./styles";
import type { LeftOut } from "./types";

/** Points by which Word indents a level. */
const INDENT = 36;

export const isOffice = (html: string) => /mso-|class=["']?Mso|urn:schemas-microsoft-com|ProgId/i.test(html);

/** Lengths of Word in points. */
function points(length: string | undefined): number {
  const [, number = "0", unit] = /(-?[\d.]+)(pt|in|cm|mm|px)/.exec(length ?? "") ?? [];
  const factor = { in: 72, cm: 28.35, mm: 2.835, px: 0.75, pt: 1 }[unit ?? "pt"] ?? 1;
  return Number(number) * factor;
}

/** Removes the marker of a list item, and returns its text; undefined if there is none. */
function takeMarker(paragraph: Element, styles: Styles): string | undefined {
  // Between two comments of Word: [if !supportLists] and [endif].
  for (let node = paragraph.firstChild; node; node = node.nextSibling) {
    if (isComment(node) && /^\[if !supportLists\]/.test(node.data)) {
      let text = "";
      let next = node.nextSibling;
      while (next && !(isComment(next) && next.data.startsWith("[endif]"))) {
        const after: ChildNode | null = next.nextSibling;
        text += next.textContent ?? "";
        next.remove();
        next = after;
      }
      return text;
    }
    if (!isBlank(node)) break;
  }
  for (const span of elementsOf(paragraph)) {
    const declared = styles.of(span);
    if (declared.get("mso-list") === "ignore" || declared.has("mso-special-format")) {
      const text = span.textContent ?? "";
      span.remove();
      return text;
    }
    if (span.localName === "table") break;
  }
  return undefined;
}

type Run = { items: Item[]; first: Element };

/** The items of Word's lists among the children of an element. */
function listItem(paragraph: Element, styles: Styles): Item | "goes on" | undefined {
  if (!/^(p|div|h[1-6])$/.test(paragraph.localName)) return undefined;
  const declared = styles.of(paragraph);
  const [, list, level] = /(l\d+)\s+level(\d+)/.exec(declared.get("mso-list") ?? "") ?? [];
  const isHeading = paragraph.localName.startsWith("h");
  const isParagraph = paragraph.localName === "p";
  if (isHeading) {
    // The number of a heading is part of its words.
    const number = list ? takeMarker(paragraph, styles) : undefined;
    if (number) paragraph.prepend(`${number.trim()} `);
    return undefined;
  }
  if (isParagraph && hasClass(paragraph, /(^|\s)MsoListContinue/)) return "goes on";
  const slide = isParagraph ? undefined : /(?:^|\s)O(\d*)(?:\s|$)/.exec(paragraph.getAttribute("class") ?? "");
  if (!isParagraph && !slide) return undefined;
  const marker = takeMarker(paragraph, styles);
  if (marker === undefined)
    return list === undefined && hasClass(paragraph, /(^|\s)MsoListParagraph/) ? "goes on" : undefined;
  const depth = level
    ? Number(level)
    : slide
      ? Number(slide[1] || "0") + 1
      : Math.max(1, Math.round(points(declared.get("margin-left")) / INDENT));
  const said: Marker = markerOf(marker, list ? styles.lists.get(`${list}:level${level}`)?.format : undefined);
  return { level: depth, marker: said, content: [...paragraph.childNodes] };
}

function wordLists(root: Element, styles: Styles) {
  const parents = new Set<Element>();
  for (const element of elementsOf(root)) {
    const parent = element.parentElement;
    if (
      parent &&
      /^(p|div|h[1-6])$/.test(element.localName) &&
      /Mso|mso-|(^|\s)O\d*(\s|$)/.test(`${element.getAttribute("class") ?? ""} ${styleOf(element)}`)
    )
      parents.add(parent);
    else if (parent && element.localName === "p") parents.add(parent);
  }
  for (const parent of parents) {
    let run: Run | undefined;
    const end = () => {
      if (run) run.first.replaceWith(...listsOf(parent.ownerDocument, run.items));
      run = undefined;
    };
    for (const child of [...parent.childNodes]) {
      if (isBlank(child)) continue;
      const item = isElement(child) ? listItem(child, styles) : undefined;
      if (isElement(child) && item === "goes on" && run) {
        const paragraph = parent.ownerDocument.createElement("p");
        paragraph.append(...child.childNodes);
        run.items.at(-1)?.content.push(paragraph);
        child.remove();
      } else if (isElement(child) && typeof item === "object") {
        if (run) {
          run.items.push(item);
          child.remove();
        } else run = { items: [item], first: child };
      } else if (run && isElement(child) && child.localName === "p" && isEmptyParagraph(child)) {
        child.remove();
      } else end();
    }
    end();
  }
}

function isEmptyParagraph(paragraph: Element): boolean {
  return /^[\s\u00a0]*$/.test(paragraph.textContent ?? "") && paragraph.querySelector("img") === null;
}

/** Gives the paragraphs of Word's styles their elements. */
function wordStyles(root: Element, leftOut: LeftOut[]) {
  let hasContents = false;
  for (const element of elementsOf(root)) {
    if (!root.contains(element)) continue;
    if (hasClass(element, /(^|\s)MsoToc(\d|Heading)/)) {
      element.remove();
      hasContents = true;
    } else if (element.localName === "p" && hasClass(element, /(^|\s)MsoTitle(CxSp\w+)?(\s|$)/)) {
      rename(element, "h1");
    } else if (element.localName === "p" && hasClass(element, /(^|\s)Mso(Intense)?Quote/)) {
      const quote = element.ownerDocument.createElement("blockquote");
      element.replaceWith(quote);
      const before = quote.previousElementSibling;
      // A quotation of several paragraphs is one.
      if (before?.localName === "blockquote" && before.hasAttribute("data-quote") && noWordsBetween(before, quote)) {
        before.append(element);
        quote.remove();
      } else {
        quote.setAttribute("data-quote", "");
        quote.append(element);
      }
    } else if (/(^|;)\s*mso-element:\s*(header|footer|para-border-div)?/.test(styleOf(element))) {
      if (/mso-element:\s*(header|footer)\b/.test(styleOf(element))) element.remove();
    }
  }
  if (hasContents) leftOut.push({ what: "contents" });
}

function noWordsBetween(before: Element, after: Element): boolean {
  for (let node = before.nextSibling; node && node !== after; node = node.nextSibling) {
    if (isText(node) && node.data.trim() !== "") return false;
  }
  return true;
}

function rename(element: Element, name: string) {
  const made = element.ownerDocument.createElement(name);
  made.append(...element.childNodes);
  element.replaceWith(made);
}

/** Rewrites what Office marks with styles as elements. */
export function fromOffice(root: Element, html: string, styles: Styles, leftOut: LeftOut[]) {
  if (!isOffice(html)) return;
  for (const element of elementsOf(root)) {
    // Fields, bookmarks, smart tags and empty paragraphs' marks: elements of other vocabularies.
    if (element.localName.includes(":")) {
      if (/^v:/.test(element.localName)) element.remove();
      else unwrap(element);
    }
  }
  wordLists(root, styles);
  wordStyles(root, leftOut);
}

/** Lists of Word for the web: each item is in a list and a box of its own, with its level in an attribute. */
export function fromWordOnline(root: Element) {
  const boxes = [...root.querySelectorAll("div.ListContainerWrapper, li[data-aria-level]")];
  if (boxes.length === 0) return;
  for (const element of [...root.querySelectorAll("span.EOP, span.LineBreakBlob")]) {
    if (element.classList.contains("EOP")) element.remove();
    else element.replaceWith(root.ownerDocument.createElement("br"));
  }
  const parents = new Set<Element>();
  for (const box of boxes) {
    const outer = box.localName === "li" ? outermostList(box) : box;
    if (outer.parentElement && !outer.closest("li")) parents.add(outer.parentElement);
  }
  for (const parent of parents) {
    let run: Run | undefined;
    const end = () => {
      if (run) run.first.replaceWith(...listsOf(parent.ownerDocument, run.items));
      run = undefined;
    };
    for (const child of [...parent.childNodes]) {
      if (isBlank(child)) continue;
      const items = isElement(child) && isListBox(child) ? onlineItems(child) : [];
      if (items.length === 0) end();
      else if (run) {
        run.items.push(...items);
        (child as Element).remove();
      } else run = { items, first: child as Element };
    }
    end();
  }
}

const isListBox = (element: Element) =>
  element.localName === "ul" || element.localName === "ol" || element.classList.contains("ListContainerWrapper");

function outermostList(item: Element): Element {
  let list: Element = item.closest("ul, ol") ?? item;
  for (
    let next = list.parentElement?.closest("ul, ol, div.ListContainerWrapper");
    next;
    next = next.parentElement?.closest("ul, ol, div.ListContainerWrapper")
  )
    list = next;
  return list;
}

function onlineItems(box: Element): Item[] {
  const counts = new Map<Element | null, number>();
  return [...box.querySelectorAll("li")].map((item) => {
    const list = item.closest("ul, ol");
    const ordered = list?.localName === "ol";
    const before = counts.get(list) ?? 0;
    counts.set(list, before + 1);
    const start = Number(list?.getAttribute("start") ?? "1") || 1;
    const position = Number(item.getAttribute("data-aria-posinset") ?? "") || start + before;
    const format = /list-style-type:\s*([\w-]+)/.exec(`${styleOf(item)};${list ? styleOf(list) : ""}`)?.[1];
    const type = typeOfOnline(list, format);
    return {
      level: Number(item.getAttribute("data-aria-level") ?? item.getAttribute("aria-level") ?? "1") || 1,
      marker: ordered
        ? { ordered, number: list?.hasAttribute("start") ? start + before : position, type }
        : { ordered },
      content: [...item.childNodes].filter((node) => !(isElement(node) && isListBox(node))),
    };
  });
}

function typeOfOnline(list: Element | null, format: string | undefined): string | undefined {
  const written = list?.getAttribute("type");
  if (written && /^[aAiI]$/.test(written)) return written;
  return markerOf("", format).type;
}
