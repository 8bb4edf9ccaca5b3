// Pressing again repeats the key exactly as long as the outcome of the first attempt is unknown.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { api, ask } from "./client";
import { Attempts, useOnce } from "./once";

/** What the platform answers to the next requests; no answer is a failure of the network. */
let answers: (Response | null)[];
/** The keys that arrived. */
let keys: (string | null)[];

const answer = (status: number, code = "done") =>
  new Response(JSON.stringify({ id: 1, code, message: code }), {
    status,
    headers: { "content-type": "application/json" },
  });

beforeEach(() => {
  [answers, keys] = [[], []];
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const request = input instanceof Request ? input : new Request(new URL(input, location.origin), init);
    if (request.url.endsWith("/browser-session/refresh"))
      return Promise.resolve(
        new Response(JSON.stringify({ access_token: "t", expires_in: 3600 }), {
          headers: { "content-type": "application/json" },
        }),
      );
    keys.push(request.headers.get("idempotency-key"));
    const next = answers.shift();
    return next ? Promise.resolve(next) : Promise.reject(new TypeError("fetch failed"));
  });
});

const post = (title: string, headers: { "idempotency-key": string }) =>
  ask(api.POST("/api/v1/posts", { body: { site_id: 3, title } as never, headers }));

/** Presses once for each title, on one form. Returns the keys. */
async function press(...titles: string[]): Promise<(string | null)[]> {
  const attempts = new Attempts();
  for (const title of titles) {
    await attempts.send({ title }, (headers) => post(title, headers)).catch(() => undefined);
  }
  expect(keys).toHaveLength(titles.length);
  expect(keys.every(Boolean)).toBe(true);
  return keys;
}

describe("the key is repeated", () => {
  test.each([
    ["there was no response", null],
    ["the gateway gave up", answer(504)],
    ["the platform failed", answer(500, "internal")],
    ["the person had asked too often", answer(429, "too_many_requests")],
    ["the first attempt still runs", answer(409, "idempotency_in_progress")],
  ])("when %s", async (_, first) => {
    answers = [first, answer(201)];
    const [one, other] = await press("Café", "Café");
    expect(other).toBe(one);
  });

  test("as often as the outcome stays unknown", async () => {
    answers = [null, answer(503), null, answer(201)];
    expect(new Set(await press("Café", "Café", "Café", "Café")).size).toBe(1);
  });
});

describe("a new key is made", () => {
  test.each([
    ["the request was carried out", answer(201)],
    ["the request was refused", answer(422, "invalid_fields")],
    ["the state did not allow it", answer(409, "not_publishable")],
  ])("when %s", async (_, first) => {
    answers = [first, answer(201)];
    const [one, other] = await press("Café", "Café");
    expect(other).not.toBe(one);
  });

  test("for another input, also when the first one returns", async () => {
    answers = [null, null, answer(201)];
    expect(new Set(await press("Café", "Chá", "Café")).size).toBe(3);
  });

  test("after the person gave up", async () => {
    const attempts = new Attempts();
    const send = () => attempts.send({}, (headers) => post("Café", headers)).catch(() => undefined);
    await send();
    attempts.forget();
    await send();
    expect(keys[1]).not.toBe(keys[0]);
  });
});

test("requests about several things keep their own keys", async () => {
  const attempts = new Attempts();
  const send = (id: number) => attempts.send({ id }, (headers) => post("Café", headers), id).catch(() => undefined);
  await send(1);
  await send(2);
  await send(1);
  expect(keys[2]).toBe(keys[0]);
  expect(keys[1]).not.toBe(keys[0]);
});

test("two presses before an answer send one key", async () => {
  const attempts = new Attempts();
  answers = [answer(201), answer(409, "idempotency_in_progress")];
  const send = () => attempts.send({}, (headers) => post("Café", headers)).catch(() => undefined);
  await Promise.all([send(), send()]);
  expect(keys[1]).toBe(keys[0]);
});

test("a form that is pressed again repeats the key of its variables", async () => {
  const form: { press?: (title: string) => Promise<unknown> } = {};
  function Form() {
    const create = useOnce({ send: ({ title }: { title: string }, headers) => post(title, headers) });
    form.press = (title) => create.mutateAsync({ title }).catch(() => undefined);
    return null;
  }
  const root = createRoot(document.createElement("div"));
  const shown = (
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>
  );
  act(() => root.render(shown));
  answers = [null, answer(201), answer(201)];
  for (const title of ["Café", "Café", "Café"]) await act(async () => void (await form.press?.(title)));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
  act(() => root.unmount());
});
