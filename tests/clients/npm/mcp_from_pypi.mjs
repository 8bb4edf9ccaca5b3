// Two MCP servers from PyPI, mcp-wordpress-crunchtools and wpflow, whose tools answer with JSON. PYPI_BIN is the folder of
// their programs.

import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "./mcp.mjs";
import { PICTURE, play, refused, rest, site, unique } from "./site.mjs";

const folder = await mkdtemp(join(tmpdir(), "clients-"));
await writeFile(join(folder, `${unique}.png`), PICTURE);
const login = { WORDPRESS_URL: site.url, WORDPRESS_USERNAME: site.user, WORDPRESS_APP_PASSWORD: site.password, MCP_UPLOAD_DIR: folder };
const crunchtools = await connect(join(process.env.PYPI_BIN, "mcp-wordpress-crunchtools"), [], login);
const wpflow = await connect(join(process.env.PYPI_BIN, "wpflow"), [], {
  WPFLOW_SITE_URL: site.url, WPFLOW_USERNAME: site.user, WPFLOW_APP_PASSWORD: site.password,
  WPFLOW_ALLOW_INSECURE: "1", WPFLOW_UPLOAD_ROOT: folder, WPFLOW_LOG_DIR: folder,
});
const { json } = crunchtools;
const kept = {};

await play("mcp-wordpress-crunchtools and wpflow", {
  async "crunchtools: sign in"() {
    assert.equal((await json("wordpress_test_connection")).success, true);
    assert.equal((await json("wordpress_get_site_info")).site.url, site.url);
  },

  async "crunchtools: posts"() {
    const { post } = await json("wordpress_create_post", { title: `Olá ${unique}`, content: "<p>Um</p>", status: "draft", excerpt: "Resumo", slug: unique, date: "2024-03-05T10:11:12", post_format: "aside" });
    assert.deepEqual([post.slug, post.date, post.format], [unique, "2024-03-05T10:11:12", "aside"]);
    kept.post = post.id;
    const changed = await json("wordpress_update_post", { post_id: post.id, title: `Outro ${unique}`, status: "publish", post_format: "standard" });
    assert.deepEqual([changed.post.title, changed.post.status, changed.post.format], [`Outro ${unique}`, "publish", "standard"]);
    assert.deepEqual((await json("wordpress_search_posts", { keyword: unique })).posts.map(({ id }) => id), [post.id]);
    assert.ok((await json("wordpress_list_posts", { status: "any", per_page: 100, orderby: "modified", order: "asc" })).posts.some(({ id }) => id === post.id));
    const { revisions } = await json("wordpress_list_revisions", { post_id: post.id });
    await json("wordpress_get_revision", { post_id: post.id, revision_id: revisions[0].id });
  },

  async "crunchtools: pages"() {
    const { page } = await json("wordpress_create_page", { title: `Página ${unique}`, content: "x", status: "publish", menu_order: 3, slug: `pagina-${unique}` });
    assert.deepEqual([page.menu_order, page.slug], [3, `pagina-${unique}`]);
    assert.equal((await json("wordpress_update_page", { page_id: page.id, title: "Outra" })).page.title, "Outra");
    await json("wordpress_delete_page", { page_id: page.id, force: true });
  },

  async "crunchtools: media"() {
    const { media } = await json("wordpress_upload_media", { file_path: join(folder, `${unique}.png`), title: `Ponto ${unique}`, alt_text: "Um ponto", caption: "Legenda", description: "Longo" });
    assert.deepEqual([media.mime_type, media.width, media.alt_text], ["image/png", 1, "Um ponto"]);
    assert.equal((await json("wordpress_update_media", { media_id: media.id, alt_text: "Outro" })).media.alt_text, "Outro");
    assert.equal((await json("wordpress_get_media_url", { media_id: media.id, size: "thumbnail" })).url, media.source_url);
    assert.ok((await json("wordpress_list_media", { mime_type: "image/png", search: unique })).media.some(({ id }) => id === media.id));
    await json("wordpress_delete_media", { media_id: media.id, force: true });
  },

  async "crunchtools: comments"() {
    const { comment } = await json("wordpress_create_comment", { post: kept.post, content: "Um comentário" });
    const reply = await json("wordpress_create_comment", { post: kept.post, content: "Resposta", parent: comment.id });
    assert.equal(reply.comment.parent, comment.id);
    for (const [action, status] of [["hold", "hold"], ["approve", "approved"], ["spam", "spam"], ["trash", "trash"]]) {
      await json("wordpress_moderate_comment", { comment_id: comment.id, action });
      assert.equal((await json("wordpress_get_comment", { comment_id: comment.id })).comment.status, status);
    }
    assert.deepEqual((await json("wordpress_list_comments", { post: kept.post, status: "trash" })).comments.map(({ id }) => id), [comment.id]);
  },

  async "crunchtools: refusals and deletion"() {
    assert.match((await refused(crunchtools.call("wordpress_get_post", { post_id: 999999999 }))).message, /not found/);
    await json("wordpress_delete_post", { post_id: kept.post });
    await json("wordpress_delete_post", { post_id: kept.post, force: true });
  },

  async "wpflow: sign in, theme"() {
    const answer = await wpflow.json("verify_connection");
    assert.deepEqual([answer.ok, answer.user.roles, answer.capabilities.manage_options], [true, ["administrator"], true]);
    assert.equal((await wpflow.json("get_active_theme")).theme.status, "active");
  },

  async "wpflow: terms, posts, search"() {
    const category = (await wpflow.json("create_term", { taxonomy: "category", name: `Categoria ${unique}`, description: "Uma" })).term;
    const again = await wpflow.json("create_term", { taxonomy: "category", name: `Categoria ${unique}` });
    assert.deepEqual([again.error.code, again.error.existing_id], ["conflict", category.id]);
    const tag = (await wpflow.json("create_term", { taxonomy: "tag", name: `Etiqueta ${unique}` })).term;
    const { post } = await wpflow.json("create_post", { title: `Texto ${unique}`, content_html: "<p>a</p>", status: "publish", category_ids: [category.id], tag_ids: [tag.id], date: "2024-01-02T03:04:05" });
    assert.deepEqual([post.date, post.categories, post.tags], ["2024-01-02T03:04:05", [category.id], [tag.id]]);
    await wpflow.json("update_post", { post_id: post.id, content_html: "<p>b</p>" });
    assert.equal((await wpflow.json("get_post", { post_id: post.id, include_raw: true })).post.content_raw, "<p>b</p>");
    const listed = await wpflow.json("list_posts", { status: "any", after: "2024-01-01T00:00:00", before: "2024-02-01T00:00:00Z", tag_ids: [tag.id] });
    assert.deepEqual([listed.posts.map(({ id }) => id), listed.pagination.total], [[post.id], 1]);
    assert.equal((await wpflow.json("delete_post", { post_id: post.id, force: true })).deleted, true);
    await rest("DELETE", `/wp/v2/categories/${category.id}?force=true`);
    await rest("DELETE", `/wp/v2/tags/${tag.id}?force=true`);
  },

  async "wpflow: media, users, comments, a missing post"() {
    const { media } = await wpflow.json("upload_media", { source: join(folder, `${unique}.png`), filename: `${unique}.png`, title: "Ponto", alt_text: "Um ponto", caption: "Legenda" });
    assert.deepEqual([media.alt_text, media.mime_type], ["Um ponto", "image/png"]);
    await rest("DELETE", `/wp/v2/media/${media.id}?force=true`);
    assert.ok((await wpflow.json("list_users", { role: "administrator" })).users.length > 0);
    assert.ok(Array.isArray((await wpflow.json("list_comments", { status: "any" })).comments));
    assert.equal((await wpflow.json("get_post", { post_id: 999999999 })).error.code, "not_found");
  },
});
await Promise.all([crunchtools.close(), wpflow.close()]);
