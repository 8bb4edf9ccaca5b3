// Every screen for a person whose browser has text of twice the usual size (WCAG 1.4.4).

import assert from "node:assert/strict";

import { chromium } from "playwright-core";

import { ADMIN, fits, windowOf } from "./desk.mjs";
import { SCREENS } from "./story-screens.mjs";

export async function largeText(stage) {
  const { platform, pictures, fault, call } = stage;
  const post = await call("POST", "/posts", { site_id: 1, title: "Letras grandes", body: "<h2>Uma seção</h2><p>Um parágrafo.</p>" });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--blink-settings=defaultFontSize=32"] });
  try {
    const page = await windowOf({ ...stage, browser }, ADMIN);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), "32px");
    for (const [name, path, heading] of [...SCREENS, ["editor", `/painel/conteudos/${post.id}`, /Editar/]]) {
      await page.goto(platform + path);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      await page.waitForLoadState("networkidle");
      for (const width of [768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await fits(page, `${name} at ${width} with large text`, pictures, fault);
      }
    }
  } finally {
    await browser.close();
    await call("DELETE", `/posts/${post.id}`);
  }
}
