// Requests that are carried out once, however often a person presses: each has an idempotency key.
import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useState } from "react";

import { asFailure, type Failure } from "./failure";

/** The header with the key of a request. */
export type Once = { "idempotency-key": string };

/** Whether a repetition would get the same answer. The platform carries a request out, or keeps its key free, after others:
 * there was no response, the session or the time was wrong, the platform failed, or the first attempt still runs. */
function isFinal({ status, code }: Failure): boolean {
  const other = status === 0 || status >= 500 || status === 401 || status === 429;
  return !other && code !== "idempotency_in_progress";
}

/** The attempts of requests whose outcome is unknown. An attempt with the same input repeats the key, so that the platform
 * answers from what the earlier one did. Another input, and an answer that is final, make a new key. */
export class Attempts {
  private readonly open = new Map<unknown, { input: string; key: string }>();

  /** Sends `input` to `target`; inputs of one target follow each other. */
  async send<R>(input: object, request: (headers: Once) => Promise<R>, target: unknown = null): Promise<R> {
    const written = JSON.stringify(input);
    const before = this.open.get(target);
    const attempt = before?.input === written ? before : { input: written, key: crypto.randomUUID() };
    this.open.set(target, attempt);
    const settle = () => {
      if (this.open.get(target) === attempt) this.open.delete(target);
    };
    try {
      const result = await request({ "idempotency-key": attempt.key });
      settle();
      return result;
    } catch (error) {
      if (isFinal(asFailure(error))) settle();
      throw error;
    }
  }

  /** The person gave up what was sent. */
  forget() {
    this.open.clear();
  }
}

type Options<R, V extends object> = Omit<UseMutationOptions<R, Error, V>, "mutationFn"> & {
  /** The request. Everything that it sends, and everything that the person saw when asking for it, is in the variables. */
  send: (variables: V, headers: Once) => Promise<R>;
  /** What the request is about, where one component sends requests about several things. */
  target?: (variables: V) => unknown;
};

/** A mutation whose key belongs to its variables. */
export function useOnce<R, V extends object>({ send, target, ...options }: Options<R, V>) {
  const [attempts] = useState(() => new Attempts());
  return useMutation({
    ...options,
    mutationFn: (variables: V) =>
      attempts.send(variables, (headers) => send(variables, headers), target?.(variables) ?? null),
  });
}
