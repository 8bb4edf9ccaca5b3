// Every screen, and what opens on it, under the page's own policy: nothing is refused by it, and nothing is asked of another
// origin.

import { ADMIN, until, watch, windowOf } from "./desk.mjs";
import { SCREENS } from "./story-screens.mjs";

export async function policy(stage) {
  const { platform, fault, call } = stage;
  const made = await call("POST", "/posts", { site_id: 1, title: "Sob a política da página", body: "<p>Antes de comprar o nescessário, observe o sol.</p><table><tbody><tr><td><p>a</p></td></tr></tbody></table>" });
  const page = await windowOf(stage, ADMIN);
  await page.addInitScript(() => {
    globalThis.refused = [];
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => globalThis.refused.push(`${violatedDirective} ${blockedURI} ${sample}`));
  });
  const check = async (name) => {
    for (const refusal of await page.evaluate(() => globalThis.refused)) fault(name, `the policy refused ${refusal}`);
  };
  for (const [name, path, heading] of SCREENS) {
    await page.goto(platform + path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.waitForLoadState("networkidle");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Buscar ou ir para" }).waitFor();
    await page.keyboard.press("Escape");
    await check(name);
  }
  await page.goto(`${platform}/painel/conteudos/${made.id}`);
  await page.locator(".body .m").first().waitFor();
  for (const tab of ["Dados", "Busca", "Cliente", "Versões", "Revisão"]) {
    await page.getByRole("navigation", { name: "Partes do painel" }).getByRole("link", { name: tab }).click();
    await page.waitForLoadState("networkidle");
  }
  await page.keyboard.press("F8");
  await page.getByRole("dialog", { name: /nescessário/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Ajuda da IA" }).click();
  await page.getByRole("menuitem", { name: /Escrever daqui/ }).click();
  await page.getByRole("dialog", { name: "Escrever com IA" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Banco de imagens" }).click();
  await page.getByRole("dialog", { name: "Banco de imagens" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Texto", exact: true }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/");
  await page.getByRole("listbox", { name: "Inserir" }).waitFor();
  await check("editor");

  // In every story, what the policy refuses is a fault.
  const found = [];
  const other = await page.context().newPage();
  watch(other, platform, (_, what) => found.push(what));
  await other.goto(`${platform}/`);
  await other.evaluate(() => document.head.append(Object.assign(document.createElement("style"), { textContent: "p { color: red; }" })));
  await until(() => found.some((what) => what.includes("Content Security Policy")));
  await page.context().close();
}
