// Starts the local run on free ports with its own data.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/// Addresses of the mailboxes of the running processes, each a secret that the start prints, by the platform's address.
const mailboxes = new Map();

/// The stored mails of a running process, newest first.
export async function mailsOf(platform) {
  const answer = await fetch(mailboxes.get(platform));
  if (!answer.ok) throw new Error(`the mailbox of ${platform}: ${answer.status}`);
  return answer.json();
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/// Starts the process, with further variables of its environment, and waits until the site responds.
export async function start(root, environment = {}) {
  const [platform, site] = [await freePort(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), "pauta-pages-"));
  const login = { user: "redacao", password: "correct horse battery", app: "abcd efgh ijkl mnop qrst uvwx" };
  const child = spawn(
    join(root, "target/debug/pauta"),
    ["--platform-addr", `127.0.0.1:${platform}`, "--site-addr", `127.0.0.1:${site}`, "--data-dir", join(folder, "data")],
    {
      cwd: folder,
      env: {
        ...process.env,
        ...environment,
        SITE_ADMIN_USER: login.user,
        SITE_ADMIN_PASSWORD: login.password,
        SITE_ADMIN_APP_PASSWORD: login.app,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  child.stderr.on("data", (text) => (said += text));
  const ended = new Promise((done) => child.on("exit", done));
  const url = `http://127.0.0.1:${site}`;
  const until = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the local run ended:\n${said}`);
    try {
      const mailbox = said.match(/^Mailbox +(\S+\/dev\/mailbox\/\S+)$/m);
      if (mailbox && (await fetch(`${url}/rest/`)).ok) {
        mailboxes.set(`http://127.0.0.1:${platform}`, mailbox[1]);
        break;
      }
    } catch {
      // Not listening yet.
    }
    if (Date.now() > until) throw new Error(`the local run does not answer:\n${said}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  const stop = async () => {
    child.kill("SIGINT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { url, platform: `http://127.0.0.1:${platform}`, login, stop };
}
