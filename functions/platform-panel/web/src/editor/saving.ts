// Saving a text: on this device at once, as the person's working copy on the server after a rest, and as a version when the
// person saves, leaves, acts or has not typed for long.
import { api, ask } from "../api/client";
import { asFailure, Failure } from "../api/failure";
import * as device from "./device";
import { changed, type Fields, fieldsOf, inputOf, type Post } from "./draft";
import { dropCopy, keepCopy } from "./working-copy";

export type SaveState = { kind: "saved"; at: Date | null } | { kind: "unsaved" } | { kind: "kept"; at: Date } | { kind: "saving" } | { kind: "offline"; since: Date } | { kind: "conflict"; other: Post } | { kind: "failed"; failure: Failure };

/** Rest after which the text is kept on the device. */
const DEVICE_REST = 300;
/** Rest after which the working copy is sent, and the longest time between two while typing goes on. */
const COPY_REST = 4_000;
const COPY_APART = 30_000;
/** Rest after which it is saved as a version. */
const SERVER_REST = 600_000;
/** Pause between attempts without a network. */
const RETRY = 5_000;

/** The text of one post while it is edited. */
export class Text {
  readonly user: number;
  readonly post: number;
  base: Fields;
  version: number;
  now: Fields;
  state: SaveState = { kind: "saved", at: null };
  private snapshot: { fields: Fields; state: SaveState; version: number };
  private listeners = new Set<() => void>();
  private deviceTimer: ReturnType<typeof setTimeout> | undefined;
  private serverTimer: ReturnType<typeof setTimeout> | undefined;
  private copyTimer: ReturnType<typeof setTimeout> | undefined;
  /** When typing began that no working copy has. */
  private typedSince: number | null = null;
  private running: Promise<void> | null = null;
  /** Reads the body from the editor, which is asked only when it matters. */
  readBody: (() => string) | null = null;

  private readonly online = () => {
    if (this.state.kind === "offline") void this.again();
  };
  /** What is tried again without a network: a version that was asked for, else the working copy. */
  private wanted: "version" | "copy" = "copy";

  constructor(user: number, post: Post) {
    addEventListener("online", this.online);
    this.user = user;
    this.post = post.id;
    this.base = fieldsOf(post);
    this.now = this.base;
    this.version = post.version;
    this.snapshot = { fields: this.now, state: this.state, version: this.version };
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  current = () => this.snapshot;

  private tell() {
    this.snapshot = { fields: this.now, state: this.state, version: this.version };
    for (const listener of this.listeners) listener();
  }

  private enter(state: SaveState) {
    this.state = state;
    this.tell();
  }

  /** Changes fields. */
  set(fields: Partial<Fields>) {
    this.now = { ...this.now, ...fields };
    this.touched();
    this.tell();
  }

  /** Something was typed; the body is read, and the screen told of it, when the person rests. */
  touched() {
    if (this.state.kind === "saved" || this.state.kind === "kept" || this.state.kind === "failed") this.enter({ kind: "unsaved" });
    clearTimeout(this.deviceTimer);
    this.deviceTimer = setTimeout(() => void this.keep(), DEVICE_REST);
    // Without a network, the next attempt is due whatever is typed.
    if (this.state.kind === "conflict" || this.state.kind === "offline") return;
    clearTimeout(this.serverTimer);
    this.serverTimer = setTimeout(() => void this.save(), SERVER_REST);
    const now = Date.now();
    this.typedSince ??= now;
    clearTimeout(this.copyTimer);
    this.copyTimer = setTimeout(() => void this.copy(), Math.max(0, Math.min(COPY_REST, this.typedSince + COPY_APART - now)));
  }

  /** Sends the working copy, unless a version is on its way. */
  async copy() {
    clearTimeout(this.copyTimer);
    if (this.running || this.state.kind === "conflict") return;
    if (!this.isDirty) return;
    this.typedSince = null;
    this.wanted = "copy";
    const sent = this.now;
    this.running = keepCopy(this.post, this.version, this.base, sent)
      .then(
        async (current) => {
          if (current > this.version && (await this.contest())) return;
          this.readEditor();
          this.enter(changed(sent, this.now).length === 0 ? { kind: "kept", at: new Date() } : { kind: "unsaved" });
        },
        (error: unknown) => this.failed(asFailure(error)),
      )
      .finally(() => {
        this.running = null;
      });
    await this.running;
  }

  private again() {
    return this.wanted === "version" ? this.save() : this.copy();
  }

  /** Someone else saved: the texts are compared. */
  private async contest(): Promise<boolean> {
    const other = await ask(api.GET("/api/v1/posts/{id}", { params: { path: { id: this.post } } })).catch(() => null);
    if (other) this.enter({ kind: "conflict", other });
    return other !== null;
  }

  private readEditor() {
    const body = this.readBody?.();
    if (body !== undefined && body !== this.now.body) this.now = { ...this.now, body };
  }

  get isDirty(): boolean {
    this.readEditor();
    return changed(this.base, this.now).length > 0;
  }

  private async keep() {
    this.readEditor();
    this.tell();
    if (changed(this.base, this.now).length === 0) return;
    await device.keep(this.user, this.post, { fields: this.now, base: this.base, version: this.version, at: Date.now() }).catch(() => undefined);
  }

  /** Saves what changed as a version. A second call during a save waits for it and saves the rest.
   *
   * @returns whether everything is saved. */
  async save(): Promise<boolean> {
    clearTimeout(this.serverTimer);
    if (this.state.kind === "conflict") return false;
    while (this.running) await this.running;
    if (!this.isDirty) {
      if (this.state.kind === "unsaved" || this.state.kind === "kept") this.enter({ kind: "saved", at: null });
      return true;
    }
    this.running = this.send().finally(() => {
      this.running = null;
    });
    await this.running;
    const { kind } = this.state as SaveState;
    return kind === "saved" || kind === "unsaved";
  }

  private async send() {
    const sent = this.now;
    clearTimeout(this.copyTimer);
    this.typedSince = null;
    this.wanted = "version";
    await this.keep();
    this.enter({ kind: "saving" });
    try {
      const post = await ask(
        api.PUT("/api/v1/posts/{id}", {
          params: { path: { id: this.post }, header: { "If-Match": `"${this.version}"` } },
          body: inputOf(this.base, sent) as never,
        }),
      );
      this.version = post.version;
      // What the server made of other fields, such as a slug; the person's later typing stays.
      const saved = fieldsOf(post);
      this.readEditor();
      const own = changed(sent, this.now);
      this.base = { ...saved, body: sent.body };
      this.now = { ...this.base, ...Object.fromEntries(own.map((name) => [name, this.now[name]])) } as Fields;
      if (own.length === 0) await device.drop(this.user, this.post).catch(() => undefined);
      this.enter({ kind: "saved", at: new Date() });
      // What was typed meanwhile is not part of it.
      if (own.length > 0) this.touched();
    } catch (error) {
      await this.failed(asFailure(error));
    }
  }

  private async failed(failure: Failure) {
    if ((failure.status === 412 || failure.code === "working_copy_outdated") && (await this.contest())) return;
    if (failure.status === 0 || failure.status >= 502) {
      const since = this.state.kind === "offline" ? this.state.since : new Date();
      this.enter({ kind: "offline", since });
      clearTimeout(this.serverTimer);
      this.serverTimer = setTimeout(() => void this.again(), RETRY);
      return;
    }
    this.enter({ kind: "failed", failure });
  }

  /** Goes on from another version with these fields. */
  async resolve(other: Post, fields: Fields) {
    this.base = fieldsOf(other);
    this.version = other.version;
    this.now = fields;
    this.enter({ kind: "unsaved" });
    await this.save();
  }

  /** Goes on from the saved state of the post, without what was typed. */
  async adopt(post: Post) {
    this.base = fieldsOf(post);
    this.now = this.base;
    this.version = post.version;
    await Promise.allSettled([device.drop(this.user, this.post), dropCopy(this.post)]);
    this.enter({ kind: "saved", at: null });
  }

  close() {
    clearTimeout(this.copyTimer);
    removeEventListener("online", this.online);
    clearTimeout(this.deviceTimer);
    clearTimeout(this.serverTimer);
  }
}
