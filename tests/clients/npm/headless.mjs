// Programs that build a front end from a site's content: the source of Plasmic and the core of HeadstartWP, and Elog, which
// publishes to it.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { play, rest, site, unique } from "./site.mjs";

const require = createRequire(import.meta.url);
const kept = {};

await play("sources of front ends", {
  async "content to read"() {
    kept.category = (await rest("POST", "/wp/v2/categories", { name: `Categoria ${unique}`, slug: unique })).id;
    kept.post = await rest("POST", "/wp/v2/posts", { title: `Olá ${unique}`, slug: unique, content: "<p>Um</p>", status: "publish", categories: [kept.category] });
    kept.page = await rest("POST", "/wp/v2/pages", { title: `Página ${unique}`, slug: `pagina-${unique}`, content: "<p>P</p>", status: "publish" });
  },

  async "@headstartwp/core: a post by its path, lists, terms, search"() {
    const { setHeadstartWPConfig, SinglePostFetchStrategy, PostsArchiveFetchStrategy, TaxonomyTermsStrategy, SearchNativeFetchStrategy } = require("@headstartwp/core");
    setHeadstartWPConfig({ sourceUrl: site.url, useWordPressPlugin: false });
    const run = async (strategy, path, params = {}) => {
      const all = { ...strategy.getDefaultParams(), ...strategy.getParamsFromURL(path, params), ...params };
      return strategy.fetcher(strategy.buildEndpointURL(all), all);
    };
    const post = await run(new SinglePostFetchStrategy(site.url), new URL(kept.post.link).pathname);
    assert.equal(post.result.id, kept.post.id);
    assert.equal(post.result._embedded["wp:term"][0][0].id, kept.category);
    const page = await run(new SinglePostFetchStrategy(site.url), new URL(kept.page.link).pathname, { postType: "page" });
    assert.equal(page.result.id, kept.page.id);
    const list = await run(new PostsArchiveFetchStrategy(site.url), "/", { per_page: 2 });
    assert.ok(list.pageInfo.totalItems >= 1);
    const archive = await run(new PostsArchiveFetchStrategy(site.url), `/category/${unique}`, { category: unique });
    assert.deepEqual(archive.result.map(({ id }) => id), [kept.post.id]);
    const terms = await run(new TaxonomyTermsStrategy(site.url), "/", { taxonomy: "category", per_page: 100 });
    assert.ok(terms.result.some(({ id }) => id === kept.category));
    const found = await run(new SearchNativeFetchStrategy(site.url), `/${unique}`, { search: unique });
    assert.ok(found.result.length >= 2, JSON.stringify(found.result));
  },

  async "@plasmicpkgs/wordpress: a query with filters"() {
    const { queryWordpress } = require("@plasmicpkgs/wordpress");
    const filterLogic = { and: [{ "==": [{ var: "slug" }, unique] }] };
    const { entries, items, pagination, ...rest } = await queryWordpress({ wordpressUrl: site.url, queryType: "posts", filterLogic, orderBy: "date", ascending: true });
    const posts = entries ?? items ?? Object.values(rest).find(Array.isArray);
    assert.deepEqual(posts.map(({ id }) => id), [kept.post.id]);
  },

  async "@elog/sdk-wordpress: publish, update, terms, media"() {
    const elog = require("@elog/sdk-wordpress");
    const Client = elog.default ?? elog;
    const client = new Client({ endpoint: `${site.url}/wp-json`, username: site.user, password: site.password });
    const post = await (client.ctx ?? client).createPost({ title: `Elog ${unique}`, content: "<p>x</p>", status: "publish", categories: [kept.category] });
    assert.ok((await client.getAllPosts()).some(({ id }) => id === post.id));
    assert.equal((await client.updatePost(post.id, { title: "Outro" })).title.raw, "Outro");
    const tag = await client.createTag({ name: `Etiqueta ${unique}` });
    assert.ok((await client.getAllTags()).some(({ id }) => id === tag.id));
    assert.ok((await client.getAllCategories()).some(({ id }) => id === kept.category));
    assert.equal((await client.deletePost(post.id)).status, "trash");
    await rest("DELETE", `/wp/v2/posts/${post.id}?force=true`);
    await rest("DELETE", `/wp/v2/tags/${tag.id}?force=true`);
  },

  async "clearing up"() {
    await rest("DELETE", `/wp/v2/posts/${kept.post.id}?force=true`);
    await rest("DELETE", `/wp/v2/pages/${kept.page.id}?force=true`);
    await rest("DELETE", `/wp/v2/categories/${kept.category}?force=true`);
  },
});
