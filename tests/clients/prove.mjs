// Plays every client against the site: the local run, or the host of SITE_URL, SITE_USER and SITE_APP_PASSWORD.
// Arguments choose scripts by words of their paths.

import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { start } from "../pages/server.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const NOT_CLIENTS = ["site.mjs", "mcp.mjs", "site_under_test.py"];
const python = join(process.env.PYPI_BIN, "python");

async function scripts() {
  const found = [];
  for (const folder of ["npm", "pypi"]) {
    for (const name of (await readdir(join(here, folder))).sort()) {
      if ([".mjs", ".py"].includes(extname(name)) && !NOT_CLIENTS.includes(name)) found.push(join(folder, name));
    }
  }
  const words = process.argv.slice(2);
  return found.filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
}

/// Runs one script, shows what it says, and gives whether all its checks passed, and the line that counts them.
async function run(path, environment) {
  const command = extname(path) === ".py" ? python : process.execPath;
  const child = spawn(command, [join(here, path)], { cwd: dirname(join(here, path)), env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
  const begun = performance.now();
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  child.stderr.on("data", (text) => (said += text));
  const code = await new Promise((done) => child.on("close", done));
  const checks = said.split("\n").filter((line) => line.startsWith("  ok   "));
  if (code !== 0) console.log(said);
  console.log(`${code === 0 ? "ok  " : "FAIL"} ${path}: ${checks.length} checks, ${Math.round((performance.now() - begun) / 1000)} s`);
  return { passed: code === 0 && checks.length > 0, checks: checks.length };
}

const local = process.env.SITE_URL ? undefined : await start(join(here, "../.."), { SITE_VENDOR_NAMES: "on" });
const environment = local ? { SITE_URL: local.url, SITE_USER: local.login.user, SITE_APP_PASSWORD: local.login.app } : {};
let failed = 0;
let checks = 0;
try {
  for (const path of await scripts()) {
    const outcome = await run(path, environment);
    failed += outcome.passed ? 0 : 1;
    checks += outcome.checks;
  }
} finally {
  await local?.stop();
}
console.log(`${checks} passed, ${failed} failed`);
process.exitCode = failed === 0 && checks > 0 ? 0 : 1;
