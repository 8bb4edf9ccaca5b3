// @wordpress/core-data and @wordpress/api-fetch: the store of the block editor, without the editor.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { PICTURE, play, refused, rest, site, unique } from "../npm/site.mjs";

const require = createRequire(import.meta.url);
require("./window.cjs");
const apiFetch = require("@wordpress/api-fetch").default;
const { dispatch, resolveSelect, select } = require("@wordpress/data");
const { store, __experimentalFetchLinkSuggestions: suggestions, __experimentalFetchUrlData: urlData } = require("@wordpress/core-data");

const asked = [];
apiFetch.use(async (options, next) => {
  asked.push(`${options.method ?? "GET"} ${options.path}`);
  return next({ ...options, headers: { ...options.headers, authorization: `Basic ${Buffer.from(`${site.user}:${site.password}`).toString("base64")}` } });
});
apiFetch.use(apiFetch.createRootURLMiddleware(`${site.url}/wp-json/`));

const save = async (kind, name, record) => {
  const saved = await dispatch(store).saveEntityRecord(kind, name, record, { throwOnError: true });
  assert.ok(saved, `${kind} ${name} was not saved`);
  return saved;
};
const remove = (kind, name, id) => dispatch(store).deleteEntityRecord(kind, name, id, { force: true }, { throwOnError: true });
const read = resolveSelect(store);
const kept = {};

await play("@wordpress/core-data", {
  async "types, taxonomies, settings, current user"() {
    const types = await read.getPostTypes({ per_page: -1 });
    for (const slug of ["post", "page", "attachment", "wp_block"]) assert.ok(types.some((type) => type.slug === slug), slug);
    const taxonomies = await read.getTaxonomies({ per_page: -1 });
    assert.ok(taxonomies.some(({ slug }) => slug === "category"));
    const settings = await read.getEntityRecord("root", "site");
    assert.equal(typeof settings.title, "string");
    assert.equal(typeof settings.timezone, "string");
    const base = await read.getEntityRecord("root", "__unstableBase");
    assert.equal(base.url ?? base.home, site.url);
    const me = await read.getCurrentUser();
    kept.me = me.id;
    assert.ok(me.id > 0);
  },

  async "permissions"() {
    for (const [action, resource] of [["create", { kind: "postType", name: "post" }], ["create", { kind: "postType", name: "attachment" }], ["read", { kind: "root", name: "site" }], ["update", { kind: "root", name: "site" }], ["create", { kind: "taxonomy", name: "category" }], ["create", { kind: "postType", name: "page" }]]) {
      assert.equal(await read.canUser(action, resource), true, `${action} ${resource.name}`);
    }
  },

  async "post: save, edit, undo, save the edits, revisions"() {
    kept.category = (await save("taxonomy", "category", { name: `Categoria ${unique}` })).id;
    const post = await save("postType", "post", { title: `Olá ${unique}`, content: "<!-- wp:paragraph -->\n<p>Um</p>\n<!-- /wp:paragraph -->", status: "draft", categories: [kept.category] });
    kept.post = post.id;
    await dispatch(store).editEntityRecord("postType", "post", post.id, { title: "Outro título" });
    assert.equal(select(store).getEditedEntityRecord("postType", "post", post.id).title, "Outro título");
    await dispatch(store).undo();
    assert.equal(select(store).getEditedEntityRecord("postType", "post", post.id).title, `Olá ${unique}`);
    await dispatch(store).redo();
    const saved = await dispatch(store).saveEditedEntityRecord("postType", "post", post.id, { throwOnError: true });
    assert.equal(saved.title.raw, "Outro título");
    const revisions = await read.getRevisions("postType", "post", post.id, { per_page: -1, context: "edit", _fields: "id,date,author,title,parent" });
    assert.ok(revisions.length >= 1);
    assert.equal(revisions[0].parent, post.id);
  },

  async "autosave of a published post is a revision"() {
    await save("postType", "post", { id: kept.post, status: "publish" });
    await dispatch(store).editEntityRecord("postType", "post", kept.post, { content: "<!-- wp:paragraph -->\n<p>Guardado</p>\n<!-- /wp:paragraph -->" });
    await dispatch(store).saveEntityRecord("postType", "post", { id: kept.post, ...select(store).getEntityRecordNonTransientEdits("postType", "post", kept.post) }, { isAutosave: true, throwOnError: true });
    const [autosave] = await read.getAutosaves("post", kept.post);
    assert.match(autosave.content.raw, /Guardado/);
    assert.equal((await rest("GET", `/wp/v2/posts/${kept.post}?context=edit`)).content.raw.includes("Guardado"), false);
  },

  async "list with paging and totals"() {
    const more = await Promise.all([1, 2, 3].map((number) => save("postType", "page", { title: `Página ${number} ${unique}`, status: "publish" })));
    kept.pages = more.map(({ id }) => id);
    const query = { search: unique, per_page: 2, page: 1, _fields: "id,title,status", orderby: "title", order: "asc" };
    const first = await read.getEntityRecords("postType", "page", query);
    assert.deepEqual(first.map(({ id }) => id), kept.pages.slice(0, 2));
    assert.equal(select(store).getEntityRecordsTotalItems("postType", "page", query), 3);
    assert.equal(select(store).getEntityRecordsTotalPages("postType", "page", query), 2);
    const everything = await read.getEntityRecords("postType", "page", { per_page: -1, context: "edit", search: unique });
    assert.equal(everything.length, 3);
  },

  async "upload, then media in the store"() {
    const body = new FormData();
    body.append("file", new Blob([PICTURE], { type: "image/png" }), `${unique}.png`);
    body.append("post", String(kept.post));
    const made = await apiFetch({ path: "/wp/v2/media", method: "POST", body });
    kept.media = made.id;
    const media = await read.getEntityRecord("postType", "attachment", made.id);
    assert.equal(media.source_url, made.source_url);
    await save("postType", "post", { id: kept.post, featured_media: made.id });
    await save("postType", "attachment", { id: made.id, alt_text: "Um ponto", caption: "Legenda" });
    assert.equal((await rest("GET", `/wp/v2/media/${made.id}`)).alt_text, "Um ponto");
  },

  async "links of the site by words"() {
    const found = await suggestions(unique, { isInitialSuggestions: false }, {});
    assert.ok(found.some(({ id }) => id === kept.pages[0]), JSON.stringify(found).slice(0, 200));
  },

  async "users, comments, patterns of users"() {
    const authors = await read.getUsers({ who: "authors", per_page: 50, _fields: "id,name" });
    assert.ok(authors.some(({ id }) => id === kept.me));
    const comment = await save("root", "comment", { post: kept.post, content: "Um comentário" });
    assert.equal(comment.post, kept.post);
    const block = await save("postType", "wp_block", { title: `Bloco ${unique}`, content: "<!-- wp:paragraph -->\n<p>b</p>\n<!-- /wp:paragraph -->", status: "publish" });
    assert.equal((await read.getEntityRecord("postType", "wp_block", block.id)).title.raw, `Bloco ${unique}`);
    await remove("postType", "wp_block", block.id);
  },

  async "several changes in one batch"() {
    const requests = [1, 2].map((number) => ({ method: "POST", path: "/wp/v2/tags", body: { name: `Lote ${number} ${unique}` } }));
    const { responses } = await apiFetch({ path: "/batch/v1", method: "POST", data: { validation: "require-all-validate", requests } });
    assert.deepEqual(responses.map(({ status }) => status), [201, 201]);
    kept.tags = responses.map(({ body }) => body.id);
  },

  async "errors come with code and status"() {
    const missing = await refused(apiFetch({ path: "/wp/v2/posts/999999999" }));
    assert.deepEqual([missing.code, missing.data.status], ["rest_post_invalid_id", 404]);
    const wrong = await refused(save("postType", "post", { id: kept.post, status: "nenhum" }));
    assert.equal(wrong.code, "rest_invalid_param");
    const response = await apiFetch({ path: "/wp/v2/posts?per_page=1", parse: false });
    assert.match(response.headers.get("link") ?? 'rel="next"', /rel="next"/);
  },

  async "clearing up"() {
    for (const id of kept.pages) await remove("postType", "page", id);
    await remove("postType", "attachment", kept.media);
    await remove("postType", "post", kept.post);
    await remove("taxonomy", "category", kept.category);
    for (const id of kept.tags) await remove("taxonomy", "post_tag", id);
  },
});
if (process.env.SHOW_REQUESTS) console.log(asked.join("\n"));
process.exit();
