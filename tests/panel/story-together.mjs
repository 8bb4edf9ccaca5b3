// Two people in two browsers edit one post, and each keeps every word: the passages that one of them changed are proposed,
// one that both changed keeps both, and what is not chosen stays in the versions.

import assert from "node:assert/strict";

import { ADMIN, goToEndOf, look, person, windowOf } from "./desk.mjs";

export async function together(stage) {
  const { platform, pictures, fault, call } = stage;
  const made = await call("POST", "/posts", {
    site_id: 1,
    title: "Duas pessoas, um texto",
    body: "<p>A horta começa pelo sol da varanda.</p><p>Escolha vasos com furos no fundo.</p><p>Regue de manhã cedo, nunca ao meio-dia.</p><p>Colha as folhas de fora primeiro.</p>",
  });
  const lia = await person(stage, { name: "Lia Reis", email: "lia@agencia.test", role: "editor", sites: [1] });
  const [marina, other] = await Promise.all([windowOf(stage, ADMIN), windowOf(stage, lia)]);
  const textOf = (page) => page.getByRole("textbox", { name: "Texto", exact: true });
  for (const page of [marina, other]) {
    await page.goto(`${platform}/painel/conteudos/${made.id}`);
    await textOf(page).getByText("A horta começa pelo sol").waitFor();
  }
  const write = async (page, passage, words) => {
    await goToEndOf(page, passage);
    await page.keyboard.type(words);
  };
  await write(marina, "A horta começa pelo sol", " Meça as horas de luz.");
  await write(marina, "Regue de manhã cedo", " Palavras da Marina.");
  await write(marina, "Colha as folhas de fora", "");
  await marina.keyboard.press("Enter");
  await marina.keyboard.type("Um trecho novo da Marina.");
  await write(other, "Escolha vasos com furos", " Os de barro respiram.");
  await write(other, "Regue de manhã cedo", " Palavras da Lia.");
  await write(other, "Escolha vasos com furos", "");
  await other.keyboard.press("Enter");
  await other.keyboard.type("Um trecho novo da Lia.");

  // Neither sees the other's typing; the first save is a version, the second one is refused and compared.
  assert.equal(await textOf(other).getByText("Marina").count(), 0);
  await other.keyboard.press("Control+s");
  await other.getByText("Salvo", { exact: true }).waitFor();
  await marina.keyboard.press("Control+s");
  const dialog = marina.getByRole("dialog", { name: "Lia Reis salvou este conteúdo" });
  await dialog.waitFor();
  const choice = (name) => dialog.getByRole("radio", { name });
  for (const name of [/o seu: A horta começa.*Meça/, /o que foi salvo: Escolha vasos.*respiram/, /o seu: Um trecho novo da Marina/, /o que foi salvo: Um trecho novo da Lia/]) {
    assert.equal(await choice(name).isChecked(), true, String(name));
  }
  assert.equal(await dialog.getByRole("radio", { name: /Os dois, um depois do outro/ }).count(), 1, "only a passage that both changed offers both");
  await choice(/Os dois, um depois do outro/).check();
  await look(marina, "conflito-de-duas-pessoas", pictures, fault);
  await dialog.getByRole("button", { name: "Salvar a escolha" }).click();
  await marina.getByText("Salvo", { exact: true }).waitFor();
  const { body, version } = await call("GET", `/posts/${made.id}`);
  for (const words of ["Meça as horas de luz.", "Os de barro respiram.", "Palavras da Marina.", "Palavras da Lia.", "Um trecho novo da Marina.", "Um trecho novo da Lia."]) assert.ok(body.includes(words), `${words} is in ${body}`);
  assert.equal(version, 3);

  // The first one has an old version now. What is written upon it is compared too, and a refused passage stays in the versions.
  await goToEndOf(other, "Colha as folhas de fora primeiro.");
  await other.keyboard.type(" A Lia segue.");
  await other.keyboard.press("Control+s");
  const again = other.getByRole("dialog", { name: /salvou este conteúdo/ });
  await again.waitFor();
  await again.getByRole("button", { name: /^Ficar com o/ }).click();
  await textOf(other).getByText("Palavras da Marina.").waitFor();
  assert.equal(await textOf(other).getByText("A Lia segue.").count(), 0);
  const lost = await Promise.all([1, 2, 3].map((number) => call("GET", `/posts/${made.id}/versions/${number}`)));
  assert.ok(lost[1].body.includes("Palavras da Lia.") && !lost[1].body.includes("Marina"), "the version of the other person is kept as it was saved");
  await marina.context().close();
  await other.context().close();
}
