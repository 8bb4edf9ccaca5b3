// Signing in and out: the second factor, wrong codes, the cookie, several tabs, and the authenticator app.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";

import { ADMIN, look, mailedCode, signIn, watch } from "./desk.mjs";

/// A session, and what is seen of it.
export async function session({ browser, platform, pictures, fault }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
  const page = await context.newPage();
  watch(page, platform, fault);

  await page.goto(`${platform}/`);
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Senha", { exact: true }).fill("uma senha que não é");
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByText("E-mail ou senha não conferem.").waitFor();

  await page.getByLabel("Senha", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByRole("heading", { name: "Confira seu e-mail" }).waitFor();
  const code = await mailedCode(platform, ADMIN.email);
  await page.getByLabel("Código").fill(code === "000000" ? "000001" : "000000");
  await page.getByText("Restam 4 tentativas").waitFor();
  await page.getByLabel("Código").fill(code);
  await page.getByRole("heading", { name: /^(Bom dia|Boa tarde|Boa noite), Marina/ }).waitFor();

  // Scripts see neither token nor cookie.
  const seen = await page.evaluate(() => JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]));
  assert.equal(seen, JSON.stringify(["", { "pauta.signed-in": "1" }, {}]));
  const [cookie] = (await context.cookies(`${platform}/api/v1/auth/browser-session`)).filter(({ name }) => name === "pauta-session");
  assert.equal(cookie.httpOnly, true);
  assert.equal(cookie.sameSite, "Strict");
  assert.equal(cookie.path, "/api/v1/auth/browser-session");

  // A reload and three tabs at once keep the session.
  await page.reload();
  await page.getByRole("heading", { name: /, Marina/ }).waitFor();
  const tabs = await Promise.all([1, 2, 3].map(() => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(`${platform}/painel/conta`)));
  await Promise.all(tabs.map((tab) => tab.getByRole("heading", { name: "Minha conta" }).waitFor()));

  // A page that is left before the response arrives keeps the former cookie: the session goes on.
  const former = await context.cookies(`${platform}/api/v1/auth/browser-session`);
  await page.reload();
  await page.getByRole("heading", { name: /, Marina/ }).waitFor();
  await context.addCookies(former);
  await page.reload();
  await page.getByRole("heading", { name: /, Marina/ }).waitFor();

  // Signing out in one tab ends all of them.
  await tabs[0].getByRole("button", { name: "Sair" }).click();
  await tabs[0].getByRole("heading", { name: "Entrar" }).waitFor();
  await tabs[1].getByRole("heading", { name: "Entrar" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Entrar" }).waitFor();

  await page.getByRole("button", { name: "Esqueci a senha" }).click();
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByRole("button", { name: "Enviar o link" }).click();
  await page.getByText("o link está a caminho").waitFor();
  await context.close();

  const afresh = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
  const plain = await afresh.newPage();
  watch(plain, platform, fault);
  await plain.goto(`${platform}/`);
  await plain.getByRole("heading", { name: "Entrar" }).waitFor();
  await look(plain, "entrar", pictures, fault);
  await plain.getByLabel("E-mail").fill(ADMIN.email);
  await plain.getByLabel("Senha", { exact: true }).fill(ADMIN.password);
  await plain.getByRole("button", { name: "Continuar" }).click();
  await plain.getByRole("heading", { name: "Confira seu e-mail" }).waitFor();
  await look(plain, "codigo", pictures, fault);
  await afresh.close();
}

/// The present code of an authenticator app (RFC 6238).
function shownCode(secret, at = Date.now()) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replace(/=+$/, "")].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac("sha1", key).update(counter).digest();
  const offset = hash[19] & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/// Turns an authenticator app on, signs in with it and with a recovery code, and turns it off.
export async function account({ browser, platform, pictures, fault }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
  const page = await context.newPage();
  watch(page, platform, fault);
  await signIn(page, platform, ADMIN);
  await page.goto(`${platform}/painel/conta`);
  await page.getByRole("button", { name: "Usar um aplicativo" }).click();
  await page.getByRole("img", { name: /Código QR/ }).waitFor();
  await look(page, "aplicativo", pictures, fault);
  const secret = await page.locator(".secret").innerText();
  await page.getByLabel("Código que o aplicativo mostra").fill(shownCode(secret));
  await page.getByRole("button", { name: "Ligar o aplicativo" }).click();
  await page.getByText("Guarde estes códigos").waitFor();
  const codes = await page.locator(".codes li").allInnerTexts();
  assert.equal(codes.length, 10);

  await page.getByRole("button", { name: "Sair" }).click();
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Senha", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByRole("button", { name: /Estou sem o celular/ }).click();
  await page.getByLabel("Código de recuperação").fill(codes[0]);
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.getByRole("heading", { name: /, Marina/ }).waitFor();

  await page.goto(`${platform}/painel/conta`);
  await page.getByRole("button", { name: /Voltar para o código por e-mail/ }).click();
  await page.locator("#h-factor").locator("xpath=ancestor::section").getByLabel("Senha").fill(ADMIN.password);
  await page.getByRole("button", { name: "Voltar para o código por e-mail", exact: true }).click();
  await page.getByText("Hoje um código chega ao seu e-mail").waitFor();
  await context.close();
}
