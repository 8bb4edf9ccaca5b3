// Signing in, and what is checked on every screen.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { caller, mailedCode } from "../pages/platform.mjs";
import { mailsOf } from "../pages/server.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export { caller, mailedCode };

export const ADMIN = { email: "admin@pauta.localhost", password: "girassol-na-varanda-2026" };

/// Signs in through the screens.
export async function signIn(page, platform, { email, password }) {
  await page.goto(`${platform}/`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByRole("heading", { name: "Confira seu e-mail" }).waitFor();
  await page.getByLabel("Código").fill(await mailedCode(platform, email));
  await page.getByRole("link", { name: "Início" }).first().waitFor({ state: "attached" });
}

/// Collects errors of a page: scripts, what its Content-Security-Policy refuses, which the browser reports as an error of the
/// console, requests to other origins than those of `outside`. What a story evaluates in a page, such as axe, comes from the
/// debugger, to which the policy does not apply.
export function watch(page, platform, fault, outside = []) {
  page.on("pageerror", (error) => fault(page.url(), error.message));
  page.on("console", (message) => {
    const text = message.text();
    // A browser calls every 4xx an error; stories cause some on purpose.
    if (message.type() === "error" && !text.startsWith("Failed to load resource")) fault(page.url(), text);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (![platform, ...outside].some((origin) => url.startsWith(origin)) && !/^(data|blob|about):/.test(url)) fault(page.url(), `asks ${url}`);
  });
}

/// Puts the caret at the end of a paragraph of the text, and waits until the editor knows it there: it learns of the caret with
/// an event of the browser, and a key before that would act on its former place.
export async function goToEndOf(page, passage) {
  await page.getByRole("textbox", { name: "Texto", exact: true }).getByText(passage).click();
  await page.keyboard.press("End");
  await page.waitForFunction((words) => {
    const { $from, empty } = document.querySelector(".body").editor.state.selection;
    return empty && $from.parent.textContent.includes(words) && $from.parentOffset === $from.parent.content.size;
  }, passage);
}

/// Waits until a promise is fulfilled with true. `waitForFunction` is for what a page knows at once.
export async function until(holds) {
  for (let tried = 0; tried < 300; tried += 1) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`never true: ${holds}`);
}

/// Types a date, such as 2026-11-26, into a field of a dialogue.
export async function typeDate(page, dialog, label, date) {
  await dialog.getByRole("group", { name: label }).getByRole("spinbutton").first().click();
  await page.keyboard.type(date.split("-").reverse().join(""));
}

export const SIZES = [
  [360, 740],
  [768, 1024],
  [1440, 900],
];

/// Looks at the present screen in all sizes and themes: its width, axe, and a picture.
export async function look(page, name, pictures, fault) {
  const before = page.viewportSize();
  let passed = 0;
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    for (const [width, height] of SIZES) {
      const where = `${name} at ${width}, ${scheme}`;
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(50);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) fault(where, `is ${wide} pixels wider than its window`);
      await page.screenshot({ path: join(pictures, `${name}-${width}-${scheme}.png`), fullPage: width === 360 });
      if (width !== 768) {
        await page.evaluate(axe);
        const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
        passed += passes.length;
        for (const { id, help, nodes } of violations) fault(where, `axe ${id}: ${help} (${nodes.map((node) => node.html.slice(0, 160)).join(" | ")})`);
      }
    }
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: "light" });
  return passed;
}

/// What lies beyond the window's right edge and cannot be scrolled to.
const cutOff = () => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const cut = [...document.querySelectorAll("a, button, input, select, textarea, h1, h2, h3, p, td, th")].filter((element) => {
    const { left, right, width: own } = element.getBoundingClientRect();
    return own > 1 && (right > width + 1 || left < -1) && element.checkVisibility({ visibilityProperty: true }) && !scrolls(element.parentElement);
  });
  return [document.documentElement.scrollWidth - width, cut.map((element) => element.outerHTML.slice(0, 120))];
};

/// Whether the present screen fits its window: nothing is wider or cut off.
export async function fits(page, where, pictures, fault) {
  await page.waitForTimeout(50);
  const [wide, cut] = await page.evaluate(cutOff);
  if (wide > 0) fault(where, `is ${wide} pixels wider than its window`);
  if (cut.length > 0) fault(where, `is cut off: ${cut.slice(0, 3).join(" | ")}`);
  await page.screenshot({ path: join(pictures, `${where.replaceAll(/[^a-z0-9-]+/g, "-")}.png`), fullPage: true });
}

/// Looks at the present screen 320 pixels wide, which is a window of 1,280 at 400 % (WCAG 1.4.10), and in colours of the system.
export async function strain(page, name, pictures, fault) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(page, `${name} at 320`, pictures, fault);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ forcedColors: "active" });
  await fits(page, `${name} in forced colours`, pictures, fault);
  await page.emulateMedia({ forcedColors: "none" });
  await page.setViewportSize(before);
}

/// A person with a role, who chose a password by the link of the invitation, and is a member of the sites.
export async function person({ platform, call }, { name, email, role, sites = [] }) {
  const user = await call("POST", "/users", { name, email, role, active: true });
  for (const id of sites) {
    const site = await call("GET", `/sites/${id}`);
    await call("PUT", `/sites/${id}`, { member_ids: [...new Set([...site.member_ids, user.id])] });
  }
  const mails = await mailsOf(platform);
  const mail = mails.find(({ to, links }) => JSON.stringify(to).includes(email) && links.some((link) => link.includes("token=")));
  const token = new URL(mail.links.find((link) => link.includes("token="))).searchParams.get("token");
  const password = `uma senha de ${name} 2026`;
  const answer = await fetch(`${platform}/api/v1/auth/password-reset/confirm`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token, new_password: password }) });
  if (!answer.ok) throw new Error(`the password of ${name}: ${answer.status} ${await answer.text()}`);
  return { id: user.id, email, password };
}

/// A signed-in window of a person, whose errors are faults.
export async function windowOf({ browser, platform, fault }, login, { width = 1440, height = 900, outside = [] } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, locale: "pt-BR" });
  const page = await context.newPage();
  watch(page, platform, fault, outside);
  await signIn(page, platform, login);
  return page;
}
