// A generation is one request until it ends, so that nothing is generated, and billed, twice.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";

import { api, ask } from "../api/client";
import { type Growing, useGeneration } from "./generation";

const json = (body: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }));

test("after a failure of the network it goes on with what was started, and then begins anew", async () => {
  const keys: (string | null)[] = [];
  let down = true;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const request = input instanceof Request ? input : new Request(new URL(input, location.origin), init);
    if (request.url.endsWith("/browser-session/refresh")) return json({ access_token: "t", expires_in: 3600 });
    if (request.method === "POST") {
      keys.push(request.headers.get("idempotency-key"));
      return json({ id: 9 }, 202);
    }
    if (down) return Promise.reject(new TypeError("fetch failed"));
    return json({ id: 9, state: "done", partial: "", partial_length: 0, result: { media_id: 4 } });
  });
  const shown: { growing?: Growing; start?: (prompt: string) => Promise<void> } = {};
  function Dialog() {
    const { growing, start } = useGeneration(({ prompt }: { prompt: string }, headers) =>
      ask(api.POST("/api/v1/media/generate", { body: { content_id: 7, prompt }, headers })),
    );
    shown.growing = growing;
    shown.start = (prompt) => start({ prompt });
    return null;
  }
  const root = createRoot(document.createElement("div"));
  act(() => root.render(<Dialog />));

  await act(async () => shown.start?.("Uma horta"));
  expect(shown.growing?.state).toBe("failed");
  down = false;
  await act(async () => shown.start?.("Uma horta"));
  expect(shown.growing?.state).toBe("done");
  await act(async () => shown.start?.("Uma horta"));
  expect(keys).toHaveLength(3);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
  act(() => root.unmount());
});
