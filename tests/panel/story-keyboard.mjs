// From signing in to reading the published page without a pointer: the focus is where the next key belongs, and comes back from
// what was opened. Only keys are pressed; what has the focus is checked before each step.

import assert from "node:assert/strict";
import { join } from "node:path";

import { ADMIN, look, mailedCode, watch } from "./desk.mjs";

const SENTENCE = "Uma horta cabe em qualquer varanda com quatro horas de sol por dia. ";

/// The role and name of what has the focus.
const focused = (page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
    return `${element.getAttribute("role") ?? element.tagName.toLowerCase()} ${(label ?? "").trim().replace(/\s+/g, " ").slice(0, 80)}`;
  });

/// Presses Tab until what has the focus matches, and checks that the ring of the focus is drawn and lies in the window.
async function tabTo(page, wanted, { key = "Tab", most = 60 } = {}) {
  const passed = [];
  for (let step = 0; step < most; step += 1) {
    const now = await focused(page);
    if (wanted.test(now)) {
      const { ring, inside } = await page.evaluate(() => {
        const element = document.activeElement;
        const { outlineStyle, boxShadow } = getComputedStyle(element);
        const { bottom, top } = element.getBoundingClientRect();
        return { ring: outlineStyle !== "none" || boxShadow !== "none" || element.matches(".body, .title, .lead"), inside: bottom > 0 && top < innerHeight };
      });
      assert.ok(ring && inside, `${now} shows that it has the focus`);
      return passed;
    }
    passed.push(now);
    await page.keyboard.press(key);
  }
  throw new Error(`no ${wanted} among ${passed.join(" | ")}`);
}

/// The cursor is in the text again.
const inText = (page) => page.waitForFunction(() => document.activeElement.matches(".body"));

export async function keyboard(stage) {
  const { browser, platform, site, pictures, fault, root, call } = stage;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
  const page = await context.newPage();
  watch(page, platform, fault);
  // The browser hands choosers over while someone listens; a listener that comes with the key may come too late.
  page.on("filechooser", () => undefined);

  // Signing in: the first field has the focus, the sixth digit submits.
  await page.goto(`${platform}/`);
  await page.getByRole("heading", { name: "Entrar" }).waitFor();
  await page.waitForFunction(() => document.activeElement.matches("input"));
  await page.keyboard.type(ADMIN.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Confira seu e-mail" }).waitFor();
  await page.keyboard.type(await mailedCode(platform, ADMIN.email));
  await page.getByRole("heading", { level: 1, name: /, Marina/ }).waitFor();

  // The way past the navigation is the first stop.
  await page.keyboard.press("Tab");
  assert.match(await focused(page), /Pular para o conteúdo/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "conteudo");

  // The list of shortcuts; closing gives the focus back.
  await tabTo(page, /Conteúdos/, { key: "Shift+Tab" });
  const before = await focused(page);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Atalhos do teclado" }).waitFor();
  // It stays within.
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement.closest("[role=dialog]") !== null), "the focus stays in the dialogue");
  }
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Atalhos do teclado" }).waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement !== document.body);
  assert.equal(await focused(page), before, "the focus returns to where it was");

  // The palette goes to a screen; its heading is read first.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Buscar ou ir para" }).waitFor();
  await page.keyboard.type("sites");
  await page.getByRole("option", { name: /^Sites/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Sites" }).waitFor();
  await page.waitForFunction(() => document.activeElement.id === "conteudo");

  // A new post: written, with its picture and its alternative text.
  await page.keyboard.press("n");
  await page.getByRole("dialog", { name: "Novo conteúdo" }).waitFor();
  await tabTo(page, /Título/);
  await page.keyboard.type("Só com o teclado");
  await page.keyboard.press("Enter");
  const text = page.getByRole("textbox", { name: "Texto", exact: true });
  await text.waitFor();
  const [address] = page.url().split("?");
  const id = Number(address.match(/\d+$/)[0]);
  await tabTo(page, /^textbox Texto$/);
  await page.keyboard.type(`## Antes de comprar`);
  await page.keyboard.press("Enter");
  await page.keyboard.insertText(SENTENCE.repeat(6));
  await page.keyboard.press("Enter");
  await page.keyboard.type("Compre o nescessário.");
  await page.locator(".body .m.sp").waitFor();
  await page.keyboard.press("F8");
  await page.getByRole("dialog", { name: /Ortografia: nescessário/ }).waitFor();
  assert.match(await focused(page), /necessário/, "the first suggestion has the focus");
  await page.keyboard.press("Enter");
  await text.getByText("Compre o necessário.").waitFor();
  await inText(page);
  // Below a heading that was written last, the editor keeps an empty paragraph, which Control+End would go to.
  await page.keyboard.press("End");
  await page.keyboard.type(" E plante.");
  // In one paragraph: the Enter that took the suggestion does not go on in the text.
  await text.locator("p").filter({ hasText: /Compre o necessário\. E plante\.$/ }).waitFor();

  // To the side panel and back.
  await page.keyboard.press("F6");
  assert.ok(await page.evaluate(() => document.activeElement.closest(".side") !== null));
  await tabTo(page, /Dados/, { most: 8 });
  await page.keyboard.press("Enter");
  await page.waitForURL(/aba=dados/);
  await tabTo(page, /Pedir aprovação do cliente antes de sair/);
  await page.keyboard.press("Space");
  await page.keyboard.press("F6");
  await inText(page);

  await tabTo(page, /Escolher imagem/, { key: "Shift+Tab" });
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
  await chooser.setFiles(join(root, "docs/samples/varanda.png"));
  await page.getByRole("img", { name: /Imagem de destaque/ }).waitFor();
  await tabTo(page, /Texto alternativo/);
  await page.keyboard.type("Uma varanda ao sol, com vasos");
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: "Uma varanda ao sol, com vasos" }).waitFor();

  // Saved, and published from the bar.
  await page.keyboard.press("Control+s");
  await page.getByText("Salvo", { exact: true }).waitFor();
  await tabTo(page, /^button Publicar…/, { key: "Shift+Tab" });
  await page.keyboard.press("Enter");
  const publish = page.getByRole("dialog", { name: "Publicar" });
  await publish.waitFor();
  await tabTo(page, /^button Publicar agora/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Pronto" }).waitFor({ timeout: 30_000 });
  await look(page, "so-teclado", pictures, fault);
  await tabTo(page, /^a Ver no site/);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Pronto" }).waitFor({ state: "detached" });
  // The focus returns to the button that opened the dialogue, though another one took its place meanwhile.
  await page.waitForFunction(() => document.activeElement.textContent === "Publicar…");
  const { host_post_url, status } = await call("GET", `/posts/${id}`);
  assert.equal(status, "published");
  assert.ok(host_post_url.startsWith(site));
  const read = await (await fetch(host_post_url)).text();
  assert.match(read, /Compre o necessário\. E plante\./);
  await context.close();
}
