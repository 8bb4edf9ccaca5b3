// Posts for tests, with what the editor reads of them.
import type { Fields, Post } from "../src/editor/draft";

/** A post of version 1 in site 3, with these members instead of the usual ones. */
export function aPost(members: Partial<Post> = {}): Post {
  const fields: Fields = {
    title: "Café de altitude",
    body: "<p>O café cresce devagar.</p>",
    excerpt: "",
    slug: "cafe-de-altitude",
    focus_keyword: "",
    seo_title: "",
    meta_description: "",
    faq_data: {
      enabled: false,
      title: "Perguntas frequentes",
      description: "",
      items: [],
      title_level: 2,
      question_level: 3,
      accordion: true,
      form: false,
      schema_enabled: true,
    },
    host_author_id: null,
    host_category_ids: [],
    host_tag_names: [],
    approval_required: false,
  };
  return { id: 7, site_id: 3, version: 1, status: "draft", state: "draft", ...fields, ...members } as Post;
}
