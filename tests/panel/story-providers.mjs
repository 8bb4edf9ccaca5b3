// Pictures from outside, with fakes of the providers: one that a provider makes for the cover and one for the text, with what it
// cost and a way to stop, and a stock photo whose credit reaches the reader.

import assert from "node:assert/strict";

import { ADMIN, look, windowOf } from "./desk.mjs";
import { withProviders } from "./providers.mjs";

const OWN = /\/api\/v1\/media\/\d+\/webp/g;

export async function providers(shared) {
  const { stage, origins, stop } = await withProviders(shared);
  try {
    await pictures(stage, origins);
  } finally {
    await stop();
  }
}

/// Where the page finds the previews of stock photos.
const PHOTOS = "https://fotos.example";

/// The providers show previews over https, as the page's policy demands; the fakes have no certificate. The browser gets their
/// addresses as such, and what is behind them from the fake.
async function photosOverHttps(page, origins) {
  const [origin] = origins;
  await page.route("**/api/v1/media/stock?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(`${origin}/cdn/`, `${PHOTOS}/cdn/`) });
  });
  await page.route(`${PHOTOS}/**`, async (route) => {
    const response = await fetch(route.request().url().replace(PHOTOS, origin));
    await route.fulfill({ status: response.status, contentType: response.headers.get("content-type") ?? "", body: Buffer.from(await response.arrayBuffer()) });
  });
}

async function pictures(stage, origins) {
  const { platform, site, pictures: folder, fault, call } = stage;
  const made = await call("POST", "/posts", { site_id: 1, title: "Café coado em casa", body: `<p>${"O café coado pede água quente e paciência. ".repeat(10)}</p>`, approval_required: false });
  const page = await windowOf(stage, ADMIN, { outside: [...origins, PHOTOS] });
  await photosOverHttps(page, origins);
  await page.goto(`${platform}/painel/conteudos/${made.id}`);
  const text = page.getByRole("textbox", { name: "Texto", exact: true });
  await text.getByText("O café coado pede").waitFor();
  const dialog = page.getByRole("dialog", { name: "Criar imagem com IA" });
  const stored = async () => (await call("GET", `/posts/${made.id}`)).media.length;

  // Stopped: a provider that does not answer is no reason to wait, and nothing is included.
  await call("PUT", "/settings/api-keys", { OPENAI_API_KEY: "sk-stall-before-1", GEMINI_API_KEY: "AIza-stall-before-1" });
  await page.getByRole("button", { name: "Criar com IA" }).click();
  await dialog.getByText(/conta como uma das 50 imagens que restam este mês/).waitFor();
  await look(page, "criar-imagem", folder, fault);
  await dialog.getByLabel("O que a imagem mostra").fill("Uma xícara de café na janela, de manhã");
  await dialog.getByRole("button", { name: "Criar a imagem" }).click();
  await dialog.getByText(/(OpenAI|Google Gemini) está criando a imagem/).waitFor();
  await look(page, "criando-imagem", folder, fault);
  await dialog.getByRole("button", { name: "Parar" }).click();
  await dialog.getByRole("button", { name: "Criar a imagem" }).waitFor();
  assert.equal(await dialog.getByLabel("O que a imagem mostra").inputValue(), "Uma xícara de café na janela, de manhã", "the description is kept");
  assert.equal(await stored(), 0);

  // The cover, with the provider and what it cost.
  await call("PUT", "/settings/api-keys", { OPENAI_API_KEY: null, GEMINI_API_KEY: null });
  await dialog.getByRole("button", { name: "Criar a imagem" }).click();
  const created = page.getByRole("dialog", { name: "Imagem criada" });
  await created.getByText(/(OpenAI|Google Gemini) · [\d.]+ tokens? · restam \d+ imagens este mês/).waitFor();
  await look(page, "imagem-criada", folder, fault);
  await created.getByRole("button", { name: "Voltar ao texto" }).click();
  await page.getByRole("img", { name: /./ }).first().waitFor();
  assert.equal(await stored(), 1);
  await page.locator("#alt").fill("Xícara de café na janela");
  await page.locator(".alt").getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("img", { name: "Xícara de café na janela" }).waitFor();

  // Inside the text, from the menu.
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/imagem da");
  await page.getByRole("option", { name: /^Imagem da IA/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByText(/Ela entra no texto/).waitFor();
  await dialog.getByLabel("O que a imagem mostra").fill("Um coador de pano");
  await dialog.getByRole("button", { name: "Criar a imagem" }).click();
  await created.getByRole("button", { name: "Voltar ao texto" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".body .text-picture").length === 1);
  await page.locator(".body .text-alt input").fill("Um coador de pano");
  assert.equal(await stored(), 1, "a picture inside the text is not the cover");

  // A stock photo, with its credit as the caption.
  await text.locator("p").last().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/foto do");
  await page.getByRole("option", { name: /^Foto do banco/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  const stock = page.getByRole("dialog", { name: "Banco de imagens" });
  await stock.getByLabel("O que a foto mostra").fill("café");
  await stock.getByRole("button", { name: "Buscar" }).click();
  const photo = stock.getByRole("button", { name: /^Usar: Xícara de café sobre mesa/ }).first();
  await photo.waitFor();
  await stock.getByRole("link", { name: "Ana Souza" }).first().waitFor();
  await look(page, "banco-de-imagens", folder, fault);
  await photo.click();
  await text.locator("figcaption").getByText(/Ana Souza/).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".body .text-picture").length === 2);
  await look(page, "foto-com-credito", folder, fault);
  await page.keyboard.press("Control+s");
  await page.getByText("Salvo", { exact: true }).waitFor();
  const saved = await call("GET", `/posts/${made.id}`);
  assert.equal(saved.body.match(OWN).length, 2);
  assert.match(saved.body, /<figcaption>[^<]*Ana Souza[^<]*<\/figcaption>/);

  // On the published page: the site's own copies, the alternative texts and the credit.
  await page.getByRole("button", { name: "Publicar…" }).click();
  await page.getByRole("dialog", { name: "Publicar" }).getByRole("button", { name: "Publicar agora" }).click();
  await page.getByRole("dialog", { name: "Pronto" }).waitFor({ timeout: 30_000 });
  const { host_post_url } = await call("GET", `/posts/${made.id}`);
  const read = await (await fetch(host_post_url)).text();
  assert.equal(read.match(OWN), null, "no address of the platform on the site");
  assert.match(read, /<figcaption[^>]*>[^<]*Ana Souza[^<]*<\/figcaption>/);
  for (const alt of ["Um coador de pano", "Xícara de café sobre mesa de madeira ao lado de um computador"]) {
    const [shown] = read.match(new RegExp(`<img[^>]*alt="${alt}"[^>]*>`)) ?? [];
    assert.ok(shown, `${alt} is on the page`);
    assert.equal((await fetch(new URL(shown.match(/src="([^"]+)"/)[1], site))).status, 200);
  }
  await page.context().close();
}
