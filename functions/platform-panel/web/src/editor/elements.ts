// The elements of a text: those that the platform's sanitiser keeps, so that nothing is lost by opening a text.
import { Mark, Node } from "@tiptap/core";
import { Code } from "@tiptap/extension-code";
import { Image } from "@tiptap/extension-image";

import { common, ofElement } from "./attributes";
import { Kept } from "./kept-node";
import { pictureView } from "./picture-node";
import { attributesOf, BARE, EMPTY } from "./source/prepared";
import { TABLES } from "./table-nodes";

/** A mark for one inline element. */
function inline(tag: string, attributes: string[] = []) {
  return Mark.create({
    name: tag,
    // A bare span says nothing.
    parseHTML: () => [
      { tag, getAttrs: (element) => (tag === "span" && element.attributes.length === 0 ? false : null) },
    ],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    // Two of a kind may lie around the same words, each with a class of its own.
    excludes: "",
    addAttributes: () => ({ ...ofElement(attributes), ...common(attributes) }),
  });
}

/** A link that leads nowhere: the target of others. It is no link to follow or to edit. */
const Anchor = Mark.create({
  name: "anchor",
  excludes: "",
  parseHTML: () => [{ tag: "a", priority: 40 }],
  renderHTML: ({ HTMLAttributes }) => ["a", HTMLAttributes, 0],
  addAttributes: () => common(),
});

/** Code that may be a link, or be stressed. */
const LinkedCode = Code.extend({ excludes: "" });

export const INLINE = [
  ...["abbr", "cite", "del", "ins", "kbd", "mark", "q", "s", "samp", "small", "span", "sub"].map((tag) => inline(tag)),
  Anchor,
  LinkedCode,
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

const isLinked = (element: HTMLElement) =>
  element.childElementCount === 1 &&
  element.firstElementChild?.localName === "img" &&
  (element.textContent ?? "").trim() === "";

const pictureOf = (element: HTMLElement) =>
  element.localName === "a" ? (element.firstElementChild as HTMLElement) : element;

/** Attributes of the picture, which may lie in a link. */
const ofPicture = Object.fromEntries(
  Object.entries({ ...ofElement(["src", "alt", "width", "height"]), ...common(["src", "alt", "width", "height"]) }).map(
    ([name, attribute]) => [
      name,
      { ...attribute, parseHTML: (element: HTMLElement) => attribute.parseHTML(pictureOf(element)) },
    ],
  ),
);

/** A picture of a figure, with the link around it. */
const FigureImage = Node.create({
  name: "figureImage",
  group: "figureMedia",
  atom: true,
  draggable: true,
  parseHTML: () => [
    { tag: "img[src]", context: "figure/", priority: 60 },
    { tag: "a", context: "figure/", priority: 60, getAttrs: (element) => (isLinked(element) ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes, node }) =>
    node.attrs.link
      ? ["a", node.attrs.link as Record<string, string>, ["img", HTMLAttributes]]
      : ["img", HTMLAttributes],
  addAttributes: () => ({
    ...ofPicture,
    link: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) => (element.localName === "a" ? attributesOf(element) : null),
    },
  }),
  addNodeView: () => pictureView,
});

/** An inline element without words, such as the target of a link. */
const EmptyInline = Node.create({
  name: "emptyInline",
  group: "inline",
  inline: true,
  atom: true,
  selectable: false,
  parseHTML: () => [{ tag: `span[${EMPTY}]`, priority: 70 }],
  renderHTML: ({ HTMLAttributes }) => ["span", HTMLAttributes],
  addAttributes: () => ofElement([EMPTY]),
});

/** Text with its line breaks and formatting, such as a poem. */
const Preformatted = Node.create({
  name: "preformatted",
  group: "block",
  content: "inline*",
  whitespace: "pre",
  defining: true,
  parseHTML: () => [
    {
      tag: "pre",
      priority: 60,
      preserveWhitespace: "full",
      getAttrs: (element) =>
        element.childNodes.length === 1 && element.firstElementChild?.localName === "code" ? false : null,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ["pre", HTMLAttributes, 0],
});

/** A paragraph of words that had none remembers that, so that an item of a list stays tight. */
export const bareAttribute = {
  types: ["paragraph"],
  attributes: {
    bare: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) => (element.hasAttribute(BARE) ? true : null),
    },
  },
};

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
  block("section", "block+"),
  block("div", "block+"),
  block("dl", "(dt | dd)+"),
  block("dt", "inline*", { group: "term" }),
  block("dd", "block+", { group: "term" }),
  Frame,
  Preformatted,
  EmptyInline,
  Kept,
  ...TABLES,
];
