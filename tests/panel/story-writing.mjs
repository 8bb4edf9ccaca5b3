// A post from its first word to the client's site: written, checked, approved on a phone, published, read.

import assert from "node:assert/strict";
import { join } from "node:path";

import { mailsOf } from "../pages/server.mjs";
import { ADMIN, look, signIn, strain, watch } from "./desk.mjs";

const PARAGRAPH = "Uma varanda de dois metros quadrados, com quatro horas de sol por dia, dá conta de temperos, folhas e até de uns tomates. ";

export async function writing({ browser, platform, site, pictures, fault, root }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
  const page = await context.newPage();
  watch(page, platform, fault);
  await signIn(page, platform, ADMIN);

  // A first post, its title and text.
  await page.keyboard.press("n");
  await page.getByLabel("Título", { exact: true }).fill("Como regar a horta");
  await page.getByRole("button", { name: "Começar a escrever" }).click();
  const text = page.getByRole("textbox", { name: "Texto", exact: true });
  await text.click();
  await page.keyboard.type("## Antes de comprar");
  await page.keyboard.press("Enter");
  await page.keyboard.type(PARAGRAPH);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Antes de comprar o nescessário, observe o sol. Fazem três anos que planto.");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText(PARAGRAPH.repeat(3));
  await page.getByText("Guardado neste aparelho").waitFor({ state: "attached" });

  // Marks of language lead to suggestions, and scores follow the typing.
  await page.locator(".gram .sp").filter({ hasText: "nescessário" }).waitFor();
  await page.getByRole("button", { name: "necessário", exact: true }).click();
  await assert.doesNotReject(text.getByText("comprar o necessário").waitFor());
  await page.getByRole("button", { name: /^SEO ?, Buscadores: ?\d+$/ }).waitFor();
  await page.getByRole("button", { name: /^SEO ?, Buscadores/ }).click();
  await look(page, "editor", pictures, fault);
  await strain(page, "editor", pictures, fault);

  // The picture: by a file, with its alternative text.
  await page.getByLabel("Imagem de destaque", { exact: true }).setInputFiles(join(root, "docs/samples/varanda.png"));
  await page.getByRole("img", { name: /Imagem de destaque/ }).waitFor();
  // The post is read anew after it; words that are typed while that lasts stay.
  const isPost = ({ pathname }) => /^\/api\/v1\/posts\/\d+$/.test(pathname);
  const held = once();
  const asked = once();
  await page.route(isPost, async (route) => {
    if (route.request().method() === "GET") {
      asked.resolve();
      await held.promise;
    }
    await route.continue();
  });
  await page.locator("#alt").fill("Uma varanda ao sol, com vasos");
  await page.locator(".alt").getByRole("button", { name: "Salvar" }).click();
  await asked.promise;
  const title = page.getByRole("textbox", { name: "Título", exact: true });
  await title.fill("Como regar a horta da varanda");
  held.resolve();
  await page.getByRole("img", { name: "Uma varanda ao sol, com vasos" }).waitFor();
  await page.unroute(isPost);

  // Saving is by keyboard, and a closed tab loses nothing.
  await page.keyboard.press("Control+s");
  await page.getByText(/^Salvo/).first().waitFor();
  assert.equal(await title.inputValue(), "Como regar a horta da varanda");
  // Who hears the page is told of the save, and of the scores once they have settled.
  await page.getByRole("status").filter({ hasText: "Texto salvo." }).waitFor({ state: "attached" });
  await page.getByRole("status", { name: "Pontuações" }).filter({ hasText: /^SEO \d+, GEO \d+, AEO \d+\.$/ }).waitFor({ state: "attached" });
  const [address] = page.url().split("?");
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" E mais uma frase.");
  await page.waitForTimeout(600);
  await context.setOffline(true);
  await page.evaluate(() => window.stop());
  await context.setOffline(false);
  await page.reload();
  await page.getByText(/E mais uma frase\./).waitFor();

  for (const [tab, label] of [["dados", "Dados"], ["busca", "Busca"], ["versoes", "Versões"]]) {
    await page.getByRole("navigation", { name: "Partes do painel" }).getByRole("link", { name: label }).click();
    await page.waitForURL(new RegExp(`aba=${tab}`));
    await page.waitForLoadState("networkidle");
    await look(page, `editor-${tab}`, pictures, fault);
  }

  // The client is asked, and answers on a phone.
  await page.getByRole("button", { name: "Pedir aprovação" }).first().click();
  await page.getByRole("dialog", { name: "Pedir aprovação" }).waitFor();
  await look(page, "pedir", pictures, fault);
  await strain(page, "pedir", pictures, fault);
  await page.getByRole("button", { name: /^Enviar por e-mail/ }).click();
  await page.getByRole("dialog", { name: "Pedido enviado" }).waitFor();
  await page.getByRole("button", { name: "Voltar ao texto" }).click();
  const client = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, locale: "pt-BR" });
  const phone = await client.newPage();
  watch(phone, platform, fault);
  await phone.goto(await linkOf(platform));
  await phone.getByRole("link", { name: /ajustes/i }).or(phone.getByRole("button", { name: /ajustes/i })).first().click();
  await phone.getByRole("textbox").fill("Falem da oficina de dezembro.");
  await phone.getByRole("button", { name: /ajustes/i }).click();
  await page.goto(`${address}?aba=cliente`);
  await page.getByText("Falem da oficina de dezembro.").waitFor();
  await look(page, "editor-cliente", pictures, fault);

  // Written again, published, and read on the site.
  await page.getByRole("textbox", { name: "Texto", exact: true }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Em dezembro há uma oficina gratuita.");
  await page.getByRole("button", { name: "Publicar…" }).click();
  const publish = page.getByRole("dialog", { name: "Publicar" });
  await publish.waitFor();
  await look(page, "publicar", pictures, fault);
  await strain(page, "publicar", pictures, fault);
  await publish.getByRole("button", { name: "Publicar agora" }).click();
  await page.getByRole("dialog", { name: "Pronto" }).waitFor({ timeout: 30_000 });
  await look(page, "publicado", pictures, fault);
  const link = await page.getByRole("dialog").getByRole("link", { name: "Ver no site" }).getAttribute("href");
  assert.ok(link.startsWith(site), link);
  const read = await (await fetch(link)).text();
  assert.ok(read.includes("Em dezembro há uma oficina gratuita."));
  assert.ok(read.includes("comprar o necessário"));
  await client.close();
  await context.close();
}

/// A promise that is fulfilled from outside.
function once() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}

async function linkOf(platform) {
  for (let tried = 0; tried < 100; tried += 1) {
    const mails = await mailsOf(platform);
    const link = mails.flatMap(({ links }) => links).find((found) => /\/aprovacao\/[^/]+$/.test(found));
    if (link) return link;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("no mail with a link came");
}

/// Two people edit one post: the second is asked, and both texts are kept.
export async function conflict({ browser, platform, pictures, fault, call }) {
  const made = await call("POST", "/posts", { site_id: 1, title: "Dois editores", body: "<p>Primeiro trecho.</p><p>Segundo trecho.</p>" });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
  const page = await context.newPage();
  watch(page, platform, fault);
  await signIn(page, platform, ADMIN);
  await page.goto(`${platform}/painel/conteudos/${made.id}`);
  const text = page.getByRole("textbox", { name: "Texto", exact: true });
  await text.getByText("Primeiro trecho.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" Meu acréscimo.");
  // Meanwhile, another person saves the second passage.
  await call("PUT", `/posts/${made.id}`, { body: "<p>Primeiro trecho.</p><p>Segundo trecho, de outra pessoa.</p>" });
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: /salvou este conteúdo/ });
  await dialog.waitFor();
  await look(page, "conflito", pictures, fault);
  await dialog.getByRole("radio", { name: /o que foi salvo: Segundo trecho/, checked: true }).waitFor({ state: "attached" });
  await dialog.getByRole("button", { name: "Salvar a escolha" }).click();
  await page.getByText(/^Salvo/).first().waitFor();
  const saved = await call("GET", `/posts/${made.id}`);
  assert.match(saved.body, /Meu acréscimo/);
  assert.match(saved.body, /de outra pessoa/);
  // Without a network, writing goes on, and the text is sent when it is back.
  await context.setOffline(true);
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Sem rede.");
  await page.keyboard.press("Control+s");
  await page.getByText(/^Sem rede desde/).waitFor();
  await page.keyboard.type(" E segue.");
  await context.setOffline(false);
  await page.getByText(/^Salvo/).first().waitFor({ timeout: 20_000 });
  assert.match((await call("GET", `/posts/${made.id}`)).body, /Sem rede\. E segue\./);
  await context.close();
}
