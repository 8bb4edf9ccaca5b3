// The typed client of the platform's interface. Requests carry the access token of the session.
import createClient from "openapi-fetch";

import { accessToken, renew } from "../session/session";
import { asFailure, failureOf } from "./failure";
import type { paths } from "./schema";

async function send(request: Request): Promise<Response> {
  const again = request.clone();
  request.headers.set("authorization", `Bearer ${await accessToken()}`);
  const response = await fetch(request);
  if (response.status !== 401) return response;
  // The session was ended, or the token expired on the way: one renewal decides.
  again.headers.set("authorization", `Bearer ${await renew()}`);
  return fetch(again);
}

/** Requests of the interface, by method and path. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  fetch: send,
  // Several values of one parameter are separated by commas.
  querySerializer: { array: { style: "form", explode: false } },
});

/** The body of a successful response.
 *
 * @throws Failure otherwise. */
export async function ask<T>(request: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  let answer: { data?: T; error?: unknown; response: Response };
  try {
    answer = await request;
  } catch (error) {
    throw asFailure(error);
  }
  if (!answer.response.ok) throw failureOf(answer.response, answer.error);
  return answer.data as T;
}
