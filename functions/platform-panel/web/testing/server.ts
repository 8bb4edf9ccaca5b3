// The part of the platform that holds one post, as its interface answers: versions that `If-Match` guards, and the person's
// working copy. It stands in for the network, so that what is tested includes the client.
import { vi } from "vitest";

import { type Fields, fieldsOf, type Post } from "../src/editor/draft";

/** A request that arrived. */
export type Call = { method: string; path: string; ifMatch: string | null; body: unknown };

type WorkingCopy = { version: number; saved_at: string; content: Partial<Fields> };

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

const error = (status: number, code: string) => json(status, { code, message: `Recusado: ${code}` });

export class Server {
  post: Post;
  copy: WorkingCopy | null = null;
  /** What arrived, without renewals of the session. */
  calls: Call[] = [];
  /** Whether the network is gone. */
  down = false;
  /** A status and a code with which the next writing requests are refused. */
  refuses: [number, string] | null = null;
  /** Whether the post cannot be read. */
  unreadable = false;
  /** Who saved the version. */
  author = 1;
  /** Changes what a version is saved with, as the platform does with an address that is taken. */
  corrects: (fields: Partial<Fields>) => Partial<Fields> = (fields) => fields;
  private held: Promise<void> | null = null;
  private copies = 0;

  constructor(post: Post) {
    this.post = post;
    vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      // A path is read against the page.
      const address = input instanceof Request ? input : new URL(input, location.origin);
      return this.answer(new Request(address, init));
    });
  }

  /** Lets later requests wait. Returns what lets them go on. */
  hold(): () => void {
    let release = () => undefined as void;
    this.held = new Promise<void>((resolve) => {
      release = () => {
        this.held = null;
        resolve();
      };
    });
    return release;
  }

  /** Another person saves. */
  savedElsewhere(fields: Partial<Fields>) {
    this.post = { ...this.post, ...fields, version: this.post.version + 1 };
  }

  /** The person writes at another device. */
  copiedElsewhere(content: Partial<Fields>, version = this.post.version) {
    this.copies += 1;
    this.copy = { version, content, saved_at: `2026-11-26T12:00:${String(this.copies).padStart(2, "0")}Z` };
  }

  /** The requests of a method whose path ends so. */
  sent(method: string, ending: string): Call[] {
    return this.calls.filter((call) => call.method === method && call.path.endsWith(ending));
  }

  private async answer(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    if (path.endsWith("/browser-session/refresh")) return json(200, { access_token: "t", expires_in: 3600 });
    const text = await request.text();
    const body: unknown = text ? JSON.parse(text) : null;
    this.calls.push({ method: request.method, path, ifMatch: request.headers.get("if-match"), body });
    if (this.held) await this.held;
    if (this.down) throw new TypeError("fetch failed");
    if (this.refuses && request.method === "PUT") return error(...this.refuses);
    if (path.endsWith("/autosave")) return this.autosave(request.method, body);
    if (path.endsWith("/members"))
      return json(200, { members: [{ id: 2, name: "Bruna", email: "b@example.org", role: "editor" }] });
    if (/\/versions\/\d+$/.test(path)) return json(200, { ...fieldsOf(this.post), user_id: this.author });
    if (path !== `/api/v1/posts/${this.post.id}`) return error(404, "not_found");
    if (request.method === "GET" && this.unreadable) return error(500, "internal");
    if (request.method === "PUT") {
      if (request.headers.get("if-match") !== `"${this.post.version}"`) return error(412, "precondition_failed");
      this.savedElsewhere(this.corrects(body as Partial<Fields>));
      this.copy = null;
    }
    return json(200, this.post);
  }

  private autosave(method: string, body: unknown): Response {
    if (method === "GET") return json(200, { working_copy: this.copy });
    if (method === "DELETE") {
      this.copy = null;
      return new Response(null, { status: 204 });
    }
    const { version, content } = body as { version: number; content: Partial<Fields> };
    this.copiedElsewhere(content, version);
    return json(200, { current_version: this.post.version, saved_at: this.copy?.saved_at });
  }
}
