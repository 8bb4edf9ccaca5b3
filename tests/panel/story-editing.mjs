// Where the editor leads: into the text of a new post, to a passage that a check names, clear of the bars, and to the address of a
// link, by pointer and by keyboard.

import assert from "node:assert/strict";
import { join } from "node:path";

import { ADMIN, goToEndOf, look, until, windowOf } from "./desk.mjs";

const PARAGRAPH = "Uma varanda de dois metros quadrados, com quatro horas de sol por dia, dá conta de temperos e de folhas. ";

const textOf = (page) => page.getByRole("textbox", { name: "Texto", exact: true });

/// The editor has the focus, and knows it.
const inText = (page) => page.waitForFunction(() => document.activeElement.matches(".body") && document.activeElement.editor.isFocused);

/// Whether a point of what is selected is what lies uppermost there: no bar and no panel covers its first or its last line.
const isSeen = (page) =>
  page.evaluate(() => {
    const { editor } = document.querySelector(".body");
    const { from, to } = editor.state.selection;
    const lines = [editor.view.coordsAtPos(from, 1), editor.view.coordsAtPos(to, -1)];
    return lines.every(({ left, top, bottom }) => {
      const x = Math.min(Math.max(left, 1), innerWidth - 2);
      return top > 0 && bottom < innerHeight && [top + 1, bottom - 1].every((y) => document.elementFromPoint(x, y)?.closest(".body"));
    });
  });

export async function editing(stage) {
  const page = await windowOf(stage, ADMIN, { width: 1280, height: 800 });
  await beginning(stage, page);
  await going(stage, page);
  await linking(stage, page);
  await page.context().close();
  const phone = await windowOf(stage, ADMIN, { width: 390, height: 844 });
  await going(stage, phone);
  await phone.context().close();
}

/// A new post begins with the cursor in its text, which says how blocks are inserted.
async function beginning({ pictures }, page) {
  await page.keyboard.press("n");
  await page.getByLabel("Título", { exact: true }).fill("Começo");
  await page.getByRole("button", { name: "Começar a escrever" }).click();
  await page.waitForFunction(() => document.activeElement.matches(".body"));
  await page.locator(".body p[data-placeholder*='/']").waitFor();
  await page.screenshot({ path: join(pictures, "inserir-vazio.png") });
  await page.keyboard.type("/");
  const menu = page.getByRole("listbox", { name: "Inserir" });
  await menu.waitFor();
  const { whole, cut } = await menu.evaluate((list) => {
    const { bottom } = list.getBoundingClientRect();
    const rows = [...list.children].map((row) => [row.querySelector("span").textContent, row.getBoundingClientRect()]);
    return {
      whole: rows.filter(([, row]) => row.bottom <= bottom).map(([name]) => name),
      // How much is seen of the row at the lower edge.
      cut: rows.map(([, row]) => (bottom - row.top) / row.height).find((share) => share > 0 && share < 1),
    };
  });
  assert.ok(whole.includes("Tabela"), `the menu shows ${whole}`);
  assert.ok(cut > 0.3 && cut < 0.8, `the row at the edge of the menu is cut: ${cut}`);
  await page.screenshot({ path: join(pictures, "inserir.png") });
  await page.keyboard.type("tabela");
  await page.keyboard.press("Enter");
  await page.locator(".body table").waitFor();
}

/// Tabs of the panel leave the text where it is, and what a check or a mark names is shown clear of the bars.
async function going({ platform, pictures, call }, page) {
  const isPhone = page.viewportSize().width < 640;
  const body = `${`<p>${PARAGRAPH.repeat(3)}</p>`.repeat(12)}<p>Antes de comprar o nescessário, observe o sol.</p>${`<p>${PARAGRAPH.repeat(3)}</p>`.repeat(12)}<p>O último nescessário.</p>`;
  const { id } = await call("POST", "/posts", { site_id: 1, title: "Ir ao trecho", body });
  await page.goto(`${platform}/painel/conteudos/${id}`);
  await page.locator(".body .m.sp").nth(1).waitFor({ state: "attached" });
  const open = async () => {
    if (isPhone) await page.locator(".dock").click();
  };

  // A tab leaves the place in the text.
  await page.evaluate(() => scrollTo(0, 700));
  const place = () => page.evaluate(() => Math.round(document.querySelector(".body").getBoundingClientRect().top));
  const before = await place();
  await open();
  for (const name of ["Dados", "Busca", "Revisão"]) {
    await page.getByRole("navigation", { name: "Partes do painel" }).getByRole("link", { name }).click();
    await page.locator(".side [aria-current]", { hasText: name }).waitFor();
    await page.waitForLoadState("networkidle");
    assert.equal(await place(), before, `${name} leaves the text where it was`);
  }

  // The marks, from above and from below them.
  const marks = page.locator(".gram .mark-text");
  for (const [index, from] of [[0, 0], [1, 0], [0, 100_000]]) {
    await page.evaluate((top) => scrollTo(0, top), from);
    if (isPhone && !(await page.locator(".side.open").isVisible())) await open();
    await marks.nth(index).click();
    await until(() => isSeen(page));
    // The editor takes the focus with the next frame.
    await page.waitForFunction(() => document.activeElement.matches(".body"));
    await page.evaluate(() => document.activeElement.blur());
  }

  // The first passage that a check names, from the end of the text.
  await page.evaluate(() => scrollTo(0, 100_000));
  await open();
  await page.getByRole("button", { name: /^SEO ?, Buscadores/ }).click();
  await page.locator(".checks").getByRole("button", { name: "Ir ao trecho" }).first().click();
  await until(() => isSeen(page));
  await page.screenshot({ path: join(pictures, `ir-ao-trecho-${page.viewportSize().width}.png`) });

  // F8 to each mark, whose popover leaves it seen.
  for (const _ of [0, 1]) {
    await page.keyboard.press("F8");
    await page.getByRole("dialog", { name: /Ortografia: nescessário/ }).waitFor();
    await until(() => isSeen(page));
    await page.screenshot({ path: join(pictures, `marca-${page.viewportSize().width}.png`) });
    await page.keyboard.press("Escape");
  }
}

/// Links: what is shown of them, changed, refused, and found among the posts of the site.
async function linking({ platform, pictures, fault, call }, page) {
  const other = await call("POST", "/posts", { site_id: 1, title: "Adubo caseiro em três passos", body: `<p>${PARAGRAPH.repeat(5)}</p>` });
  const file = new FormData();
  file.set("content_id", String(other.id));
  file.set("alt_text", "Um vaso");
  file.set("file", new Blob([PNG], { type: "image/png" }), "vaso.png");
  await call("POST", "/media", file);
  await call("POST", `/posts/${other.id}/publish`);
  await until(async () => (await call("GET", `/posts/${other.id}`)).status === "published");
  const { host_post_url: published } = await call("GET", `/posts/${other.id}`);

  const made = await call("POST", "/posts", { site_id: 1, title: "Com links", body: '<p>Veja o <a href="https://antigo.example/guia">guia <strong>completo</strong></a> antes.</p><p>Outro parágrafo com palavras.</p>' });
  await page.goto(`${platform}/painel/conteudos/${made.id}`);
  const text = textOf(page);
  const dialog = page.getByRole("dialog", { name: /^(Link|Editar o link)$/ });

  // A click shows the address, and what can be done.
  await text.getByText("completo").click();
  const shown = page.getByRole("dialog", { name: "Link", exact: true });
  await shown.getByText("https://antigo.example/guia").waitFor();
  assert.equal(await shown.getByRole("link", { name: "Abrir" }).getAttribute("href"), "https://antigo.example/guia");
  await look(page, "link", pictures, fault);
  await shown.getByRole("button", { name: "Editar" }).click();

  // An address that is refused stays, with the reason.
  const field = dialog.getByRole("combobox", { name: "Endereço" });
  assert.equal(await field.inputValue(), "https://antigo.example/guia");
  await field.fill("javascript:alert(1)");
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").getByText("Um link não pode começar com “javascript:”.").waitFor();
  await look(page, "link-recusado", pictures, fault);
  await field.fill("novo.example/guia");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await text.locator('a[href="https://novo.example/guia"]').getByText("guia completo").waitFor();

  // By keyboard: Ctrl K in the link edits it, also while its address is shown, and takes it away. Escape leaves it as it is.
  await inText(page);
  await text.getByText("completo").click();
  await shown.waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Editar o link" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await inText(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Editar o link" }).waitFor();
  await dialog.getByRole("button", { name: "Tirar" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await text.locator("a").waitFor({ state: "detached" });
  await inText(page);

  // Elsewhere, Ctrl K opens the palette.
  await goToEndOf(page, "Outro parágrafo");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Buscar ou ir para" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Buscar ou ir para" }).waitFor({ state: "detached" });

  // Selected words lead to a published post of the site, found by its title.
  await goToEndOf(page, "Outro parágrafo");
  const chosen = () => page.evaluate(() => {
    const { doc, selection } = document.querySelector(".body").editor.state;
    return doc.textBetween(selection.from, selection.to);
  });
  // The editor learns of a selection with an event of the browser, after the key.
  const words = "palavras.";
  for (let length = 1; length <= words.length; length += 1) {
    await page.keyboard.press("Shift+ArrowLeft");
    await until(async () => (await chosen()) === words.slice(-length));
  }
  await page.keyboard.press("Control+k");
  await field.waitFor();
  await field.fill("palavra nenhuma");
  await dialog.getByRole("status").getByText("Nenhum conteúdo publicado").waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").getByText("não é um endereço").waitFor();
  await field.fill("adubo");
  await dialog.getByRole("option", { name: /^Adubo caseiro/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await dialog.getByRole("option", { name: /^Adubo caseiro/, selected: true }).waitFor();
  await look(page, "link-busca", pictures, fault);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await text.locator(`a[href="${published}"]`).getByText("palavras.").waitFor();
  await inText(page);
  // What is typed behind it is no link.
  await page.keyboard.type(" Fim.");
  await page.keyboard.press("Control+s");
  await until(async () => (await call("GET", `/posts/${made.id}`)).body.includes(`<a href="${published}">palavras.</a> Fim.`));

  // Where nothing is selected, the button of the tools inserts the title.
  await page.getByRole("toolbar", { name: "Formatação" }).getByRole("button", { name: "Link" }).click();
  await field.fill("adubo");
  await dialog.getByRole("option", { name: /^Adubo caseiro/ }).click();
  await text.locator(`a[href="${published}"]`).getByText("Adubo caseiro em três passos").waitFor();
}

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
