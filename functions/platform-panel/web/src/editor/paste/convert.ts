// Builds clean elements from those of a clipboard: only what the editor's schema knows, without attributes of other programs.
import { hasClass, isBlank, isElement, isText } from "./dom";
import { type Marks, notAllBold, paragraphsOf, type Piece, PLAIN, write } from "./inline";
import { linkAddress } from "./links";
import { typeOf } from "./lists";
import { found, pendingAddress } from "./pictures";
import { type Declarations, isBold, isHidden, isLook, type Styles } from "./styles";
import { type Cell, type Row, trimmed, written } from "./tables";
import { legible } from "./text";
import type { LeftOut, Picture } from "./types";

/** Elements whose content is no text. */
const DROPPED = new Set(
  "head,title,style,script,noscript,template,meta,link,base,svg,canvas,select,option,datalist,textarea,input,progress,meter,map,area,param,source,track,rt,rp,xml".split(
    ",",
  ),
);
const MEDIA = new Set(["video", "audio", "object", "embed", "iframe"]);
/** Elements that hold blocks and say nothing themselves. */
const BOXES = new Set(
  "html,body,div,section,article,main,header,footer,nav,aside,address,form,fieldset,legend,center,p,hgroup,dialog,search,caption,thead,tbody,tfoot,tr,td,th,google-sheets-html-origin".split(
    ",",
  ),
);
/** Clean elements that begin a line. */
const LINES = new Set(
  "p,h2,h3,h4,h5,h6,ul,ol,li,table,tr,td,th,blockquote,pre,details,summary,dl,dt,dd,div".split(","),
);
const OTHERS = new Set(["kbd", "mark", "q", "small", "cite", "abbr", "time"]);
const VIDEO = /^https:\/\/(www\.youtube(-nocookie)?\.com\/embed\/|player\.vimeo\.com\/video\/)/;
/** Words for screen readers, and controls of a page between its words. */
const FOR_READERS = /(^|\s)(sr-only|visually-hidden|screen-reader-text|mw-editsection|katex-html)(\s|$)/;

/** A place that receives blocks, and the words that wait for their paragraph. */
type Frame = { into: Element; line: Piece[]; strong: boolean | null };

export class Converter {
  readonly pictures: Picture[] = [];
  readonly missing: string[] = [];
  media = 0;
  looks = false;
  /** Pictures of a list or a table stand after it. */
  #waiting: Element[] = [];
  /** Lists of items that came without their list. */
  readonly #loose = new WeakSet<Element>();
  #depth = 0;
  readonly #document: Document;
  readonly #styles: Styles;
  /** Pictures that the passage names as files of the other device, in order. */
  readonly #files: File[];
  /** How much the levels of headings sink: 1 if there are several of the first level, which then are sections. */
  readonly #sink: number;

  constructor(document: Document, styles: Styles, files: File[] = []) {
    this.#files = [...files];
    this.#document = document;
    this.#styles = styles;
    this.#sink = document.querySelectorAll("h1, [role=heading][aria-level='1']").length > 1 ? 1 : 0;
  }

  /** The clean form of the children of an element. */
  convert(source: Element): Element {
    const into = this.#document.createElement("div");
    const frame: Frame = { into, line: [], strong: null };
    this.#children(source, frame, PLAIN, false);
    this.#flush(frame);
    this.#placeWaiting(frame);
    return into;
  }

  /** What was left out, the most important first. */
  leftOut(): LeftOut[] {
    return [
      ...(this.missing.length > 0 ? [{ what: "pictures" as const, names: this.missing }] : []),
      ...(this.media > 0 ? [{ what: "media" as const, count: this.media }] : []),
      ...(this.looks ? [{ what: "formatting" as const }] : []),
    ];
  }

  #children(source: Element, frame: Frame, marks: Marks, lines: boolean) {
    for (let node = source.firstChild; node; node = node.nextSibling) this.#node(node, frame, marks, lines);
  }

  #node(node: Node, frame: Frame, marks: Marks, lines: boolean) {
    if (isText(node)) {
      const text = legible(node.data);
      if (!lines || !text.includes("\n")) frame.line.push({ text, marks });
      else {
        for (const [index, line] of text.split("\n").entries()) {
          if (index > 0) frame.line.push("break");
          frame.line.push({ text: line, marks });
        }
      }
    } else if (isElement(node)) this.#element(node, frame, marks, lines);
  }

  #element(element: Element, frame: Frame, marks: Marks, lines: boolean) {
    const tag = element.localName;
    const styles = this.#styles.of(element);
    if (DROPPED.has(tag) || isHidden(styles) || hasClass(element, FOR_READERS)) return;
    if (isLook(styles) || tag === "font") this.looks = true;
    if (
      element.getAttribute("aria-hidden") === "true" &&
      (element.textContent ?? "").trim().length <= 2 &&
      tag !== "img"
    )
      return;
    const white = styles.get("white-space-collapse") ?? styles.get("white-space");
    const keeps = white === undefined ? lines : /^(pre|break-spaces)/.test(white);
    if (MEDIA.has(tag)) return this.#video(element, frame);
    if (tag === "br") return void frame.line.push("break");
    if (tag === "img" || tag === "picture" || tag === "figure") return this.#picture(element, frame, marks);
    if (tag === "button" && !element.closest("h1, h2, h3, h4, h5, h6")) return;
    if (tag === "annotation") return;
    const inner = this.#marks(element, tag, styles, marks);
    // A space beside an element, as browsers write it so that it is not collapsed.
    if (tag === "span" && element.textContent === "\u00a0") return void frame.line.push({ text: " ", marks });
    const level = this.#headingLevel(element, tag);
    if (level) return this.#heading(element, level, frame, marks, keeps);
    switch (tag) {
      case "ul":
      case "ol":
      case "menu":
      case "dir":
        return this.#list(element, tag === "ol" ? "ol" : "ul", frame, inner, keeps);
      case "li":
        return this.#looseItem(element, frame, inner, keeps);
      case "table":
        return this.#table(element, frame, inner, keeps);
      case "pre":
        return this.#code(element, frame);
      case "blockquote":
        return this.#quote(element, styles, frame, inner, keeps);
      case "dl":
        return this.#terms(element, frame, inner, keeps);
      case "details":
        return this.#details(element, frame, inner, keeps);
      case "hr":
        this.#flush(frame);
        if (frame.into.localName === "div") frame.into.append(this.#document.createElement("hr"));
        return;
      default:
    }
    const isBlock = BOXES.has(tag) || tag === "dt" || tag === "dd" || tag === "summary" || tag === "figcaption";
    if (isBlock) this.#flush(frame);
    this.#children(element, frame, inner, keeps);
    if (isBlock) this.#flush(frame);
  }

  #headingLevel(element: Element, tag: string): number | undefined {
    const own = /^h([1-6])$/.exec(tag)?.[1];
    const said = element.getAttribute("role") === "heading" ? (element.getAttribute("aria-level") ?? "2") : undefined;
    const level = Number(own ?? said ?? "0");
    if (!level) return undefined;
    return Math.max(2, Math.min(6, level + this.#sink));
  }

  /** The marks inside of an element: its own, then those of its style. */
  #marks(element: Element, tag: string, styles: Declarations, marks: Marks): Marks {
    const own: Partial<Marks> = {};
    if (tag === "b" || tag === "strong") own.bold = true;
    else if (tag === "i" || tag === "em" || tag === "var" || tag === "dfn") own.italic = true;
    else if (tag === "u" || tag === "ins") own.underline = true;
    else if (tag === "s" || tag === "strike" || tag === "del") own.strike = true;
    else if (tag === "sup" || tag === "sub") own.script = tag;
    else if (tag === "code" || tag === "tt" || tag === "samp") own.code = true;
    else if (tag === "a" && element.hasAttribute("href")) own.link = linkAddress(element.getAttribute("href") ?? "");
    else if (OTHERS.has(tag) && !marks.others.includes(tag)) own.others = [...marks.others, tag];
    const bold = /^(h[1-6]|th)$/.test(tag) ? undefined : isBold(styles.get("font-weight"));
    if (bold !== undefined) own.bold = bold;
    const slope = styles.get("font-style");
    if (slope === "italic" || slope?.startsWith("oblique")) own.italic = true;
    else if (slope === "normal") own.italic = false;
    const line = `${styles.get("text-decoration") ?? ""} ${styles.get("text-decoration-line") ?? ""}`;
    if (/underline/.test(line)) own.underline = true;
    else if (/none/.test(line) && tag === "u") own.underline = false;
    if (/line-through/.test(line)) own.strike = true;
    else if (/none/.test(line) && tag !== "a" && own.strike) own.strike = false;
    const height = styles.get("vertical-align");
    if (height === "super") own.script = "sup";
    else if (height === "sub") own.script = "sub";
    return Object.keys(own).length === 0 ? marks : { ...marks, ...own };
  }

  /** Writes the waiting words as paragraphs. */
  #flush(frame: Frame) {
    if (frame.line.length === 0) return this.#afterBlock(frame);
    const line = frame.line;
    frame.line = [];
    for (const pieces of paragraphsOf(line)) {
      const isBold = notAllBold(pieces) !== pieces;
      frame.strong = (frame.strong ?? true) && isBold;
      const paragraph = this.#document.createElement("p");
      write(pieces, paragraph);
      frame.into.append(paragraph);
    }
    this.#afterBlock(frame);
  }

  #placeWaiting(frame: Frame) {
    frame.into.append(...this.#waiting);
    this.#waiting = [];
  }

  /** The blocks of an element's content in an element of their own. */
  #inside(source: Element, marks: Marks, lines: boolean, into = "div"): Frame {
    const frame: Frame = { into: this.#document.createElement(into), line: [], strong: null };
    this.#depth += 1;
    this.#children(source, frame, marks, lines);
    this.#flush(frame);
    this.#depth -= 1;
    return frame;
  }

  /** Words only: blocks become lines. */
  #words(source: Element, marks: Marks, lines: boolean): Piece[] {
    const { into } = this.#inside(source, marks, lines);
    const pieces: Piece[] = [];
    this.#gather(into, PLAIN, pieces);
    while (pieces.at(-1) === "break") pieces.pop();
    return pieces;
  }

  #gather(source: Element, marks: Marks, pieces: Piece[]) {
    const part = () => {
      if (pieces.length > 0 && pieces.at(-1) !== "break") pieces.push("break");
    };
    for (const node of source.childNodes) {
      if (isText(node)) pieces.push({ text: node.data, marks });
      else if (!isElement(node)) continue;
      else if (node.localName === "br") part();
      else if (LINES.has(node.localName)) {
        part();
        this.#gather(node, marks, pieces);
        part();
      } else this.#gather(node, this.#marks(node, node.localName, new Map(), marks), pieces);
    }
  }

  #heading(element: Element, level: number, frame: Frame, marks: Marks, lines: boolean) {
    this.#flush(frame);
    const pieces = notAllBold(this.#words(element, marks, lines));
    if (pieces.length === 0) return this.#afterBlock(frame);
    const heading = this.#document.createElement(`h${level}`);
    write(pieces, heading);
    frame.into.append(heading);
    frame.strong = false;
    this.#afterBlock(frame);
  }

  #afterBlock(frame: Frame) {
    if (this.#depth === 0) this.#placeWaiting(frame);
  }

  #quote(element: Element, styles: Declarations, frame: Frame, marks: Marks, lines: boolean) {
    this.#flush(frame);
    // An indentation of a mail program, which has no other element for it.
    if (/none/.test(styles.get("border") ?? "") && /40px/.test(styles.get("margin") ?? "")) {
      this.#children(element, frame, marks, lines);
      return this.#flush(frame);
    }
    const { into } = this.#inside(element, marks, lines, "blockquote");
    if (into.childNodes.length > 0) frame.into.append(into);
    this.#afterBlock(frame);
  }

  #code(element: Element, frame: Frame) {
    this.#flush(frame);
    const code = element.querySelector("code") ?? element;
    let text = "";
    const gather = (node: Node) => {
      for (let child = node.firstChild; child; child = child.nextSibling) {
        if (isText(child)) text += child.data;
        else if (!isElement(child) || DROPPED.has(child.localName) || child.localName === "button") continue;
        else if (child.localName === "br") text += "\n";
        else {
          const isLine = child.localName === "div" || child.localName === "p";
          if (isLine && text !== "" && !text.endsWith("\n")) text += "\n";
          gather(child);
        }
      }
    };
    gather(code);
    const said = legible(text).replaceAll("\u00a0", " ").replace(/^\n/, "").trimEnd();
    if (said.trim() === "") return;
    const made = this.#document.createElement("code");
    const language = /(?:^|\s)(?:language|lang)-([\w+#.-]+)/.exec(code.getAttribute("class") ?? "")?.[1];
    if (language && language !== "text") made.setAttribute("class", `language-${language}`);
    made.textContent = said;
    const block = this.#document.createElement("pre");
    block.append(made);
    frame.into.append(block);
    frame.strong = false;
  }

  #list(element: Element, name: "ul" | "ol", frame: Frame, marks: Marks, lines: boolean) {
    this.#flush(frame);
    const list = this.#document.createElement(name);
    this.#items(element, list, marks, lines);
    if (name === "ol") this.#numbering(element, list);
    const last = frame.into.lastElementChild;
    if (list.childElementCount > 0) {
      // The items of one list, each in a list of its own.
      if (name === "ol" && last?.localName === "ol" && goesOn(last, list)) last.append(...list.children);
      else frame.into.append(list);
    }
    frame.strong = false;
    this.#afterBlock(frame);
  }

  #numbering(element: Element, list: Element) {
    const item = element.querySelector("li");
    const start = Number(element.getAttribute("start") ?? item?.getAttribute("value") ?? "1");
    if (Number.isInteger(start) && start !== 1) list.setAttribute("start", String(start));
    const written = element.getAttribute("type");
    const style =
      typeOf(this.#styles.of(element).get("list-style-type")) ??
      (item ? typeOf(this.#styles.of(item).get("list-style-type")) : undefined);
    const type = style ?? (written && /^[aAiI]$/.test(written) ? written : undefined);
    if (type) list.setAttribute("type", type);
  }

  #items(element: Element, list: Element, marks: Marks, lines: boolean) {
    for (let child = element.firstChild; child; child = child.nextSibling) {
      if (isBlank(child)) continue;
      if (!isElement(child)) {
        this.#addItem(list, this.#alone(child, marks, lines));
        continue;
      }
      const styles = this.#styles.of(child);
      if (DROPPED.has(child.localName) || isHidden(styles)) continue;
      if (isLook(styles)) this.looks = true;
      if (/^(ul|ol|menu|dir)$/.test(child.localName)) {
        // A list directly inside of a list belongs to the item before it.
        this.#nest(list, this.#alone(child, marks, lines));
      } else if (child.localName === "li") {
        const inner = this.#marks(child, "li", styles, marks);
        const { into } = this.#inside(child, inner, lines);
        this.#check(child, into);
        this.#addItem(list, into);
      } else {
        this.#addItem(list, this.#alone(child, marks, lines));
      }
    }
  }

  /** The blocks of one node. */
  #alone(node: Node, marks: Marks, lines: boolean): Element {
    const frame: Frame = { into: this.#document.createElement("div"), line: [], strong: null };
    this.#depth += 1;
    this.#node(node, frame, marks, lines);
    this.#flush(frame);
    this.#depth -= 1;
    return frame.into;
  }

  /** An item of a list of tasks begins with its box. */
  #check(item: Element, into: Element) {
    const box = [...item.querySelectorAll("input[type=checkbox]")].find((input) => input.closest("li") === item);
    const state =
      item.getAttribute("aria-checked") ??
      item.getAttribute("data-checked") ??
      (box ? String(box.hasAttribute("checked")) : null);
    if (state !== "true" && state !== "false") return;
    const first = into.firstElementChild;
    if (first?.localName === "p") first.prepend(state === "true" ? "☑ " : "☐ ");
  }

  #addItem(list: Element, content: Element) {
    if (content.childNodes.length === 0) return;
    const isNested = [...content.children].every(({ localName }) => localName === "ul" || localName === "ol");
    if (isNested) return this.#nest(list, content);
    const item = this.#document.createElement("li");
    item.append(...content.childNodes);
    withoutOnlyParagraph(item);
    list.append(item);
  }

  /** Puts lists under the last item; without one, their items belong to this list. */
  #nest(list: Element, content: Element) {
    const last = list.lastElementChild;
    for (const nested of [...content.children]) {
      if (nested.localName !== "ul" && nested.localName !== "ol") continue;
      if (last) {
        const before = last.lastElementChild;
        if (before?.localName === nested.localName && before.localName === "ul") before.append(...nested.children);
        else last.append(nested);
      } else list.append(...nested.children);
    }
    if (last) withoutOnlyParagraph(last);
  }

  /** An item that was copied without its list. */
  #looseItem(element: Element, frame: Frame, marks: Marks, lines: boolean) {
    this.#flush(frame);
    const last = frame.into.lastElementChild;
    const goes = last !== null && this.#loose.has(last);
    const list = goes ? last : this.#document.createElement("ul");
    const { into } = this.#inside(element, marks, lines);
    this.#addItem(list, into);
    if (!goes && list.childElementCount > 0) {
      this.#loose.add(list);
      frame.into.append(list);
    }
  }

  #terms(element: Element, frame: Frame, marks: Marks, lines: boolean) {
    this.#flush(frame);
    const list = this.#document.createElement("dl");
    for (const term of element.querySelectorAll("dt, dd")) {
      const pieces = this.#words(term, marks, lines);
      if (pieces.length === 0) continue;
      const made = this.#document.createElement(term.localName);
      write(term.localName === "dt" ? notAllBold(pieces) : pieces, made);
      list.append(made);
    }
    if (list.childElementCount > 0) frame.into.append(list);
    frame.strong = false;
    this.#afterBlock(frame);
  }

  #details(element: Element, frame: Frame, marks: Marks, lines: boolean) {
    this.#flush(frame);
    const summary = [...element.children].find(({ localName }) => localName === "summary");
    const heading = this.#document.createElement("summary");
    if (summary) {
      write(this.#words(summary, marks, lines), heading);
      summary.remove();
    }
    const { into } = this.#inside(element, marks, lines, "details");
    if (heading.textContent === "") frame.into.append(...into.childNodes);
    else {
      into.prepend(heading);
      frame.into.append(into);
    }
    this.#afterBlock(frame);
  }

  #video(element: Element, frame: Frame) {
    const address = element.getAttribute("src") ?? "";
    if (element.localName === "iframe" && VIDEO.test(address)) {
      this.#flush(frame);
      const made = this.#document.createElement("iframe");
      made.setAttribute("src", address);
      for (const name of ["width", "height", "title"]) {
        const value = element.getAttribute(name);
        if (value) made.setAttribute(name, value);
      }
      frame.into.append(made);
    } else this.media += 1;
  }

  #picture(element: Element, frame: Frame, marks: Marks) {
    const image = element.localName === "img" ? element : element.querySelector("img");
    if (!image || element.querySelector("table, pre, blockquote")) {
      this.#flush(frame);
      const caption = element.querySelector("figcaption");
      const table = element.querySelector("table");
      if (caption && table && !table.querySelector("caption")) {
        const moved = this.#document.createElement("caption");
        moved.append(...caption.childNodes);
        caption.remove();
        table.prepend(moved);
      }
      this.#children(element, frame, marks, false);
      return this.#flush(frame);
    }
    const caption = element.querySelector("figcaption");
    const said = legible(caption?.textContent ?? "")
      .replace(/\s+/g, " ")
      .trim();
    const images = [...(element.localName === "img" ? [element] : element.querySelectorAll("img"))];
    for (const [index, one] of images.entries())
      this.#image(one, index === images.length - 1 ? said : "", frame, marks);
  }

  #image(image: Element, caption: string, frame: Frame, marks: Marks) {
    const styles = this.#styles.of(image);
    if (isHidden(styles)) return;
    const made = found(image, styles, caption, this.#files);
    if (made.kind === "letters")
      return void frame.line.push({ text: made.text, marks: { ...PLAIN, link: marks.link } });
    if (made.kind === "nothing") return;
    if (made.kind === "missing") {
      this.missing.push(made.name);
      return;
    }
    let address: string;
    if (made.kind === "pending") {
      address = pendingAddress(this.pictures.length);
      this.pictures.push(made.picture);
    } else address = made.address;
    const shown = this.#document.createElement("img");
    shown.setAttribute("src", address);
    shown.setAttribute("alt", image.getAttribute("alt") ?? "");
    const figure = this.#document.createElement("figure");
    figure.append(shown);
    if (made.kind === "shown" && caption) {
      const text = this.#document.createElement("figcaption");
      text.textContent = caption;
      figure.append(text);
    }
    this.#waiting.push(figure);
  }

  #table(element: Element, frame: Frame, marks: Marks, lines: boolean) {
    this.#flush(frame);
    const own = rowsOf(element);
    const cells = own.rows.flatMap(({ cells }) => cells);
    const isLayout =
      element.getAttribute("role") === "presentation" || cells.length <= 1 || element.querySelector("table") !== null;
    if (isLayout) {
      for (const cell of cells) {
        this.#children(cell, frame, this.#marks(cell, "td", this.#styles.of(cell), marks), lines);
        this.#flush(frame);
      }
      return;
    }
    const rows = own.rows.flatMap((row): Row[] =>
      isHidden(this.#styles.of(row.element))
        ? []
        : [{ head: row.head, cells: row.cells.map((cell) => this.#cell(cell, marks, lines)) }],
    );
    const kept = trimmed(rows);
    if (kept.length > 0) {
      const caption = own.caption && this.#caption(own.caption);
      frame.into.append(written(this.#document, kept, caption));
    }
    frame.strong = false;
    this.#afterBlock(frame);
  }

  #caption(source: Element): Element | null {
    const pieces = this.#words(source, PLAIN, false);
    if (pieces.length === 0) return null;
    const caption = this.#document.createElement("caption");
    write(notAllBold(pieces), caption);
    return caption;
  }

  #cell(cell: Element, marks: Marks, lines: boolean): Cell {
    const styles = this.#styles.of(cell);
    if (isLook(styles)) this.looks = true;
    const { into, strong } = this.#inside(cell, this.#marks(cell, cell.localName, styles, marks), lines);
    withoutOnlyParagraph(into);
    const span = (name: string) =>
      Math.max(1, Math.min(1_000, Number.parseInt(cell.getAttribute(name) ?? "1", 10) || 1));
    return {
      head: cell.localName === "th",
      columns: span("colspan"),
      rows: span("rowspan"),
      content: into,
      strong: strong === true,
    };
  }
}

/** Whether the numbers of a list follow those of the list before it. */
function goesOn(before: Element, list: Element): boolean {
  const start = Number(before.getAttribute("start") ?? "1");
  return (
    list.hasAttribute("start") &&
    Number(list.getAttribute("start")) === start + before.childElementCount &&
    before.getAttribute("type") === list.getAttribute("type")
  );
}

/** A single paragraph, beside lists only, needs no element of its own. */
function withoutOnlyParagraph(element: Element) {
  const paragraph = element.firstElementChild;
  if (paragraph?.localName !== "p") return;
  for (let other = paragraph.nextElementSibling; other; other = other.nextElementSibling) {
    if (other.localName !== "ul" && other.localName !== "ol") return;
  }
  paragraph.replaceWith(...paragraph.childNodes);
}

type SourceRow = { element: Element; head: boolean; cells: Element[] };

/** The rows of a table, without those of tables inside of it. */
function rowsOf(table: Element): { rows: SourceRow[]; caption: Element | null } {
  const rows: SourceRow[] = [];
  let caption: Element | null = null;
  const gather = (parent: Element, inHead: boolean) => {
    for (const child of parent.children) {
      const tag = child.localName;
      if (tag === "caption") caption ??= child;
      else if (tag === "thead" || tag === "tbody" || tag === "tfoot") gather(child, tag === "thead");
      else if (tag === "tr") {
        const cells = [...child.children].filter(({ localName }) => localName === "td" || localName === "th");
        if (cells.length === 0) continue;
        rows.push({ element: child, head: inHead || cells.every(({ localName }) => localName === "th"), cells });
      }
    }
  };
  gather(table, false);
  return { rows, caption };
}
