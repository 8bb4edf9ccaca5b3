// mcp-wordpress: an MCP server whose tools answer with prose.

import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "./mcp.mjs";
import { PICTURE, play, refused, rest, site, unique } from "./site.mjs";

const folder = await mkdtemp(join(tmpdir(), "clients-"));
const server = await connect("node", ["node_modules/mcp-wordpress/dist/index.js"], {
  TZ: "UTC", RATE_LIMIT: "6000", ALLOW_INSECURE_HTTP: "true", ALLOW_PRIVATE_URLS: "true", MCP_UPLOAD_BASE_DIR: folder,
  WORDPRESS_SITE_URL: site.url, WORDPRESS_USERNAME: site.user, WORDPRESS_APP_PASSWORD: site.password,
});
const { call } = server;
const made = async (...all) => Number((await call(...all)).match(/ID\W+(\d+)/)[1]);
const has = async (words, ...all) => assert.ok((await call(...all)).includes(words), `${all[0]} does not tell ${words}`);
const kept = {};

await play("mcp-wordpress", {
  async "sign in"() {
    await has("Authentication successful", "wp_test_auth");
    await has("administrator", "wp_get_current_user");
  },

  async "posts and their terms"() {
    kept.category = await made("wp_create_category", { name: `Categoria ${unique}`, description: "Uma" });
    kept.tag = await made("wp_create_tag", { name: `Etiqueta ${unique}` });
    kept.post = await made("wp_create_post", { title: `Olá & até já ${unique}`, content: "<p>Um texto</p>", status: "draft", excerpt: "Resumo", categories: [kept.category], tags: [kept.tag], date: "2024-03-05T10:11:12" });
    await call("wp_update_post", { id: kept.post, title: `Outro ${unique}`, status: "publish" });
    await has(`Categoria ${unique}`, "wp_get_post", { id: kept.post, include_content: true });
    await has(`Outro ${unique}`, "wp_list_posts", { search: unique, categories: [kept.category], status: "publish" });
    assert.match(await call("wp_get_post_revisions", { id: kept.post }), /\d+/);
    const post = await rest("GET", `/wp/v2/posts/${kept.post}?context=edit`);
    assert.deepEqual([post.title.raw, post.categories, post.tags, post.date_gmt], [`Outro ${unique}`, [kept.category], [kept.tag], "2024-03-05T10:11:12"]);
  },

  async "pages"() {
    const page = await made("wp_create_page", { title: `Página ${unique}`, content: "<p>x</p>", status: "publish" });
    await call("wp_update_page", { id: page, title: `Página nova ${unique}` });
    await has(`Página nova ${unique}`, "wp_list_pages", { search: unique });
    await call("wp_delete_page", { id: page, force: true });
  },

  async "media"() {
    await writeFile(join(folder, `${unique}.png`), PICTURE);
    const id = await made("wp_upload_media", { file_path: join(folder, `${unique}.png`), title: "Ponto", alt_text: "Um ponto", caption: "Legenda", description: "Longo", post: kept.post });
    await call("wp_update_media", { id, alt_text: "Outro ponto" });
    const media = await rest("GET", `/wp/v2/media/${id}?context=edit`);
    assert.deepEqual([media.title.raw, media.alt_text, media.caption.raw, media.description.raw, media.post], ["Ponto", "Outro ponto", "Legenda", "Longo", kept.post]);
    await has("Ponto", "wp_list_media", { search: "Ponto", media_type: "image" });
    await call("wp_delete_media", { id, force: true });
  },

  async "comments"() {
    const id = await made("wp_create_comment", { post: kept.post, content: "Um comentário", author_name: "Fulana", author_email: "fulana@example.com" });
    await call("wp_update_comment", { id, content: "Mudado", status: "hold" });
    await call("wp_approve_comment", { id });
    assert.equal((await rest("GET", `/wp/v2/comments/${id}?context=edit`)).content.raw, "Mudado");
    await call("wp_spam_comment", { id });
    await has("Mudado", "wp_list_comments", { post: kept.post, status: "spam" });
    await call("wp_delete_comment", { id, force: true });
  },

  async "users and application passwords"() {
    const id = await made("wp_create_user", { username: unique, email: `${unique}@example.com`, password: "Uma frase bem longa 9", roles: ["author"] });
    await call("wp_update_user", { id, name: "Ana Lima" });
    await has("Ana Lima", "wp_list_users", { roles: ["author"], search: unique });
    await has(unique, "wp_create_application_password", { user_id: id, app_name: unique });
    const [password] = await rest("GET", `/wp/v2/users/${id}/application-passwords`);
    await call("wp_delete_application_password", { user_id: id, uuid: password.uuid });
    await call("wp_delete_user", { id, reassign: (await rest("GET", "/wp/v2/users/me")).id });
  },

  async "search, settings, analyses of a post"() {
    await has(`Outro ${unique}`, "wp_search_site", { term: unique });
    await has("Timezone", "wp_get_site_settings");
    await call("wp_seo_analyze_content", { postId: kept.post, analysisType: "full" });
    await has("Article", "wp_seo_generate_schema", { postId: kept.post, schemaType: "Article" });
    await call("wp_seo_test_integration", { checkPlugins: true, testMetadataAccess: true });
  },

  async "refusals are told with their reason"() {
    assert.match((await refused(call("wp_get_post", { id: 999999999 }))).message, /Failed to get post/);
    assert.match((await refused(call("wp_delete_category", { id: kept.category }))).message, /force=true/);
  },

  async "clearing up"() {
    await call("wp_delete_post", { id: kept.post });
    await call("wp_delete_post", { id: kept.post, force: true });
    await rest("DELETE", `/wp/v2/categories/${kept.category}?force=true`);
    await rest("DELETE", `/wp/v2/tags/${kept.tag}?force=true`);
  },
});
await server.close();
