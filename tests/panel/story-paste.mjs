// Pasting, under the page's own policy: one clipboard of each family of programs, as far as what is saved. The forms are those of
// `functions/platform-panel/web/src/editor/paste/clipboards`, where every one is checked without a browser.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ADMIN, until, windowOf } from "./desk.mjs";

const CLIPBOARDS = "functions/platform-panel/web/src/editor/paste/clipboards";
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// A stored clipboard, what must be in the text after it, and what must not.
const FAMILIES = [
  ["01-google-docs-bold", [/Texto normal e <strong>negrito<\/strong> fim e <em>itálico<\/em>/], [/<strong>Texto/]],
  ["03-word-list", [/<ul>.*Vasos.*<ul>.*Terra preta.*Húmus.*<\/ul>.*Sementes/s], [/·|Mso/]],
  ["22-word-comments", [/Plante em março ou abril/, /Deixamos de fora 2 comentários de revisão/], [/Tem certeza|\[AC1\]/]],
  ["28-word-mac", [/Lista do dia:.*<ul>.*Água/s], [/<figure/]],
  ["30-word-online-numbers", [/<ol>.*Cave.*<ol type="a">.*Fundo.*Largo.*<\/ol>.*Regue/s, /<ol start="3">/], []],
  ["33-libreoffice-notes", [/Rende<sup>\[1\]<\/sup>/, /Notas<\/h2>.*Embrapa\..*IBGE\./s], [/sdfootnote/]],
  ["35-excel-picture", [/<th[^>]*>.*Vendedor.*<td[^>]*>.*Ana/s], [/<figure/]],
  ["37-google-sheets", [/<th[^>]*>.*Mês.*<td[^>]*>.*120/s], [/<strong>/]],
  ["38-notion", [/<h2>Pauta de março<\/h2>/, /☑ Feito/, /foto-da-horta\.webp não foi enviada/], [/amazonaws/]],
  ["39-apple-notes", [/<strong>Negrito<\/strong> e <em>itálico<\/em>/], []],
  ["42-onenote-words", [/só umas palavras/], [/<figure/]],
  ["43-powerpoint", [/<ul>.*Vasos.*<ul>.*De barro/s, /<ol>.*Um.*Dois/s], [/•/]],
  ["48-outlook-web", [/Um <strong>forte<\/strong>/, /href="https:\/\/exemplo\.com\.br\/\?fbclid=1"/], []],
  ["49-whatsapp-web-messages", [/<strong>Promoção<\/strong> 👨‍👩‍👧/], [/14:3/]],
  ["51-whatsapp-ios", [/<strong>Horário novo<\/strong>: das 9h/], [/27\/11/]],
  ["53-chatgpt", [/<pre><code class="language-python">print\(1\)/], [/Copiar código|disse/]],
  ["54-chatgpt-markdown", [/<h2>Plano de março<\/h2>/, /<th[^>]*>.*Planta/s, /href="https:\/\/exemplo\.com\.br\/guia_\(1\)"/], [/\*\*|##|alert/]],
  ["56-markdown-link", [/Veja o <a href="https:\/\/exemplo\.com\.br\/a\?b=1">guia<\/a> antes/], [/\[guia/]],
  ["60-pdf", [/varanda de dois metros.*segunda-feira.*à fibra/s, /<ul>.*sol pela manhã/s], []],
  ["63-web-page", [/Um título<\/h2>/, /<strong>meio forte<\/strong>/], [/<strong>nada/]],
];

const stored = (root, name) => {
  const read = (ending) => {
    const path = join(root, CLIPBOARDS, `${name}.${ending}`);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  return { html: read("html"), text: read("txt"), rtf: read("rtf"), files: read("files").trim().split("\n").filter(Boolean) };
};

/// Pastes into the focused text what a clipboard holds, as the browser would hand it over.
const paste = (page, clipboard) =>
  page.evaluate(({ html, text, rtf, files = [], bytes }) => {
    const data = new DataTransfer();
    if (html) data.setData("text/html", html);
    if (text) data.setData("text/plain", text);
    if (rtf) data.setData("text/rtf", rtf);
    for (const line of files) {
      const [name, type] = line.split(" ");
      data.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type }));
    }
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.querySelector(".body").dispatchEvent(event);
  }, { ...clipboard, bytes: PNG });

/// The text as it would be saved, and what the note says.
const shown = (page) => page.evaluate(() => document.querySelector(".body").editor.getHTML() + document.querySelector(".pasted").textContent);

/// The same, with what is said where pictures are sent from.
const shownWithPlaces = async (page) => (await shown(page)) + (await page.locator(".body .upload").allTextContents()).join(" ");

export async function pasting(stage) {
  const { platform, fault, call, root } = stage;
  const made = await call("POST", "/posts", { site_id: 1, title: "Colado de toda parte", body: "<p>Começo.</p>" });
  const page = await windowOf(stage, ADMIN);
  await page.addInitScript(() => {
    globalThis.refused = [];
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => globalThis.refused.push(`${violatedDirective} ${blockedURI}`));
  });
  await page.goto(`${platform}/painel/conteudos/${made.id}`);
  const text = page.getByRole("textbox", { name: "Texto", exact: true });
  await text.getByText("Começo.").click();

  const afresh = () => page.evaluate(() => document.querySelector(".body").editor.chain().setContent("<p></p>").focus().run());
  for (const [name, wanted, unwanted] of FAMILIES) {
    await afresh();
    await paste(page, stored(root, name));
    try {
      await until(async () => {
        const html = await shownWithPlaces(page);
        return wanted.every((pattern) => pattern.test(html));
      });
    } catch {
      const html = await shownWithPlaces(page);
      fault(name, `lacks ${wanted.find((pattern) => !pattern.test(html))?.source}: ${html}`);
    }
    const html = await shownWithPlaces(page);
    for (const pattern of unwanted) if (pattern.test(html)) fault(name, `has ${pattern.source}: ${html}`);
  }

  // Two marks of blocks are Markdown, one is what was typed, and Ctrl Shift V pastes the words. The keys are real here.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = (words) => page.evaluate((words) => navigator.clipboard.writeText(words), words);
  await afresh();
  await copy("## Um\n\n- dois *três*");
  await page.keyboard.press("Control+Shift+V");
  await text.getByText("- dois *três*").waitFor();
  assert.doesNotMatch(await shown(page), /<h2>|<li>|<em>/);
  await afresh();
  await page.keyboard.press("Control+V");
  await text.locator("h2").getByText("Um").waitFor();
  await text.locator("li em").getByText("três").waitFor();

  // A passage of the editor comes back as it is.
  await afresh();
  const own = '<h3>Um</h3><ul><li><p>a  b</p></li></ul><p>x<code>*y*</code></p>';
  await page.evaluate((own) => document.querySelector(".body").editor.chain().setContent(own).focus().selectAll().run(), own);
  const before = await shown(page);
  await page.keyboard.press("Control+C");
  await afresh();
  await page.keyboard.press("Control+V");
  await text.locator("h3").getByText("Um").waitFor();
  assert.equal(await shown(page), before);

  // A link over selected words stays the business of links.
  await page.evaluate(() => document.querySelector(".body").editor.chain().setContent("<p>palavras</p>").focus().selectAll().run());
  await paste(page, { text: "https://exemplo.com.br/guia" });
  await text.locator("a[href='https://exemplo.com.br/guia']").getByText("palavras").waitFor();

  // Pictures of a text are uploaded to their places, with their alternative texts, and saved.
  await afresh();
  await paste(page, { html: `<p>Antes</p><p><img src="data:image/png;base64,${PNG}" alt="Um ponto"></p><p>Depois</p>` });
  await text.locator(".text-picture").waitFor();
  await text.getByLabel("Texto alternativo").waitFor();
  await page.keyboard.press("Control+s");
  await until(async () => /Antes.*<img[^>]*src="\/api\/v1\/media\/\d+\/webp"[^>]*alt="Um ponto".*Depois/s.test((await call("GET", `/posts/${made.id}`)).body));
  assert.doesNotMatch((await call("GET", `/posts/${made.id}`)).body, /pasted:/);

  // A table is saved with its caption and its head, a list without paragraphs of its own.
  await afresh();
  await paste(page, stored(root, "24-word-table"));
  await paste(page, stored(root, "03-word-list"));
  await text.getByText("Tabela 1: Preços").waitFor();
  await page.keyboard.press("Control+s");
  const saved = [/<table><caption>Tabela 1: Preços<\/caption><thead><tr><th[^>]*>Produto<\/th>/, /<ul><li>Vasos<\/li><li>Terra<ul><li>Terra preta<\/li>/];
  try {
    await until(async () => {
      const { body } = await call("GET", `/posts/${made.id}`);
      return saved.every((pattern) => pattern.test(body));
    });
  } catch {
    fault("saved", (await call("GET", `/posts/${made.id}`)).body);
  }

  for (const refusal of await page.evaluate(() => globalThis.refused)) fault("paste", `the policy refused ${refusal}`);
  await page.context().close();
}
