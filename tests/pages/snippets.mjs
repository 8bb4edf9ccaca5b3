// Checks in a browser that active snippets run under the page's policy, and nothing else does.

const css = "body { outline: 3px solid rgb(1, 2, 3); }\r\n";
const mark = (name) => `document.documentElement.dataset.${name} = "ran";`;

/// Creates snippets and a post, and returns what to look at and how to remove the snippets.
export async function snippets({ url, login }) {
  const authorization = `Basic ${Buffer.from(`${login.user}:${login.app}`).toString("base64")}`;
  async function send(method, path, body) {
    const answer = await fetch(`${url}/rest${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  }
  const base = "/code-snippets/v1/snippets";
  const made = [];
  for (const [scope, code] of [
    ["site-css", css],
    ["site-head-js", `${mark("head")}\r\n`],
    ["site-footer-js", `${mark("footer")} const end = "</script>";`],
    ["head-content", `<!-- <script>no</script> --><script type="module">${mark("module")}</script>`],
    ["content", `<p id="dito">Do snippet.</p><script>${mark("content")}</script>`],
    ["global", "echo 'nunca';"],
  ]) {
    made.push(await send("POST", base, { name: scope, scope, code, active: true }));
  }
  const content = made[4].id;
  const post = await send("POST", "/core/v2/posts", {
    title: "Com snippets",
    content: `<p onclick='${mark("handler")}' id="alvo">Texto.</p>\n<script>${mark("foreign")}</script>\n<p style="color: rgb(9, 9, 9)">x</p>\n\n[code_snippet id=${content}]`,
    status: "publish",
    date: "2024-01-01T09:00:00",
  });
  const remove = async () => {
    for (const { id } of made) await send("DELETE", `${base}/${id}`, {});
    await send("DELETE", `/core/v2/posts/${post.id}?force=true`, {});
  };
  return { path: new URL(post.link).pathname, remove };
}

async function state(page) {
  await page.waitForLoadState("load");
  return page.evaluate(() => ({
    ...document.documentElement.dataset,
    outline: getComputedStyle(document.body).outlineColor,
    dito: document.querySelector("#dito") !== null,
    php: document.documentElement.textContent.includes("nunca"),
  }));
}

/// Compares a page with what is expected of it.
export async function proveSnippets(browser, url, path, admin, fault) {
  const all = { head: "ran", footer: "ran", module: "ran", content: "ran", dito: true, php: false, outline: "rgb(1, 2, 3)" };
  const html = await (await fetch(url + path)).text();
  // Otherwise it would prove nothing that they do not run.
  for (const name of ["foreign", "handler"]) if (!html.includes(`dataset.${name}`)) fault("snippets", `the page has no ${name} script`);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url + path);
  await page.click("#alvo");
  const compare = async (what, expected) => {
    const found = await state(page);
    const outline = found.outline === all.outline;
    for (const [name, value] of Object.entries({ ...found, outline: outline ? found.outline : undefined })) {
      if (expected[name] !== value) fault(what, `${name} is ${value}, not ${expected[name]}`);
    }
    for (const name of Object.keys(expected)) {
      if (!(name in found)) fault(what, `${name} did not run`);
    }
  };
  await compare("snippets", all);
  // For readers, safe mode is a parameter without a meaning.
  await page.goto(`${url}${path}?snippets-safe-mode`);
  await compare("snippets of a reader in safe mode", all);
  await context.addCookies(admin.map((cookie) => ({ ...cookie, url })));
  await page.goto(`${url}${path}?snippets-safe-mode`);
  await compare("safe mode", { dito: false, php: false });
  await context.close();
}
