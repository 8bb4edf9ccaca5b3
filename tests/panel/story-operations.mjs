// Acting in the settings and in the log.

import assert from "node:assert/strict";

import { ADMIN, look, windowOf } from "./desk.mjs";

export async function operations(stage) {
  const { platform, pictures, fault, call } = stage;
  const page = await windowOf(stage, ADMIN);

  // A key is stored and shown masked.
  await page.goto(`${platform}/painel/configuracoes`);
  await page.getByRole("button", { name: "Incluir Pexels" }).click();
  await page.getByLabel("Nova chave: Pexels").fill("chave-de-teste-0123456789");
  // No provider knows the key: it is kept only when the person insists.
  await page.getByRole("button", { name: "Testar e salvar" }).click();
  await page.locator(".keys-list").getByRole("alert").waitFor();
  assert.equal((await call("GET", "/settings/api-keys")).items.find(({ key }) => key === "PEXELS_API_KEY").configured, false);
  await page.getByRole("button", { name: "Testar e salvar" }).click();
  await page.getByRole("button", { name: "Trocar Pexels" }).waitFor();
  await page.getByText("salva aqui").waitFor();
  assert.equal((await page.content()).includes("chave-de-teste-0123456789"), false);
  await look(page, "configuracoes-com-chave", pictures, fault);
  // A refusal leads to the field that it is about, however far above the button.
  await page.goto(`${platform}/painel/configuracoes?aba=notificacoes`);
  await page.getByLabel("Remetente").fill("Agência Horta <contato@agencia.test>");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.getByText("Não salvo. Corrija o campo marcado.").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-invalid")), "true");
  await page.getByRole("button", { name: /^Enviar um e-mail para/ }).click();
  await page.getByText(/O servidor aceitou o e-mail|O teste não saiu/).waitFor();

  await page.goto(`${platform}/painel/configuracoes?aba=ia`);
  await page.getByLabel("Imagens por pessoa e mês").fill("25");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.getByText(/^Salvo às/).waitFor();
  await page.reload();
  await page.waitForFunction(() => [...document.querySelectorAll("input")].some(({ value }) => value === "25"));

  // An entry of the log is read, resolved, and found under its new status.
  const before = await call("GET", "/logs?status=aberto");
  assert.ok(before.total > 0, "the refused logins of other stories are in the log");
  await page.goto(`${platform}/painel/registro`);
  const row = page.locator(".log > li").first();
  await row.getByRole("button", { name: /^Detalhes/ }).click();
  await row.getByRole("button", { name: "Copiar" }).waitFor();
  await look(page, "registro-aberto", pictures, fault);
  const message = await row.locator(".what").innerText();
  await row.getByRole("button", { name: /^Resolver/ }).click();
  await page.waitForFunction(([total]) => document.querySelector(".tabs .count")?.textContent === String(total - 1), [before.total]);
  await page.getByRole("button", { name: /^Resolvidos/ }).click();
  await page.waitForURL(/aba=resolvidos/);
  await page.locator(".log > li").first().waitFor();
  assert.ok((await page.locator(".log").innerText()).includes(message.split(" ·")[0].trim()));
  await page.context().close();
}
