import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { play, refused, rest, site, unique } from "../npm/site.mjs";

const n8n = createRequire(import.meta.url)("./n8n.cjs");
const run = (...all) => n8n.run(site, ...all);
const kept = {};

await play("n8n-nodes-base", {
  async "form: categories, tags and authors to choose from"() {
    kept.category = await rest("POST", "/wp/v2/categories", { name: `Categoria ${unique}` });
    kept.tag = await rest("POST", "/wp/v2/tags", { name: `Etiqueta ${unique}` });
    kept.me = await rest("GET", "/wp/v2/users/me");
    assert.ok((await n8n.options(site, "getCategories")).some(({ value }) => value === kept.category.id));
    assert.ok((await n8n.options(site, "getTags")).some(({ value }) => value === kept.tag.id));
    assert.ok((await n8n.options(site, "getAuthors")).some(({ value }) => value === kept.me.id));
  },

  async "post: create with every field"() {
    const additionalFields = {
      authorId: kept.me.id, content: "<p>Um texto</p>", slug: unique, status: "draft", commentStatus: "closed", pingStatus: "closed",
      sticky: true, categories: [kept.category.id], tags: [kept.tag.id], format: "aside", date: "2024-03-05T10:11:12.000-03:00",
    };
    const [post] = await run("post", "create", { title: "Olá & até já", additionalFields });
    kept.post = post.id;
    assert.equal(post.title.raw, "Olá & até já");
    assert.equal(post.slug, unique);
    assert.equal(post.status, "draft");
    assert.equal(post.comment_status, "closed");
    assert.equal(post.ping_status, "closed");
    assert.equal(post.sticky, true);
    assert.equal(post.format, "aside");
    assert.deepEqual(post.categories, [kept.category.id]);
    assert.deepEqual(post.tags, [kept.tag.id]);
    assert.equal(post.date_gmt, "2024-03-05T13:11:12");
  },

  async "post: update, get, list"() {
    const [post] = await run("post", "update", { postId: String(kept.post), updateFields: { title: "Mudado", status: "publish" } });
    assert.equal(post.title.raw, "Mudado");
    assert.equal(post.status, "publish");
    const [got] = await run("post", "get", { postId: String(kept.post), options: { context: "edit" } });
    assert.equal(got.content.raw, "<p>Um texto</p>");
    const listed = await run("post", "getAll", {
      returnAll: false, limit: 5,
      options: { context: "edit", orderBy: "date", order: "asc", search: "Mudado", after: "2024-03-01T00:00:00.000Z", before: "2024-04-01T00:00:00.000Z", author: [kept.me.id], categories: [kept.category.id], tags: [kept.tag.id], excludedCategories: [], sticky: true, status: "publish" },
    });
    assert.ok(listed.some(({ id }) => id === kept.post), JSON.stringify(listed).slice(0, 200));
    const all = await run("post", "getAll", { returnAll: true, options: { status: "publish" } });
    assert.ok(all.some(({ id }) => id === kept.post));
  },

  async "post: a sticky one takes no password; delete"() {
    const error = await refused(run("post", "update", { postId: String(kept.post), updateFields: { password: "segredo" } }));
    assert.equal(error.httpCode, "400");
    const [trashed] = await run("post", "delete", { postId: String(kept.post), options: {} });
    assert.equal(trashed.status, "trash");
    const [gone] = await run("post", "delete", { postId: String(kept.post), options: { force: true } });
    assert.equal(gone.deleted, true);
    const missing = await refused(run("post", "get", { postId: String(kept.post), options: {} }));
    assert.equal(missing.httpCode, "404");
  },

  async "post: with a password"() {
    const [made] = await run("post", "create", { title: "Fechado", additionalFields: { content: "<p>Só para quem sabe</p>", password: "segredo", status: "publish" } });
    const [post] = await run("post", "get", { postId: String(made.id), options: { password: "segredo" } });
    assert.equal(post.content.protected, true);
    assert.equal(post.content.rendered.trim(), "<p>Só para quem sabe</p>");
    await run("post", "delete", { postId: String(made.id), options: { force: true } });
  },

  async "page: create, update, get, list, delete"() {
    const [parent] = await run("page", "create", { title: `Mãe ${unique}`, additionalFields: { status: "publish" } });
    const [page] = await run("page", "create", { title: `Filha ${unique}`, additionalFields: { status: "publish", parent: parent.id, menuOrder: 7, content: "<p>x</p>", slug: `filha-${unique}` } });
    assert.equal(page.parent, parent.id);
    assert.equal(page.menu_order, 7);
    const [changed] = await run("page", "update", { pageId: String(page.id), updateFields: { title: "Outra", menuOrder: 8 } });
    assert.equal(changed.title.raw, "Outra");
    const listed = await run("page", "getAll", { returnAll: false, limit: 5, options: { parent: parent.id, orderBy: "title", order: "desc", menuOrder: 8, status: "publish" } });
    assert.deepEqual(listed.map(({ id }) => id), [page.id]);
    for (const { id } of [page, parent]) {
      const [gone] = await run("page", "delete", { pageId: String(id), options: { force: true } });
      assert.equal(gone.deleted, true);
    }
  },

  async "user: create, update, get, list"() {
    const [user] = await run("user", "create", {
      name: "Ana Lima", username: unique, firstName: "Ana", lastName: "Lima", email: `${unique}@example.com`, password: "Uma frase bem longa 9",
      additionalFields: { url: "https://example.com/ana", description: "Autora", nickname: "aninha", slug: `ana-${unique}` },
    });
    assert.equal(user.username, unique);
    assert.equal(user.nickname, "aninha");
    assert.equal(user.slug, `ana-${unique}`);
    const [changed] = await run("user", "update", { userId: String(user.id), updateFields: { lastName: "Souza", description: "Editora" } });
    assert.equal(changed.last_name, "Souza");
    const [got] = await run("user", "get", { userId: String(user.id), options: { context: "edit" } });
    assert.equal(got.email, `${unique}@example.com`);
    const listed = await run("user", "getAll", { returnAll: false, limit: 3, options: { context: "edit", orderBy: "registered_date", order: "desc", search: unique } });
    assert.deepEqual(listed.map(({ id }) => id), [user.id]);
    await rest("DELETE", `/wp/v2/users/${user.id}?force=true&reassign=${kept.me.id}`);
  },

  async "a wrong password is told"() {
    const error = await refused(n8n.run({ ...site, password: "errada" }, "post", "create", { title: "x", additionalFields: {} }));
    assert.equal(error.httpCode, "401");
  },

  async "clearing up"() {
    await rest("DELETE", `/wp/v2/categories/${kept.category.id}?force=true`);
    await rest("DELETE", `/wp/v2/tags/${kept.tag.id}?force=true`);
  },
});
