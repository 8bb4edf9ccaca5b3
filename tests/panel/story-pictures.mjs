// Blocks and pictures inside the text: from the menu, by the file chooser and by a drop, with their alternative text, as far as
// the client's page and the site. And a mark of language, at its place.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { ADMIN, look, windowOf } from "./desk.mjs";

const OWN = /\/api\/v1\/media\/\d+\/webp/;

export async function pictures(stage) {
  const { platform, pictures: folder, fault, call, root, site } = stage;
  const file = join(root, "docs/samples/varanda.png");
  const sentence = "Uma horta cabe em qualquer varanda com quatro horas de sol. ";
  const made = await call("POST", "/posts", { site_id: 1, title: "Imagens dentro do texto", body: `<p>${sentence.repeat(8)}</p><p>Antes de comprar o nescessário, observe o sol.</p>`, approval_required: false });
  const page = await windowOf(stage, ADMIN);
  // The browser hands choosers over while someone listens; a listener that comes with the click may come too late.
  page.on("filechooser", () => undefined);
  await page.goto(`${platform}/painel/conteudos/${made.id}`);
  const text = page.getByRole("textbox", { name: "Texto", exact: true });

  // The mark is mended where it stands, by the keyboard alone.
  await page.locator(".body .m.sp").waitFor();
  await text.click();
  await page.keyboard.press("F8");
  const said = page.getByRole("dialog", { name: /Ortografia: nescessário/ });
  await said.waitFor();
  await look(page, "marca", folder, fault);
  await page.keyboard.press("Escape");
  await said.waitFor({ state: "detached" });
  await page.locator(".body .m.sp").click();
  await said.getByRole("button", { name: "necessário", exact: true }).click();
  await text.getByText("comprar o necessário, observe").waitFor();

  // The menu: found without accents, Escape leaves the slash.
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/");
  await page.getByRole("listbox", { name: "Inserir" }).waitFor();
  await look(page, "inserir", folder, fault);
  await page.keyboard.press("Escape");
  await page.getByRole("listbox", { name: "Inserir" }).waitFor({ state: "detached" });
  await page.keyboard.press("Backspace");
  await page.keyboard.type("/citacao");
  await page.getByRole("option", { name: /^Citação/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Quem planta colhe.");
  await text.locator("blockquote").getByText("Quem planta colhe.").waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");

  // A picture of this device, whose sending fails once.
  await page.route("**/api/v1/media", (route) => route.abort("connectionreset"), { times: 1 });
  await page.keyboard.type("/imagem");
  await page.getByRole("option", { name: /^Imagem/, selected: true }).waitFor();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
  await chooser.setFiles(file);
  await page.getByText(/varanda\.png não foi enviada/).waitFor();
  await page.getByRole("button", { name: "Tentar de novo" }).click();
  const alt = page.getByLabel(/^Falta o texto alternativo/);
  await alt.waitFor();
  await page.getByRole("button", { name: "Textos alternativos" }).waitFor();
  await look(page, "editor-imagem", folder, fault);
  await alt.fill("Vasos ao sol numa varanda");
  await page.getByText("1 de 1 no texto").waitFor();

  // Another by a drop. Neither is the featured one.
  const bytes = (await readFile(file)).toString("base64");
  const data = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], "outra.png", { type: "image/png" }));
    return data;
  }, bytes);
  const place = await text.locator("p").first().boundingBox();
  await text.locator("p").first().dispatchEvent("drop", { dataTransfer: data, clientX: place.x + 5, clientY: place.y + 5, bubbles: true, cancelable: true });
  await page.waitForFunction(() => document.querySelectorAll(".body .text-picture").length === 2);
  await page.getByLabel(/^Falta o texto alternativo/).fill("A mesma varanda, de perto");
  await page.keyboard.press("Control+s");
  await page.getByText(/^Salvo/).first().waitFor();
  let saved = await call("GET", `/posts/${made.id}`);
  assert.equal(saved.media.length, 0);
  assert.equal(saved.body.match(new RegExp(OWN.source, "g")).length, 2);
  assert.match(saved.body, /alt="Vasos ao sol numa varanda"/);

  // Published, the site shows its own copies.
  await page.getByLabel("Imagem de destaque", { exact: true }).setInputFiles(file);
  await page.getByRole("img", { name: /Imagem de destaque/ }).waitFor();
  await page.getByRole("button", { name: "Publicar…" }).click();
  await page.getByRole("dialog", { name: "Publicar" }).getByRole("button", { name: "Publicar agora" }).click();
  await page.getByRole("dialog", { name: "Pronto" }).waitFor({ timeout: 30_000 });
  saved = await call("GET", `/posts/${made.id}`);
  const read = await (await fetch(saved.host_post_url)).text();
  assert.ok(!OWN.test(read), "no address of the platform on the site");
  const [shown] = read.match(/<img[^>]*alt="Vasos ao sol numa varanda"[^>]*>/);
  const source = new URL(shown.match(/src="([^"]+)"/)[1], site);
  assert.equal((await fetch(source)).status, 200);
  await page.context().close();
}
