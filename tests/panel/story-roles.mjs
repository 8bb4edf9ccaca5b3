// What a manager and an editor see and may do, and what they may not even see.

import assert from "node:assert/strict";

import { caller, look, person, windowOf } from "./desk.mjs";

const links = async (page) => page.getByRole("navigation", { name: "Principal", exact: true }).getByRole("link").allInnerTexts();

export async function roles(stage) {
  const { platform, pictures, fault, call } = stage;
  const own = await call("POST", "/sites", { name: "Só da gerência", url: "http://127.0.0.1:9" });
  const made = await call("POST", "/posts", { site_id: own.id, title: "Conteúdo que o editor não vê", body: "<p>Texto.</p>" });

  // An editor works on the sites of which the person is a member.
  const bia = await person(stage, { name: "Bia Nunes", email: "bia@agencia.test", role: "editor", sites: [1] });
  const desk = await windowOf(stage, bia);
  assert.deepEqual(await links(desk), ["Início", "Conteúdos", "Sites", "Histórico"]);
  await desk.goto(`${platform}/painel/conteudos`);
  await desk.getByRole("heading", { level: 1, name: "Conteúdos" }).waitFor();
  await desk.waitForLoadState("networkidle");
  assert.equal(await desk.getByText("Conteúdo que o editor não vê").count(), 0);
  await desk.goto(`${platform}/painel/conteudos/${made.id}`);
  await desk.getByText("Não há nada neste endereço").waitFor();
  const theirs = await (await caller(platform, bia))("POST", "/posts", { site_id: 1, title: "Conteúdo da Bia", body: `<p>${"Uma horta cabe em qualquer varanda. ".repeat(12)}</p>` });
  await desk.goto(`${platform}/painel/conteudos/${theirs.id}`);
  await desk.getByRole("button", { name: "Publicar…" }).waitFor();
  await desk.getByRole("button", { name: "Pedir aprovação" }).first().waitFor();
  for (const [address, words] of [["fila", "Esta página é de gerentes"], ["registro", "Esta página é de gerentes"], ["pessoas", "Esta página é da administração"], ["configuracoes", "Esta página é da administração"]]) {
    await desk.goto(`${platform}/painel/${address}`);
    await desk.getByText(words).waitFor();
  }
  await look(desk, "de-outro-papel", pictures, fault);
  await desk.context().close();

  // A manager sees every site, the queue and the log, and neither people nor settings.
  const caio = await person(stage, { name: "Caio Prado", email: "caio@agencia.test", role: "gerente" });
  const wide = await windowOf(stage, caio);
  assert.deepEqual(await links(wide), ["Início", "Conteúdos", "Sites", "Histórico", "Fila", "Registro", "Relatórios", "Uso de IA"]);
  await wide.goto(`${platform}/painel/conteudos?busca=editor`);
  await wide.getByRole("link", { name: "Conteúdo que o editor não vê" }).waitFor();
  for (const [address, heading] of [["fila", "Fila"], ["registro", "Registro"], ["relatorios", "Relatórios"], ["uso-de-ia", "Uso de IA"]]) {
    await wide.goto(`${platform}/painel/${address}`);
    await wide.getByRole("heading", { level: 1, name: heading }).waitFor();
    await wide.waitForLoadState("networkidle");
    assert.equal(await wide.getByText("Esta página é").count(), 0, address);
  }
  await wide.goto(`${platform}/painel/pessoas`);
  await wide.getByText("Esta página é da administração").waitFor();
  await wide.goto(`${platform}/painel/historico`);
  await wide.getByRole("heading", { level: 1, name: "Histórico" }).waitFor();
  assert.equal(await wide.getByRole("button", { name: "Limpar histórico…" }).count(), 0);
  await wide.context().close();

  // Who writes asks for approval, and has no way to publish.
  const davi = await person(stage, { name: "Davi Lemos", email: "davi@agencia.test", role: "redator", sites: [1] });
  const written = await (await caller(platform, davi))("POST", "/posts", { site_id: 1, title: "Conteúdo do Davi", body: "<p>Texto.</p>" });
  const small = await windowOf(stage, davi, { width: 360, height: 740 });
  await small.goto(`${platform}/painel/conteudos/${written.id}`);
  await small.getByRole("button", { name: "Pedir aprovação" }).first().waitFor();
  assert.equal(await small.getByRole("button", { name: "Publicar…" }).count(), 0);
  await small.goto(`${platform}/painel/conteudos`);
  await small.getByText("Conteúdo do Davi").waitFor();
  assert.equal(await small.getByText("Conteúdo da Bia").count(), 0);
  await small.context().close();
}
