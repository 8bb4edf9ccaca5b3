// The post as its client sees it, for people of the agency; the numbers of marks beside the text; sheets on a phone; who works
// on a site, for people who manage nobody.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { ADMIN, look, person, windowOf } from "./desk.mjs";

export async function clientView(stage) {
  const { platform, pictures: folder, fault, call, root } = stage;
  const form = new FormData();
  const made = await call("POST", "/posts", { site_id: 1, title: "Visto pelo cliente <de verdade>", body: "<p>Antes.</p>", excerpt: "" });
  form.set("content_id", String(made.id));
  form.set("alt_text", "Vasos numa varanda");
  form.set("in_text", "true");
  form.set("file", new Blob([await readFile(join(root, "docs/samples/varanda.png"))], { type: "image/png" }), "varanda.png");
  const media = await call("POST", "/media", form);
  const body = `<p>Compre o nescessário e o nescessário de novo.</p><figure><img src="/api/v1/media/${media.id}/webp" alt="Vasos numa varanda"></figure><table><tbody><tr><th>Vaso</th><td>Terra</td></tr></tbody></table>`;
  await call("PUT", `/posts/${made.id}`, { body });

  const page = await windowOf(stage, ADMIN);
  await page.goto(`${platform}/painel/conteudos/${made.id}`);
  await page.locator('.body [data-marks="2"][data-kind="spelling"]').waitFor();
  await page.getByRole("button", { name: "Ver como o cliente vê" }).first().click();
  const view = page.getByRole("dialog", { name: "Como o cliente vê" });
  await view.getByRole("heading", { name: "Visto pelo cliente <de verdade>" }).waitFor();
  await page.waitForFunction(() => document.querySelector(".client-view .body img")?.naturalWidth > 0);
  assert.equal(await view.locator("td").textContent(), "Terra");
  await look(page, "cliente-ve", folder, fault);
  await page.keyboard.press("Escape");
  await view.waitFor({ state: "detached" });
  // Looking asks nobody.
  const { total } = await call("GET", `/posts/${made.id}/approvals`);
  assert.equal(total, 0);
  // What is written and not saved is part of what is shown.
  await page.getByLabel("Título", { exact: true }).fill("Outro título");
  await page.getByRole("button", { name: "Ver como o cliente vê" }).first().click();
  await view.getByRole("heading", { name: "Outro título" }).waitFor();
  await page.context().close();

  const phone = await windowOf(stage, ADMIN, { width: 360, height: 740 });
  await phone.goto(`${platform}/painel/conteudos/${made.id}`);
  await phone.locator(".body .m.sp").first().waitFor();
  await phone.locator(".body .m.sp").first().click();
  const said = phone.getByRole("dialog", { name: /Ortografia: nescessário/ });
  await said.waitFor();
  const isSheet = (place) => place.x === 0 && place.width === 360 && Math.abs(place.y + place.height - 740) < 2;
  assert.ok(isSheet(await said.boundingBox()), "the popover of a mark is a sheet");
  await phone.screenshot({ path: join(folder, "marca-folha-360.png") });
  await phone.keyboard.press("Escape");
  await phone.getByRole("button", { name: "Mais ações" }).click();
  const menu = phone.locator(".menu");
  await menu.waitFor();
  assert.ok(isSheet(await menu.boundingBox()), "a menu is a sheet");
  await phone.screenshot({ path: join(folder, "menu-folha-360.png") });
  await phone.getByRole("menuitem", { name: "Ver como o cliente vê…" }).click();
  await phone.getByRole("dialog", { name: "Como o cliente vê" }).getByRole("heading", { name: "Outro título" }).waitFor();
  await phone.context().close();

  const writer = await person(stage, { name: "Nina Prado", email: "nina@pauta.localhost", role: "redator", sites: [1] });
  const hers = await windowOf(stage, writer);
  await hers.goto(`${platform}/painel/sites/1?aba=pessoas`);
  const people = hers.getByRole("list", { name: "Pessoas do site" });
  await people.getByText("Nina Prado · você").waitFor();
  await people.getByText("responsável").waitFor();
  await hers.context().close();
}
