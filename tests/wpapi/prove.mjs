// All requests use wpapi, except the first one, which checks a plain response.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import WPAPI from "wpapi";
import { start } from "../pages/server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

// One picture of one pixel.
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

async function refused(promise, code) {
  const error = await promise.then(
    () => assert.fail(`expected ${code}`),
    (error) => error,
  );
  assert.equal(error.code, code, JSON.stringify(error));
}

const steps = {
  async discovery({ url }) {
    const site = await WPAPI.discover(url);
    for (const name of ["posts", "pages", "media", "blocks", "categories", "tags", "users", "comments", "search", "settings"]) {
      assert.equal(typeof site[name], "function", name);
    }
    const index = await site.root().get();
    assert.ok(index.namespaces.includes("wp/v2"), index.namespaces.join());
    assert.ok(index.routes["/wp/v2/posts/(?P<id>[\\d]+)"]);
    assert.ok(!JSON.stringify(index).includes("core/v2"), "a name of ours is left in the index");
  },

  async "signing in"({ site, url, login }) {
    const me = await site.users().me().context("edit");
    assert.equal(me.username, login.user);
    assert.deepEqual(me.roles, ["administrator"]);
    const wrong = new WPAPI({ endpoint: `${url}/wp-json`, username: login.user, password: "wrong" });
    await refused(wrong.users().me().get(), "incorrect_password");
    const nobody = new WPAPI({ endpoint: `${url}/wp-json` });
    await refused(nobody.users().me().get(), "rest_not_logged_in");
    await refused(nobody.posts().create({ title: "x" }), "rest_cannot_create");
  },

  async posts({ site }) {
    const made = await site.posts().create({ title: "Olá & até já", content: "Um texto.", status: "draft" });
    assert.equal(made.status, "draft");
    assert.equal(made.title.raw, "Olá & até já");
    const changed = await site.posts().id(made.id).update({ status: "publish", slug: "ola" });
    assert.equal(changed.status, "publish");
    const [found] = await site.posts().slug("ola");
    assert.equal(found.id, made.id);
    const trashed = await site.posts().id(made.id).delete();
    assert.equal(trashed.status, "trash");
    const gone = await site.posts().id(made.id).delete({ force: true });
    assert.equal(gone.deleted, true);
    await refused(site.posts().id(made.id).get(), "rest_post_invalid_id");
    await refused(site.posts().perPage(101).get(), "rest_invalid_param");
  },

  async media({ site, folder }) {
    const file = join(folder, "ponto.png");
    await writeFile(file, PICTURE);
    const made = await site.media().file(file, "ponto.png").create({ title: "Um ponto", alt_text: "Ponto" });
    assert.equal(made.mime_type, "image/png");
    assert.equal(made.alt_text, "Ponto");
    assert.ok((await fetch(made.source_url)).ok);
    const changed = await site.media().id(made.id).update({ caption: "Legenda" });
    assert.equal(changed.caption.raw, "Legenda");
    return made.id;
  },

  async paging({ site }) {
    for (let number = 1; number <= 5; number += 1) {
      await site.posts().create({ title: `Página ${number}`, status: "publish" });
    }
    const first = await site.posts().perPage(2).search("Página");
    assert.equal(Number(first._paging.total), 5);
    assert.equal(Number(first._paging.totalPages), 3);
    const second = await first._paging.next;
    assert.equal(second.length, 2);
    const third = await second._paging.next;
    assert.equal(third.length, 1);
    assert.equal(third._paging.next, undefined);
    const back = await third._paging.prev;
    assert.deepEqual(back.map((post) => post.id), second.map((post) => post.id));
  },

  async embedding({ site }) {
    const category = await site.categories().create({ name: "Receitas" });
    const picture = await steps.media({ site, folder: this.folder });
    const made = await site.posts().create({
      title: "Com tudo", status: "publish", categories: [category.id], featured_media: picture,
    });
    const shown = await site.posts().id(made.id).embed();
    assert.equal(shown._embedded["wp:featuredmedia"][0].id, picture);
    assert.equal(shown._embedded["wp:term"][0][0].name, "Receitas");
    assert.ok(shown._embedded.author[0].name);
    assert.equal(shown._links.curies[0].name, "wp");
    const some = await site.posts().id(made.id).param("_embed", "wp:term");
    assert.deepEqual(Object.keys(some._embedded), ["wp:term"]);
    const [few] = await site.posts().include(made.id).param("_fields", "id,_links.wp:term");
    assert.deepEqual(Object.keys(few._links), ["wp:term"]);
  },

  async "names of patterns"({ site }) {
    const made = await site.blocks().create({
      title: "Padrão", content: "<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->", status: "publish",
      meta: { wp_pattern_sync_status: "unsynced" },
    });
    assert.equal(made.type, "wp_block");
    assert.equal(made.wp_pattern_sync_status, "unsynced");
    assert.deepEqual(made.wp_pattern_category, []);
    const kind = await site.types().type("wp_block");
    assert.equal(kind.slug, "wp_block");
    assert.equal(kind.rest_namespace, "wp/v2");
  },

  async comments({ site }) {
    const post = await site.posts().create({ title: "Comentado", status: "publish" });
    const made = await site.comments().create({ post: post.id, content: "Olá" });
    const [found] = await site.comments().forPost(post.id);
    assert.equal(found.id, made.id);
  },

  async "search and settings"({ site }) {
    const found = await site.search().search("Comentado");
    assert.equal(found[0].title, "Comentado");
    const settings = await site.settings().update({ description: "Prova" });
    assert.equal(settings.description, "Prova");
  },
};

const folder = await mkdtemp(join(tmpdir(), "pauta-wpapi-"));
const running = await start(root);
try {
  const { url, login } = running;
  const site = await WPAPI.discover(url).then((found) => found.auth({ username: login.user, password: login.app }));
  steps.folder = folder;
  for (const [name, step] of Object.entries(steps)) {
    if (typeof step !== "function") continue;
    await step.call(steps, { site, url, login, folder });
    console.log(`wpapi: ${name}`);
  }
} finally {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
}
