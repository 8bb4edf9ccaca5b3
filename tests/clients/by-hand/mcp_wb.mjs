// wb-wordpress-site-manager-mcp, an MCP server that makes missing terms itself. PYPI_BIN is the folder of its program.

import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../npm/mcp.mjs";
import { PICTURE, play, rest, site, unique } from "../npm/site.mjs";

const folder = await mkdtemp(join(tmpdir(), "clients-"));
await writeFile(join(folder, `${unique}.png`), PICTURE);
const server = await connect(join(process.env.PYPI_BIN, "wb-wordpress-site-manager-mcp"), [], { WP_SITE_URL: site.url, WP_USERNAME: site.user, WP_APP_PASSWORD: site.password });
const json = async (...all) => {
  const answer = await server.json(...all);
  assert.equal(answer.ok, true, JSON.stringify(answer));
  return answer;
};
const kept = {};

await play("wb-wordpress-site-manager-mcp", {
  async "sign in"() {
    await json("config_selftest");
    assert.equal((await json("site_overview")).site_url, site.url);
  },

  async "a post with terms that are not there yet"() {
    const made = await json("post_create", { title: `Texto ${unique}`, content: "Um texto", status: "draft", categories: [`Categoria ${unique}`], tags: [`Etiqueta ${unique}`], create_missing_terms: true, slug: unique, date: "2024-03-05T10:11:12" });
    const post = await rest("GET", `/wp/v2/posts/${made.id ?? made.post_id}?context=edit`);
    kept.post = post;
    // The server reads the date in the zone of its authors, UTC+8.
    assert.deepEqual([post.slug, post.date_gmt], [unique, "2024-03-05T02:11:12"]);
    assert.equal((await rest("GET", `/wp/v2/categories/${post.categories[0]}`)).name, `Categoria ${unique}`);
    assert.equal((await rest("GET", `/wp/v2/tags/${post.tags[0]}`)).name, `Etiqueta ${unique}`);
    await json("post_update", { post_id: post.id, title: `Mudado ${unique}`, status: "publish" });
    await json("post_get", { post_id: post.id });
    await json("post_list", { status: "publish", search: unique, orderby: "date" });
  },

  async "media and comments"() {
    await json("media_upload", { file_path: join(folder, `${unique}.png`), title: `Ponto ${unique}`, alt_text: "Um ponto", post_id: kept.post.id });
    const [media] = await rest("GET", `/wp/v2/media?parent=${kept.post.id}`);
    assert.equal(media.alt_text, "Um ponto");
    await json("comment_reply", { post_id: kept.post.id, content: "Resposta" });
    const [comment] = await rest("GET", `/wp/v2/comments?post=${kept.post.id}`);
    for (const action of ["hold", "approve", "spam"]) await json("comment_moderate", { comment_id: comment.id, action });
    await rest("DELETE", `/wp/v2/comments/${comment.id}?force=true`);
    await rest("DELETE", `/wp/v2/media/${media.id}?force=true`);
  },

  async "clearing up"() {
    await json("post_delete", { post_id: kept.post.id });
    await json("post_delete", { post_id: kept.post.id, force: true });
    await rest("DELETE", `/wp/v2/categories/${kept.post.categories[0]}?force=true`);
    await rest("DELETE", `/wp/v2/tags/${kept.post.tags[0]}?force=true`);
  },
});
await server.close();
