// Every screen in three widths and both themes, and what each role sees.

import assert from "node:assert/strict";

import { mailsOf } from "../pages/server.mjs";
import { ADMIN, look, signIn, strain, watch } from "./desk.mjs";

export const SCREENS = [
  ["inicio", "/", /, Marina/],
  ["conteudos", "/painel/conteudos", "Conteúdos"],
  ["quadro", "/painel/conteudos?visao=quadro", "Conteúdos"],
  ["calendario", "/painel/conteudos?visao=calendario", "Conteúdos"],
  ["sites", "/painel/sites", "Sites"],
  ["site-conexao", "/painel/sites/1", /./],
  ["site-pessoas", "/painel/sites/1?aba=pessoas", /./],
  ["site-contatos", "/painel/sites/1?aba=contatos", /./],
  ["site-busca", "/painel/sites/1?aba=busca", /./],
  ["site-dados", "/painel/sites/1?aba=dados", /./],
  ["site-novo", "/painel/sites/novo", "Conectar um site"],
  ["historico", "/painel/historico", "Histórico"],
  ["fila", "/painel/fila", "Fila"],
  ["registro", "/painel/registro", "Registro"],
  ["relatorios", "/painel/relatorios", "Relatórios"],
  ["uso-de-ia", "/painel/uso-de-ia", "Uso de IA"],
  ["configuracoes", "/painel/configuracoes", "Configurações"],
  ["configuracoes-ia", "/painel/configuracoes?aba=ia", "Configurações"],
  ["configuracoes-notificacoes", "/painel/configuracoes?aba=notificacoes", "Configurações"],
  ["pessoas", "/painel/pessoas", "Pessoas"],
  ["conta", "/painel/conta", "Minha conta"],
  ["nada", "/painel/nada", "Não há nada neste endereço"],
];

export async function screens({ browser, platform, pictures, fault, call }) {
  for (const title of ["Horta na varanda: o guia do primeiro ano", "Fermentação natural sem mistério", "Cachorro em apartamento pequeno"]) {
    await call("POST", "/posts", { site_id: 1, title, body: `<p>${"Uma horta cabe em qualquer varanda. ".repeat(12)}</p>` });
  }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
  const page = await context.newPage();
  watch(page, platform, fault);
  await signIn(page, platform, ADMIN);
  for (const [name, path, heading] of SCREENS) {
    await page.goto(platform + path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.waitForLoadState("networkidle");
    await look(page, name, pictures, fault);
    await strain(page, name, pictures, fault);
  }

  // The palette finds screens and posts, and the list of shortcuts opens.
  await page.goto(`${platform}/`);
  await page.getByRole("heading", { level: 1, name: /, Marina/ }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Buscar ou ir para" }).fill("horta");
  await page.getByRole("option", { name: /Horta na varanda/ }).waitFor();
  await look(page, "paleta", pictures, fault);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Atalhos do teclado" }).waitFor();
  await look(page, "atalhos", pictures, fault);
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.getByRole("heading", { level: 1, name: "Conteúdos" }).waitFor();
  // Filters are in the address.
  await page.keyboard.press("/");
  await page.keyboard.type("fermenta");
  await page.waitForURL(/busca=fermenta/);
  await page.getByText("1 conteúdo", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("1 conteúdo", { exact: true }).waitFor();

  // Several posts at once: what is deleted can be brought back.
  await page.goto(`${platform}/painel/conteudos`);
  await page.getByRole("checkbox", { name: /^Selecionar Cachorro/ }).check();
  await page.getByRole("checkbox", { name: /^Selecionar Horta/ }).check();
  await page.getByText("2 selecionados").waitFor();
  await page.getByRole("button", { name: "Pedir aprovação" }).click();
  await page.getByText("0 pedidos enviados, 2 sem efeito").waitFor();
  await page.getByRole("checkbox", { name: /^Selecionar Cachorro/ }).check();
  await page.getByRole("button", { name: "Excluir…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Excluir 1 conteúdo" }).click();
  await page.getByText("1 excluído", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Desfazer" }).click();
  await page.getByRole("link", { name: /^Cachorro/ }).waitFor();

  await page.goto(`${platform}/painel/pessoas`);
  await page.getByRole("button", { name: "Convidar" }).click();
  await look(page, "convidar", pictures, fault);
  await page.getByLabel("Nome").fill("Rafael Teles");
  await page.getByLabel("E-mail").fill("rafael@agencia.test");
  await page.getByRole("button", { name: "Enviar o convite" }).click();
  await page.getByText("Enviamos o convite para rafael@agencia.test").waitFor();
  await context.close();

  // The invited person chooses a password by the link, and sees the screens of the role.
  const mails = await mailsOf(platform);
  const link = mails.flatMap(({ links }) => links).find((found) => found.includes("/definir-senha?token="));
  const own = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
  const desk = await own.newPage();
  await desk.goto(link);
  const rafael = { email: "rafael@agencia.test", password: "uma senha do rafael" };
  await desk.getByLabel("Nova senha (pelo menos 12 caracteres)").fill(rafael.password);
  await desk.getByLabel("Repita a nova senha").fill(rafael.password);
  await desk.getByRole("button", { name: "Salvar senha" }).click();
  await desk.getByText("Senha definida").waitFor();
  watch(desk, platform, fault);
  await signIn(desk, platform, rafael);
  const seen = await desk.getByRole("navigation", { name: "Principal", exact: true }).getByRole("link").allInnerTexts();
  assert.deepEqual(seen, ["Início", "Conteúdos", "Sites", "Histórico"]);
  await desk.goto(`${platform}/painel/pessoas`);
  await desk.getByText("Esta página é da administração").waitFor();
  await desk.goto(`${platform}/`);
  await desk.getByText("Ainda não há sites.").waitFor();
  await own.close();
}
