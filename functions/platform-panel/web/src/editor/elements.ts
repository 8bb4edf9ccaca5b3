// The elements of a text: those that the platform's sanitiser keeps, so that nothing is lost by opening a text.
import { Mark, Node } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";

import { pictureView } from "./picture-node";

/** Attributes that every element may have. */
const GENERIC = ["class", "dir", "lang", "title"];

const ofElement = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { default: null, rendered: true }]));

/** A mark for one inline element. */
function inline(tag: string, attributes: string[] = []) {
  return Mark.create({
    name: tag,
    // A bare span says nothing.
    parseHTML: () => [
      { tag, getAttrs: (element) => (tag === "span" && element.attributes.length === 0 ? false : null) },
    ],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addAttributes: () => ofElement([...attributes, ...GENERIC]),
  });
}

export const INLINE = [
  ...["abbr", "cite", "del", "ins", "kbd", "mark", "q", "s", "samp", "small", "span", "sub"].map((tag) => inline(tag)),
  inline("sup", ["id"]),
  inline("time", ["datetime"]),
];

/** A node for one block element. */
function block(tag: string, content: string, { group = "block", attributes = [] as string[] } = {}) {
  return Node.create({
    name: tag,
    group,
    content,
    defining: true,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addAttributes: () => ofElement(attributes),
  });
}

/** An image between words. */
export const InlineImage = Image.extend({ addNodeView: () => pictureView }).configure({ inline: true });

const FigureImage = Node.create({
  name: "figureImage",
  group: "figureMedia",
  atom: true,
  draggable: true,
  parseHTML: () => [{ tag: "img[src]", context: "figure/", priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
  addAttributes: () => ofElement(["src", "alt", "width", "height", "srcset", "sizes", "loading"]),
  addNodeView: () => pictureView,
});

/** A video. It is named and not loaded: the panel asks no other origin. */
const Frame = Node.create({
  name: "iframe",
  group: "block",
  atom: true,
  parseHTML: () => [{ tag: "iframe[src]" }],
  renderHTML: ({ HTMLAttributes }) => ["iframe", HTMLAttributes],
  addAttributes: () => ofElement(["src", "width", "height", "allow", "allowfullscreen", "loading"]),
  addNodeView: () => (props) => {
    const dom = document.createElement("p");
    dom.className = "video";
    dom.textContent = `Vídeo: ${String(props.node.attrs.src)}`;
    return { dom };
  },
});

export const BLOCKS = [
  block("figure", "(figureMedia | block)* figcaption?"),
  FigureImage,
  block("figcaption", "inline*", { group: "caption" }),
  block("details", "summary block*", { attributes: ["open"] }),
  block("summary", "inline*", { group: "caption" }),
  block("section", "block+", { attributes: ["id"] }),
  block("div", "block+", { attributes: ["id"] }),
  block("dl", "(dt | dd)+"),
  block("dt", "inline*", { group: "term" }),
  block("dd", "inline*", { group: "term" }),
  Frame,
];

/** Names whose elements may have the generic attributes. */
export const WITH_GENERIC = [
  "paragraph",
  "heading",
  "blockquote",
  "bulletList",
  "orderedList",
  "listItem",
  "codeBlock",
  "image",
  "table",
  "tableRow",
  "tableCell",
  "tableHeader",
  ...BLOCKS.map(({ name }) => name),
];

/** Adds the generic attributes to the nodes above. */
export const genericAttributes = [
  { types: WITH_GENERIC, attributes: ofElement(GENERIC) },
  { types: ["paragraph", "heading", "listItem"], attributes: ofElement(["id"]) },
];
