// A local run of its own whose providers of texts, images and stock photos are the fakes, and which nobody else uses: their
// keys would change what other stories see in the settings.

import { spawn } from "node:child_process";
import { join } from "node:path";

import { start } from "../pages/server.mjs";
import { ADMIN, caller } from "./desk.mjs";

/// Starts the fakes, and returns the environment that directs a process to them.
async function fakes(root) {
  const child = spawn(join(root, "target/debug/examples/serve"), [], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => child.on("exit", done));
  const environment = {};
  let said = "";
  await new Promise((ready, failed) => {
    child.on("error", failed);
    child.on("exit", (code) => failed(new Error(`the fakes ended with ${code}`)));
    child.stdout.on("data", (text) => {
      said += text;
      if (said.includes("# ready")) ready();
    });
  });
  for (const [, name, value] of said.matchAll(/^export (\w+)=(.*)$/gm)) environment[name] = value;
  return {
    environment,
    stop: async () => {
      child.kill("SIGINT");
      await ended;
    },
  };
}

/// The stage on such a run, and how to end it. `origins` are the addresses from which pictures of the fakes come.
export async function withProviders(stage) {
  const outside = await fakes(stage.root);
  const server = await start(stage.root, outside.environment).catch(async (error) => {
    await outside.stop();
    throw error;
  });
  const call = await caller(server.platform, ADMIN);
  const origins = [...new Set(Object.values(outside.environment).filter((value) => value.startsWith("http")).map((value) => new URL(value).origin))];
  return {
    stage: { ...stage, platform: server.platform, site: server.url, login: server.login, call },
    origins,
    stop: async () => {
      await server.stop();
      await outside.stop();
    },
  };
}
