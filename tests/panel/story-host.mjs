// A host that is down, and one that refuses: the person reads the host's own words and tries again.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { join } from "node:path";

import { ADMIN, caller, look, windowOf } from "./desk.mjs";

/// A host in front of the site, at an address of its own, which answers in its place when `trouble` says so.
async function gate(site) {
  const state = { trouble: null };
  const server = createServer((asked, answer) => {
    if (state.trouble) {
      answer.writeHead(state.trouble.status, { "content-type": "application/json" });
      answer.end(JSON.stringify(state.trouble.body));
      return;
    }
    const own = (text) => text.replaceAll(new URL(site).host, asked.headers.host);
    const { "accept-encoding": _compressed, ...sent } = asked.headers;
    const forwarded = request(new URL(asked.url, site), { method: asked.method, headers: { ...sent, host: new URL(site).host } }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      const { "content-length": _length, ...headers } = response.headers;
      for (const name of ["link", "location"]) if (headers[name]) headers[name] = own(headers[name]);
      answer.writeHead(response.statusCode, headers);
      answer.end(/json|html/.test(headers["content-type"] ?? "") ? own(body.toString()) : body);
    });
    forwarded.on("error", () => answer.destroy());
    asked.pipe(forwarded);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { state, address: `http://127.0.0.1:${server.address().port}`, stop: () => new Promise((done) => server.close(done)) };
}

/// A complete post on a site.
async function complete({ platform, root }, call, site, title) {
  const body = `<p>${"Uma horta cabe em qualquer varanda. ".repeat(12)}</p>`;
  const post = await call("POST", "/posts", { site_id: site, title, body, approval_required: false });
  const form = new FormData();
  form.set("content_id", String(post.id));
  form.set("alt_text", "Uma varanda ao sol");
  form.set("file", new Blob([await readFile(join(root, "docs/samples/varanda.png"))], { type: "image/png" }), "varanda.png");
  const answer = await fetch(`${platform}/api/v1/media`, { method: "POST", headers: { authorization: call.authorization }, body: form });
  assert.equal(answer.status, 201, await answer.text());
  return post;
}

export async function host(stage) {
  const { platform, site, login, pictures, fault } = stage;
  const call = await caller(platform, ADMIN);
  const { state, address, stop } = await gate(site);
  try {
    const client = await call("POST", "/sites", { name: "Padaria Bom Pão", url: address, host_user: login.user, host_password: login.app });
    assert.equal((await call("POST", `/sites/${client.id}/test-connection`)).ok, true);
    const page = await windowOf(stage, ADMIN);
    const publish = async (title) => {
      const post = await complete(stage, call, client.id, title);
      await page.goto(`${platform}/painel/conteudos/${post.id}`);
      await page.getByRole("button", { name: "Publicar…" }).click();
      await page.getByRole("dialog", { name: "Publicar" }).getByRole("button", { name: "Publicar agora" }).click();
      return post;
    };

    // The host is down: the publication waits for its next attempt, and says so.
    state.trouble = { status: 503, body: { code: "maintenance", message: "Site em manutenção programada." } };
    const waiting = await publish("Pão de fermentação lenta");
    const retrying = page.getByRole("dialog", { name: "Tentando de novo" });
    await retrying.waitFor({ timeout: 30_000 });
    await retrying.getByText(/tentativa 1 de \d/).waitFor();
    await retrying.getByRole("button", { name: "Tentar já" }).waitFor();
    await look(page, "tentando-de-novo", pictures, fault);
    await retrying.getByRole("button", { name: "Continuar escrevendo" }).click();
    await page.goto(`${platform}/painel/fila`);
    await page.getByRole("row", { name: /Pão de fermentação lenta/ }).getByText("Tentando de novo").waitFor();
    await look(page, "fila-com-envio", pictures, fault);
    assert.equal((await call("GET", `/posts/${waiting.id}/checklist`)).state, "retrying");

    // The host refuses the login: the publication stops, with the host's words and a message for whoever runs the site.
    state.trouble = { status: 401, body: { code: "rest_forbidden", message: "A senha de aplicativo foi revogada." } };
    await publish("Broa de milho da fazenda");
    const stopped = page.getByRole("dialog", { name: "O envio parou" });
    await stopped.waitFor({ timeout: 30_000 });
    await stopped.getByText(/O texto está salvo/).waitFor();
    await stopped.getByRole("button", { name: /Copiar recado/ }).waitFor();
    await look(page, "envio-parado", pictures, fault);
    await page.goto(`${platform}/`);
    await page.getByRole("heading", { name: "Precisa de você agora" }).waitFor();
    await page.getByRole("link", { name: "Broa de milho da fazenda" }).first().waitFor();
    await look(page, "inicio-com-parado", pictures, fault);
    await page.getByRole("link", { name: "Broa de milho da fazenda" }).first().click();

    // Once the host answers again, the same dialogue goes on to the end.
    state.trouble = null;
    await page.getByRole("button", { name: "Publicar…" }).click();
    await page.getByRole("dialog", { name: "O envio parou" }).getByRole("button", { name: "Tentar de novo" }).click();
    const done = page.getByRole("dialog", { name: "Pronto" });
    await done.waitFor({ timeout: 30_000 });
    await done.getByRole("link", { name: "Ver no site" }).waitFor();
    await page.context().close();
  } finally {
    await stop();
  }
}
