// Calls of the platform's interface.

import { mailsOf } from "./server.mjs";

/// The six digits of the latest mail to `email`.
export async function mailedCode(platform, email) {
  const mails = await mailsOf(platform);
  const mail = mails.find(({ to, text }) => JSON.stringify(to).includes(email) && /\b\d{6}\b/.test(text));
  return mail.text.match(/\b\d{6}\b/)[0];
}

/// Calls the interface as a person, for what a story needs to exist.
export async function caller(platform, { email, password }) {
  const post = async (path, body) => (await fetch(`${platform}/api/v1${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
  const { challenge } = await post("/auth/login", { email, password });
  const { access_token } = await post("/auth/two-factor", { challenge, code: await mailedCode(platform, email) });
  const call = async (method, path, body) => {
    const answer = await fetch(`${platform}/api/v1${path}`, {
      method,
      // A form names its own type, with the boundary of its parts.
      headers: { authorization: `Bearer ${access_token}`, ...(body instanceof FormData ? {} : { "content-type": "application/json" }) },
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  return Object.assign(call, { authorization: `Bearer ${access_token}` });
}
