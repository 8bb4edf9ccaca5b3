// Blocks of the schema as HTML.
import { DOMSerializer, type DOMOutputSpec, type Mark, type Node, type Schema } from "@tiptap/pm/model";

import { inertDocument, parsed } from "./inert";
import { BARE, COLUMNS, restore, SECTION, STYLE } from "./prepared";
import { tidy } from "./tidy";

/** Attributes that the editor's own page does not show: its policy forbids styles, and others could have effects there. */
export type Rest = Record<string, string>;

/** Attributes of a node that only its HTML has. */
function hidden({ attrs }: Node | Mark): Rest {
  const { style, ...found }: Rest = { ...(attrs.rest as Rest | null) };
  if (style) found[STYLE] = style;
  if (attrs.bare) found[BARE] = "";
  if (attrs.section) found[SECTION] = String(attrs.section);
  if (attrs.columns) found[COLUMNS] = String(attrs.columns);
  return found;
}

/** A specification with further attributes of its outermost element. */
function withAttributes(spec: DOMOutputSpec, more: Rest): DOMOutputSpec {
  if (!Array.isArray(spec) || Object.keys(more).length === 0) return spec;
  const [name, second, ...others] = spec as [string, ...unknown[]];
  const hasOwn = typeof second === "object" && second !== null && !Array.isArray(second);
  return (hasOwn
    ? [name, { ...second, ...more }, ...others]
    : [name, more, ...(second === undefined ? [] : [second]), ...others]) as unknown as DOMOutputSpec;
}

const serializers = new WeakMap<Schema, DOMSerializer>();

function serializerOf(schema: Schema): DOMSerializer {
  let made = serializers.get(schema);
  if (made) return made;
  const nodes = { ...DOMSerializer.nodesFromSchema(schema) };
  const marks = { ...DOMSerializer.marksFromSchema(schema) };
  for (const [name, toDOM] of Object.entries(nodes)) {
    if (name !== "text") nodes[name] = (node) => withAttributes(toDOM(node), hidden(node));
  }
  // Rows are put into their sections afterwards.
  const table = nodes.table;
  if (table) {
    nodes.table = (node) => {
      const [name, attributes] = table(node) as [string, Rest];
      return [name, attributes, 0];
    };
  }
  for (const [name, toDOM] of Object.entries(marks))
    marks[name] = (mark, inline) => withAttributes(toDOM(mark, inline), hidden(mark));
  made = new DOMSerializer(nodes, marks);
  serializers.set(schema, made);
  return made;
}

/** The HTML of a block with all that it was given, and nothing made better. */
export function faithful(node: Node): string {
  return markup(node).innerHTML;
}

function markup(node: Node): Element {
  const root = parsed("");
  root.append(serializerOf(node.type.schema).serializeNode(node, { document: inertDocument() }));
  return restore(root);
}

const clean = new WeakMap<Node, string>();

/** The HTML of a block that a person made or changed. */
export function written(node: Node): string {
  let html = clean.get(node);
  if (html === undefined) {
    html = tidy(markup(node)).innerHTML;
    clean.set(node, html);
  }
  return html;
}
