// One person at two devices: a text goes on from the working copy of the server, the device where it began hears of it, words
// that both have alone are compared, and a closed tab loses nothing.

import assert from "node:assert/strict";

import { ADMIN, look, until, windowOf } from "./desk.mjs";

/// What a browser tells a page when the person comes back to it. A headless page never loses the focus.
const comeBack = (page) => page.evaluate(() => dispatchEvent(new Event("focus")));

export async function devices(stage) {
  const { platform, pictures, fault, call } = stage;
  const made = await call("POST", "/posts", { site_id: 1, title: "Começado no computador", body: "<p>A primeira frase.</p>" });
  const address = `${platform}/painel/conteudos/${made.id}`;
  const desk = await windowOf(stage, ADMIN);
  const phone = await windowOf(stage, ADMIN, { width: 360, height: 740 });
  const textOf = (page) => page.getByRole("textbox", { name: "Texto", exact: true });
  const write = async (page, words) => {
    await textOf(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(words);
  };
  const kept = (page) => page.getByText("Guardado", { exact: true }).waitFor();

  await desk.goto(address);
  await write(desk, " Escrita no computador.");
  await kept(desk);
  // Nothing of it is a version, and the second device has nothing of its own.
  assert.equal((await call("GET", `/posts/${made.id}`)).version, 1);
  assert.equal(await phone.evaluate(async () => (await indexedDB.databases()).length), 0);
  await phone.goto(address);
  await phone.getByText(/^Recuperamos o que você escreveu às/).waitFor();
  await textOf(phone).getByText("Escrita no computador.").waitFor();
  await write(phone, " Seguida no telefone.");
  await kept(phone);

  // The first device, still open, takes the text over when the person comes back, and says so.
  await comeBack(desk);
  await desk.getByText(/^Você continuou este texto em outro aparelho/).waitFor();
  await textOf(desk).getByText("Escrita no computador. Seguida no telefone.").waitFor();
  await look(desk, "outro-aparelho", pictures, fault);

  // Both write on: neither overwrites the other.
  await write(phone, " Só no telefone.");
  await kept(phone);
  await phone.waitForFunction(() => !document.body.textContent.includes("Guardado neste aparelho"));
  await write(desk, " Só no computador.");
  const dialog = desk.getByRole("dialog", { name: "Você continuou este texto em outro aparelho" });
  await dialog.waitFor();
  await dialog.getByRole("radio", { name: /Os dois, um depois do outro/ }).check();
  await look(desk, "outro-aparelho-conflito", pictures, fault);
  await dialog.getByRole("button", { name: "Salvar a escolha" }).click();
  await desk.getByText("Salvo", { exact: true }).waitFor();
  const { body, version } = await call("GET", `/posts/${made.id}`);
  assert.equal(version, 2);
  for (const words of ["Só no telefone.", "Só no computador."]) assert.ok(body.includes(words), `${words} is in ${body}`);

  // The second device learns of the version before it sends its next words.
  await write(phone, " Mais uma frase do telefone.");
  await phone.getByRole("dialog", { name: "Você salvou este conteúdo em outra janela" }).waitFor();
  await phone.context().close();

  // A tab that is closed before anything was sent: the same device has the words.
  await desk.route("**/autosave", (route) => route.abort("connectionreset"));
  await write(desk, " Antes de a aba fechar.");
  const keeps = async (words) => {
    const [{ name }] = await indexedDB.databases();
    const database = await new Promise((done) => (indexedDB.open(name).onsuccess = ({ target }) => done(target.result)));
    const all = await new Promise((done) => (database.transaction("texts").objectStore("texts").getAll().onsuccess = ({ target }) => done(target.result)));
    database.close();
    return JSON.stringify(all).includes(words);
  };
  await until(() => desk.evaluate(keeps, "Antes de a aba fechar."));
  const context = desk.context();
  const next = await context.newPage();
  await next.goto(`${platform}/painel/conteudos`);
  await desk.close();
  await next.goto(address);
  await next.getByText(/^Recuperamos o que você escreveu às/).waitFor();
  await textOf(next).getByText("Antes de a aba fechar.").waitFor();
  await next.keyboard.press("Control+s");
  await next.getByText("Salvo", { exact: true }).waitFor();
  assert.match((await call("GET", `/posts/${made.id}`)).body, /Antes de a aba fechar\./);
  assert.equal(await next.getByText(/^Recuperamos/).count(), 0, "once saved, the note is gone");
  await context.close();
}
