// What every script has in common: the site under test, its checks by name, and what must be refused.

import assert from "node:assert/strict";

const need = (name) => process.env[name] ?? assert.fail(`${name} is not set; see README.md`);

/// The site under test, without a slash at the end, and a login of an administrator with an application password.
export const site = { url: need("SITE_URL"), user: need("SITE_USER"), password: need("SITE_APP_PASSWORD") };

/// A word that no other run uses, for titles, slugs and names: a shared host stays usable. An x between
/// digits would become a sign of multiplication in titles.
export const unique = `c${Date.now().toString(36).replaceAll("x", "y")}${process.pid}`;

/// One picture of one pixel.
export const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/// Runs the checks in their order, all of them, and ends the process with 1 when one failed.
export async function play(client, checks) {
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check();
      console.log(`  ok   ${client}: ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`  FAIL ${client}: ${name}: ${error.stack ?? JSON.stringify(error)}`);
    }
  }
  console.log(`${client}: ${Object.keys(checks).length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/// The error that the promise ends with.
export async function refused(promise) {
  return promise.then(
    (value) => assert.fail(`expected a refusal, got ${JSON.stringify(value).slice(0, 300)}`),
    (error) => error,
  );
}

/// A request without a client, to prepare and to clear up.
export async function rest(method, path, body) {
  const response = await fetch(`${site.url}/wp-json${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${site.user}:${site.password}`).toString("base64")}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}
