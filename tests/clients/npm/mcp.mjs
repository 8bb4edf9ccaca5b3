// A session with an MCP server on standard input and output.

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

/// Starts the server and opens a session. `call` gives a tool's text, or fails with it when the tool says that it failed.
export async function connect(command, args, env) {
  const transport = new StdioClientTransport({ command, args, env: { ...process.env, ...env }, stderr: "ignore" });
  const client = new Client({ name: "pauta-clients", version: "1.0.0" });
  await client.connect(transport);
  const call = async (name, parameters = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: parameters });
    const text = content.map((part) => part.text).join("\n");
    assert.ok(!isError, `${name} ${JSON.stringify(parameters)}: ${text}`);
    return text;
  };
  return { call, json: async (...all) => JSON.parse(await call(...all)), tools: async () => (await client.listTools()).tools, close: () => client.close() };
}
