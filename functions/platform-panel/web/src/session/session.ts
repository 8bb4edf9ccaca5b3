// The session of this browser: the access token in memory, renewed with a cookie that scripts cannot read.
import { Failure, failureOf } from "../api/failure";
import type { components } from "../api/schema";

type Session = components["schemas"]["BrowserSessionBody"];
type Challenge = components["schemas"]["ChallengeBody"];

const PATH = "/api/v1/auth/browser-session";
/** Whether this browser signed in; spares a request that would fail. The credential is the cookie. */
const MARK = "pauta.signed-in";
/** A token is renewed when less than this remains. */
const MARGIN = 30_000;

export type SessionState = "unknown" | "signed-in" | "signed-out";

let access: { token: string; until: number } | null = null;
let state: SessionState = localStorage.getItem(MARK) ? "unknown" : "signed-out";
let renewal: Promise<string> | null = null;
const listeners = new Set<() => void>();

function enter(next: SessionState) {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the state of the session changes. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function sessionState(): SessionState {
  return state;
}

async function post(path: string, body?: unknown): Promise<Response> {
  const headers: HeadersInit = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(path, {
    method: "POST",
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw failureOf(response, await response.json().catch(() => null));
  return response;
}

function keep(session: Session): string {
  access = { token: session.access_token, until: Date.now() + session.expires_in * 1000 };
  localStorage.setItem(MARK, "1");
  enter("signed-in");
  return session.access_token;
}

function forget() {
  access = null;
  localStorage.removeItem(MARK);
  enter("signed-out");
}

async function refresh(): Promise<string> {
  try {
    const response = await post(`${PATH}/refresh`);
    return keep((await response.json()) as Session);
  } catch (error) {
    if (error instanceof Failure && error.status === 401) forget();
    throw error;
  }
}

async function inTurn(work: () => Promise<string>): Promise<string> {
  if (!navigator.locks) return work();
  return await navigator.locks.request("pauta.session", work);
}

/** Renews the access token. The cookie can be used once, so tabs of this browser take turns. */
export function renew(): Promise<string> {
  renewal ??= inTurn(refresh).finally(() => {
    renewal = null;
  });
  return renewal;
}

/** A valid access token. */
export async function accessToken(): Promise<string> {
  if (access && access.until - Date.now() > MARGIN) return access.token;
  return renew();
}

/** First step of signing in: e-mail and password. */
export async function challenge(email: string, password: string): Promise<Challenge> {
  const response = await post("/api/v1/auth/login", { email, password });
  return (await response.json()) as Challenge;
}

/** Second step: the code. */
export async function signIn(challengeId: string, code: string): Promise<void> {
  const response = await post(PATH, { challenge: challengeId, code });
  keep((await response.json()) as Session);
}

/** Requests the mail with a link to set a new password. */
export async function requestReset(email: string): Promise<void> {
  await post("/api/v1/auth/password-reset", { email });
}

/** Ends the session here and in the other tabs. */
export async function signOut(): Promise<void> {
  await fetch(PATH, { method: "DELETE" }).catch(() => undefined);
  forget();
}

// Another tab signed out or in.
addEventListener("storage", (event) => {
  if (event.key !== MARK) return;
  if (event.newValue === null) {
    access = null;
    enter("signed-out");
  } else if (state === "signed-out") {
    enter("unknown");
  }
});
