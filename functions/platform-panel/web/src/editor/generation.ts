// A text that grows while a provider writes it.
import { useCallback, useEffect, useRef, useState } from "react";

import { api, ask } from "../api/client";
import { asFailure, type Failure } from "../api/failure";
import { Attempts, type Once } from "../api/once";
import type { components } from "../api/schema";

type Generation = components["schemas"]["Generation"];
type Started = Pick<Generation, "id">;

export type Growing =
  | { state: "idle" }
  | { state: "growing"; text: string; provider: string | null }
  | { state: "done"; generation: Generation }
  | { state: "failed"; failure: Failure | null; message: string };

/** Seconds that a request waits for more text. */
const WAIT = 20;

/** A generation that `request` starts. It is one request until it ends: after a failure of the network the same input goes on
 * with the generation that was started. */
export function useGeneration<I extends object>(request: (input: I, headers: Once) => Promise<Started>) {
  const [attempts] = useState(() => new Attempts());
  const [growing, setGrowing] = useState<Growing>({ state: "idle" });
  const running = useRef<{ id: number | null; ended: boolean } | null>(null);

  const stop = useCallback(() => {
    const run = running.current;
    if (!run || run.ended) return;
    run.ended = true;
    attempts.forget();
    if (run.id !== null)
      void ask(api.DELETE("/api/v1/generations/{id}", { params: { path: { id: run.id } } })).catch(() => undefined);
    setGrowing({ state: "idle" });
  }, [attempts]);
  useEffect(() => stop, [stop]);

  const start = async (input: I) => {
    const run: { id: number | null; ended: boolean } = { id: null, ended: false };
    running.current = run;
    setGrowing({ state: "growing", text: "", provider: null });
    try {
      await attempts.send(input, async (headers) => {
        const { id } = await request(input, headers);
        run.id = id;
        let text = "";
        let after = 0;
        while (!run.ended) {
          const next = await ask(
            api.GET("/api/v1/generations/{id}", {
              params: { path: { id }, query: { after } },
              headers: { Prefer: `wait=${WAIT}` },
            }),
          );
          if (run.ended) return;
          text += next.partial;
          after = next.partial_length;
          if (next.state === "done") {
            run.ended = true;
            return setGrowing({ state: "done", generation: next });
          }
          if (next.state === "failed" || next.state === "canceled") {
            run.ended = true;
            return setGrowing({
              state: "failed",
              failure: null,
              message: next.error?.message ?? "O texto foi interrompido.",
            });
          }
          setGrowing({ state: "growing", text, provider: next.provider ?? null });
        }
      });
    } catch (error) {
      run.ended = true;
      const failure = asFailure(error);
      setGrowing({ state: "failed", failure, message: failure.message });
    }
  };

  return { growing, start, stop };
}
