// Attributes of elements in the schema. Those that the editor shows or changes are members of their own; all others go along
// unseen, because the page's policy forbids styles and because nothing that was stored may be lost.

/** Attributes that every element may have. */
const GENERIC = ["class", "dir", "lang", "title", "id"];

/** Attributes with the value as it is written. */
export const ofElement = (names: string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      { default: null, rendered: true, parseHTML: (element: HTMLElement) => element.getAttribute(name) },
    ]),
  );

/** Names of the schema, and the attributes that its extensions read themselves. */
const READ: Record<string, string[]> = {
  paragraph: [],
  heading: [],
  blockquote: [],
  bulletList: [],
  orderedList: ["start", "type"],
  listItem: [],
  codeBlock: [],
  preformatted: [],
  horizontalRule: [],
  hardBreak: [],
  image: ["src", "alt", "width", "height"],
  figureImage: ["src", "alt", "width", "height"],
  figure: [],
  figcaption: [],
  details: [],
  summary: [],
  section: [],
  div: [],
  dl: [],
  dt: [],
  dd: [],
  iframe: ["src", "width", "height", "allow", "allowfullscreen", "loading"],
  table: [],
  tableRow: [],
  tableCell: ["colspan", "rowspan", "colwidth"],
  tableHeader: ["colspan", "rowspan", "colwidth", "scope"],
  tableCaption: [],
  bold: [],
  italic: [],
  underline: [],
  code: [],
  link: ["href", "target", "rel"],
};

/** Attributes by which a block is prepared for the schema. */
const isOurs = (name: string) =>
  name.startsWith("data-bare") ||
  name.startsWith("data-section") ||
  name.startsWith("data-columns") ||
  name.startsWith("data-caption");

function restOf(known: string[]) {
  const names = new Set([...known, ...GENERIC]);
  return {
    rest: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) => {
        const others = [...element.attributes].filter(({ name }) => !names.has(name) && !isOurs(name));
        return others.length === 0 ? null : Object.fromEntries(others.map(({ name, value }) => [name, value]));
      },
    },
  };
}

/** What every element of one kind has in common. */
export const common = (known: string[] = []) => ({ ...ofElement(GENERIC), ...restOf(known) });

/** Blocks of the top level remember their source. */
const source = { source: { default: null, rendered: false, parseHTML: () => null } };

/** Types that may stand at the top level. */
const TOP = [
  ...["paragraph", "heading", "blockquote", "bulletList", "orderedList", "codeBlock", "preformatted", "horizontalRule"],
  ...["figure", "details", "section", "div", "dl", "iframe", "table", "captionedTable"],
];

export const globalAttributes = [
  ...Object.entries(READ).map(([name, known]) => ({ types: [name], attributes: common(known) })),
  { types: TOP, attributes: source },
];
