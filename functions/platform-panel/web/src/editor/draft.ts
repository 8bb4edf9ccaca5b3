// The fields of a post that are edited, and how they differ from what is saved.
import type { components } from "../api/schema";

export type Post = components["schemas"]["PostDetail"];
type Input = Partial<components["schemas"]["PostInput"]>;

export type Fields = Pick<
  Post,
  | "title"
  | "body"
  | "excerpt"
  | "slug"
  | "focus_keyword"
  | "seo_title"
  | "meta_description"
  | "faq_data"
  | "host_author_id"
  | "host_category_ids"
  | "host_tag_names"
  | "approval_required"
>;

export type FieldName = keyof Fields;

const NAMES: FieldName[] = [
  "title",
  "body",
  "excerpt",
  "slug",
  "focus_keyword",
  "seo_title",
  "meta_description",
  "faq_data",
  "host_author_id",
  "host_category_ids",
  "host_tag_names",
  "approval_required",
];

/** What the fields are called on the screen. */
export const LABELS: Record<FieldName, string> = {
  title: "Título",
  body: "Texto",
  excerpt: "Resumo",
  slug: "Endereço",
  focus_keyword: "Palavra-chave",
  seo_title: "Título para a busca",
  meta_description: "Descrição para a busca",
  faq_data: "Perguntas frequentes",
  host_author_id: "Autor no site",
  host_category_ids: "Categorias",
  host_tag_names: "Tags",
  approval_required: "Pedir aprovação",
};

export function fieldsOf(post: Pick<Post, FieldName>): Fields {
  return Object.fromEntries(NAMES.map((name) => [name, post[name]])) as Fields;
}

function equal(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** The names of fields that differ. */
export function changed(from: Fields, to: Fields): FieldName[] {
  return NAMES.filter((name) => !equal(from[name], to[name]));
}

/** The members that a save sends. */
export function inputOf(from: Fields, to: Fields): Input {
  return Object.fromEntries(changed(from, to).map((name) => [name, to[name] ?? null]));
}
