// Checks in a browser that contact forms of public pages can be sent with and without a script, that their errors are accessible,
// and that their mails arrive.

import { join } from "node:path";

import { mailsOf } from "./server.mjs";

const TEMPLATE = `<label>Seu nome [text* nome autocomplete:name]</label>

<label>Seu e-mail [email* endereco autocomplete:email]</label>

<label>Assunto [select* assunto first_as_label "Escolha" "Receita" "Encomenda"]</label>

<fieldset><legend>Como soube de nós</legend>[checkbox origem "Rádio" "Amigos" "Feira"]</fieldset>

<fieldset><legend>Retirada</legend>[radio retirada default:1 "Na loja" "Em casa"]</fieldset>

<label>Dia [date dia min:2024-01-01]</label>

<label>Pessoas [number pessoas min:1 max:40]</label>

<label>Fome [range fome min:0 max:10]</label>

<label>Foto [file foto filetypes:png]</label>

<label>Mensagem [textarea mensagem]</label>

[quiz conta "Quanto é dois mais três?|5"]

[acceptance termos]Li e aceito as condições.[/acceptance]

[submit "Enviar mensagem"]`;

/// Creates a form and a page that shows it.
export async function form({ url, login }) {
  const authorization = `Basic ${Buffer.from(`${login.user}:${login.app}`).toString("base64")}`;
  async function post(path, body) {
    const answer = await fetch(`${url}/rest${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
  const mail = { subject: "Contato de [nome]", sender: "Site <site@localhost.localdomain>", recipient: "cozinha@example.com", body: "[mensagem]", additional_headers: "Reply-To: [endereco]", attachments: "[foto]" };
  const messages = { mail_sent_ok: "Obrigado, [nome]! Recebemos a sua mensagem.", validation_error: "Há campos para corrigir.", invalid_required: "Preencha este campo.", invalid_email: "Digite um e-mail válido." };
  const made = await post("/contact-form/v1/contact-forms", { context: "save", title: "Fale com a cozinha", form: TEMPLATE, mail, messages });
  const page = await post("/core/v2/pages", { title: "Contato", content: `<p>Escreva para nós.</p>\n\n[contact-form-7 id="${made.id}" title="x"]`, status: "publish" });
  return { id: made.id, path: new URL(page.link).pathname };
}

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

async function fillIn(page, name) {
  await page.fill("[name=nome]", name);
  await page.fill("[name=endereco]", "ana@example.com");
  await page.selectOption("[name=assunto]", "Receita");
  await page.check("[value=Feira]");
  await page.fill("[name=dia]", "2024-06-01");
  await page.fill("[name=pessoas]", "4");
  await page.setInputFiles("[name=foto]", { name: "bolo.png", mimeType: "image/png", buffer: PNG });
  await page.fill("[name=mensagem]", "Quero o <b>bolo</b> de fubá.");
  await page.fill("[name=conta]", "5");
  await page.check("[name=termos]");
}

async function arrived(platform, subject) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const mails = await mailsOf(platform);
    if (JSON.stringify(mails).includes(subject)) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}

/// Sends the form with mistakes and without, with and without a script.
export async function proveForms(browser, { url, platform }, path, { sizes, axe, pictures, fault }) {
  for (const javaScriptEnabled of [true, false]) {
    const way = javaScriptEnabled ? "script" : "plain";
    for (const [width, height] of sizes) {
      const where = `form with errors (${way}) at ${width}`;
      const context = await browser.newContext({ viewport: { width, height }, javaScriptEnabled });
      const page = await context.newPage();
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().includes("422")) fault(where, message.text());
      });
      page.on("pageerror", (error) => fault(where, error.message));
      await page.goto(url + path);
      await page.fill("[name=endereco]", "sem arroba");
      await page.click(".contactform-submit");
      await page.waitForSelector(".contactform-not-valid-tip");
      const seen = await page.locator(".contactform-response-output").getAttribute("role");
      if (seen !== "alert") fault(where, `the message has the role ${seen}`);
      if ((await page.inputValue("[name=endereco]")) !== "sem arroba") fault(where, "the value is gone");
      if (javaScriptEnabled) {
        const focused = await page.evaluate(() => document.activeElement.name);
        if (focused !== "nome") fault(where, `the focus is on ${focused}`);
      }
      await page.screenshot({ path: join(pictures, `form-errors-${way}-${width}.png`), fullPage: true });
      const html = await page.content();
      const judged = await (await browser.newContext({ viewport: { width, height } })).newPage();
      await judged.setContent(html.replace(/<script>[\s\S]*?<\/script>/g, ""));
      await judged.evaluate(axe);
      const { violations } = await judged.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
      for (const { id, help, nodes } of violations) fault(where, `axe ${id}: ${help} (${nodes.map((node) => node.html).join(" | ")})`);
      await judged.context().close();
      await context.close();
    }
    const where = `form (${way})`;
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    page.on("pageerror", (error) => fault(where, error.message));
    await page.goto(url + path);
    await fillIn(page, `Ana ${way}`);
    await page.click(".contactform-submit");
    await page.waitForSelector(`text=Obrigado, Ana ${way}!`);
    await page.screenshot({ path: join(pictures, `form-sent-${way}.png`), fullPage: true });
    if (!(await arrived(platform, `Contato de Ana ${way}`))) fault(where, "the mail did not arrive");
    if (javaScriptEnabled && new URL(page.url()).search !== "") fault(where, "the page was left");
    // Without the interface the script leaves the submission to the browser.
    if (javaScriptEnabled) {
      await page.route("**/feedback", (route) => route.abort());
      await page.goto(url + path);
      await fillIn(page, "Ana fallback");
      await page.click(".contactform-submit");
      await page.waitForURL(/contact-form=/);
      await page.waitForSelector("text=Obrigado, Ana fallback!");
    }
    await context.close();
  }
}
