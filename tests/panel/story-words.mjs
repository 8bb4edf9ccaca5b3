// A word that the site uses is added from its mark and stays known, for everyone who writes for the site; a mark that is passed
// over comes back.

import assert from "node:assert/strict";

import { ADMIN, person, windowOf } from "./desk.mjs";

export async function words(stage) {
  const { platform, call } = stage;
  const body = "<p>A feira do bairro tem o selo hortelixo.</p><p>Observe o nescessário antes de comprar.</p>";
  const made = await call("POST", "/posts", { site_id: 1, title: "Palavras do cliente", body });
  const page = await windowOf(stage, ADMIN);
  await page.goto(`${platform}/painel/conteudos/${made.id}`);
  const mark = (on, word) => on.locator(".body .m.sp").filter({ hasText: word });
  await mark(page, "hortelixo").waitFor();
  await mark(page, "nescessário").waitFor();
  const popover = (on, word) => on.getByRole("dialog", { name: `Ortografia: ${word}` });

  // Added to the site's words: the mark goes, and so does its entry in the side panel.
  await mark(page, "hortelixo").click();
  await popover(page, "hortelixo").getByRole("button", { name: "Adicionar às palavras do site" }).click();
  await mark(page, "hortelixo").waitFor({ state: "detached" });
  assert.equal(await page.locator(".gram .sp").filter({ hasText: "hortelixo" }).count(), 0);
  assert.deepEqual((await call("GET", "/sites/1/words")).words, ["hortelixo"]);

  // Passed over this time: gone here, and nothing is stored.
  await mark(page, "nescessário").click();
  await popover(page, "nescessário").getByRole("button", { name: "Ignorar desta vez" }).click();
  await mark(page, "nescessário").waitFor({ state: "detached" });
  assert.deepEqual((await call("GET", "/sites/1/words")).words, ["hortelixo"]);

  // After a reload the word is still known, and what was passed over is marked again.
  await page.reload();
  await mark(page, "nescessário").waitFor();
  assert.equal(await mark(page, "hortelixo").count(), 0);
  await page.context().close();

  // It is known to another person, and in another text of the site.
  const nina = await person(stage, { name: "Nina Sá", email: "nina@agencia.test", role: "editor", sites: [1] });
  const second = await call("POST", "/posts", { site_id: 1, title: "Outro texto do cliente", body: "<p>O hortelixo abre aos sábados, com o nescessário.</p>" });
  const own = await windowOf(stage, nina);
  await own.goto(`${platform}/painel/conteudos/${second.id}`);
  await mark(own, "nescessário").waitFor();
  assert.equal(await mark(own, "hortelixo").count(), 0);
  await own.context().close();
}
