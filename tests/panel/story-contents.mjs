// The posts of several sites: filters in the address, lanes of the board that go on, the month of the calendar with all its posts,
// and moving by the keyboard.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { ADMIN, look, typeDate, windowOf } from "./desk.mjs";

const DAY = 86_400_000;

export async function contents(stage) {
  const { platform, pictures: folder, fault, call, root } = stage;
  const second = await call("POST", "/sites", { name: "Doceria da Praça", url: "https://doceria.example/", host_user: "a", host_password: "b" });
  const made = [];
  for (let index = 0; index < 130; index += 1) {
    made.push(await call("POST", "/posts", { site_id: index % 2 === 0 ? 1 : second.id, title: `Conteúdo de fila ${String(index).padStart(3, "0")}`, body: "<p>Texto.</p>", approval_required: false }));
  }
  const page = await windowOf(stage, ADMIN);

  // Filters: two sites and two states, each with a chip, kept by the address and by every view.
  await page.goto(`${platform}/painel/conteudos?busca=de%20fila`);
  await page.getByText("130 conteúdos").waitFor();
  await page.getByRole("button", { name: "Sites", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Doceria da Praça" }).click();
  await page.keyboard.press("Escape");
  await page.getByText("65 conteúdos").waitFor();
  await page.getByRole("button", { name: "Estado", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Rascunho" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Agendado" }).click();
  await page.keyboard.press("Escape");
  const chips = page.getByRole("list", { name: "Filtros ativos" });
  await chips.getByText("Rascunho").waitFor();
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.get("estado"), "agendado,rascunho");
  assert.equal(searchParams.get("site"), String(second.id));
  await page.reload();
  await page.getByText("65 conteúdos").waitFor();
  await look(page, "filtros", folder, fault);
  // A date is typed as it is written here, whatever the language of the browser.
  await page.getByRole("button", { name: "Data", exact: true }).click();
  const days = page.getByRole("dialog", { name: "Data" });
  await typeDate(page, days, "De", "2026-01-31");
  await page.waitForURL(/de=2026-01-31/);
  await days.getByRole("group", { name: "Até" }).getByRole("button").click();
  await page.getByRole("grid").waitFor();
  await look(page, "calendario-de-um-campo", folder, fault);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await chips.getByRole("button", { name: /^Retirar o filtro.*31/ }).click();
  await page.getByText("65 conteúdos").waitFor();
  await page.getByRole("button", { name: "Quadro" }).click();
  const writing = page.getByRole("region", { name: "Escrevendo" });
  await writing.locator(".count", { hasText: /^65$/ }).waitFor();
  await page.getByRole("region", { name: "Publicado" }).locator(".count", { hasText: /^0$/ }).waitFor();
  await chips.getByRole("button", { name: "Retirar o filtro Doceria da Praça" }).click();
  await writing.locator(".count", { hasText: /^130$/ }).waitFor();

  // A lane goes on.
  assert.equal(await writing.locator(".cardy").count(), 50);
  await writing.getByRole("button", { name: /^Mostrar mais 50 de 130/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".lane:first-child .cardy").length === 100);

  // M says where a post can go, and why not elsewhere.
  await writing.locator(".cardy a").first().focus();
  await page.keyboard.press("m");
  const moving = page.getByRole("dialog", { name: "Mover" });
  await moving.getByText("Quem pede ajustes é o cliente.").waitFor();
  await look(page, "mover", folder, fault);
  await page.keyboard.press("Escape");

  // In the calendar M moves a post to another day, and its hour stays.
  const form = new FormData();
  const own = await call("POST", "/posts", { site_id: 1, title: "Sai noutro dia", body: `<p>${"Uma horta cabe em qualquer varanda com quatro horas de sol. ".repeat(8)}</p>`, approval_required: false });
  form.set("content_id", String(own.id));
  form.set("alt_text", "Vasos numa varanda");
  form.set("file", new Blob([await readFile(join(root, "docs/samples/varanda.png"))], { type: "image/png" }), "varanda.png");
  await call("POST", "/media", form);
  const [later, evenLater] = [12, 13].map((days) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10));
  await call("POST", `/posts/${own.id}/schedule`, { scheduled_at: `${later}T13:00:00Z` });
  await page.goto(`${platform}/painel/conteudos?visao=calendario&mes=${later.slice(0, 7)}`);
  const event = page.locator(`.cal [data-post="${own.id}"]`);
  await event.waitFor();
  await page.getByRole("button", { name: "Mostrar mais conteúdos sem data" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".tray li").length > 60);
  // The site takes the first date before another one is asked for.
  for (let answer; answer !== "scheduled"; ) answer = (await call("GET", `/posts/${own.id}`)).status;
  await event.focus();
  await page.keyboard.press("m");
  const other = page.getByRole("dialog", { name: "Mudar o dia" });
  await typeDate(page, other, "Novo dia", evenLater);
  await look(page, "mudar-o-dia", folder, fault);
  await other.getByRole("button", { name: "Mudar o dia" }).click();
  await page.getByText(/confirmou a data nova\./).waitFor();
  assert.equal((await call("GET", `/posts/${own.id}`)).scheduled_at, `${evenLater}T13:00:00Z`);

  // The pointer drags it back; a day that has passed takes nothing.
  const dayOf = (date) => page.locator(".cal .d:not(.out)").filter({ has: page.locator(".n", { hasText: new RegExp(`^${Number(date.slice(8))}$`) }) });
  if (evenLater.slice(0, 7) === later.slice(0, 7)) {
    await event.dragTo(dayOf(later));
    await page.getByText(/^Aguardando a resposta|confirmou a data nova/).waitFor();
    await dayOf(later).locator(`[data-post="${own.id}"]`).waitFor();
    await page.getByText(/confirmou a data nova\./).waitFor();
    assert.equal((await call("GET", `/posts/${own.id}`)).scheduled_at, `${later}T13:00:00Z`);
  }
  await page.context().close();

  // On a phone the filters are a sheet.
  const phone = await windowOf(stage, ADMIN, { width: 360, height: 740 });
  await phone.goto(`${platform}/painel/conteudos`);
  await phone.getByRole("button", { name: "Filtros" }).click();
  const sheet = phone.getByRole("dialog", { name: "Filtros" });
  await sheet.getByRole("button", { name: "Estado" }).click();
  await phone.getByRole("menuitemcheckbox", { name: "Rascunho" }).click();
  await phone.keyboard.press("Escape");
  await phone.screenshot({ path: `${folder}/filtros-folha-360.png` });
  await sheet.getByRole("button", { name: "Ver os conteúdos" }).click();
  await phone.getByRole("button", { name: "Filtros (1)" }).waitFor();
  await phone.context().close();
  for (const { id } of [...made, own]) await call("DELETE", `/posts/${id}`);
}
