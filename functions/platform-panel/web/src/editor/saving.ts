// Saving a text: on this device at once, as the person's working copy on the server after a rest, and as a version when the
// person saves, leaves, acts or has not typed for long.
import { api, ask } from "../api/client";
import { asFailure, Failure } from "../api/failure";
import * as device from "./device";
import { changed, type Fields, fieldsOf, inputOf, type Post } from "./draft";
import { dropCopy, keepCopy, readCopy } from "./working-copy";

/** Another text of the post: its saved version, the fields to compare with, and those that both began from. */
export type Conflict = {
  other: Post;
  theirs: Fields;
  base: Fields;
  /** Whether it is the person's own text from another device, with the time of its working copy. */
  ownDevice?: string;
  /** What the chosen text is compared with next. */
  next?: Conflict;
};

export type SaveState =
  | { kind: "saved"; at: Date | null }
  | { kind: "unsaved" }
  | { kind: "kept"; at: Date }
  | { kind: "saving" }
  | { kind: "offline"; since: Date }
  | ({ kind: "conflict" } & Conflict)
  | { kind: "failed"; failure: Failure };

/** Rest after which the text is kept on the device. */
const DEVICE_REST = 300;
/** Rest after which the working copy is sent, and the longest time between two while typing goes on. */
const COPY_REST = 4_000;
const COPY_APART = 30_000;
/** Rest after which it is saved as a version. */
const SERVER_REST = 600_000;
/** Pause between attempts without a network. */
const RETRY = 5_000;

/** The editor that shows the body of a text. */
export type View = {
  /** Reads the body from the editor, which is asked only when it matters. */
  readBody: () => string;
  /** Shows a text that came from another device. */
  showBody: (body: string) => void;
};

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
  /** When the first of the attempts without a network failed. */
  private offlineSince: Date | null = null;
  private view: View | null = null;
  /** A body as it was sent, and what the server made of it: the editor still has the first, and says the same. */
  private made: { sent: string; stored: string } | null = null;
  /** What this device and the server last had in common. */
  met: device.Met | null = null;

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

  /** Takes the body from this editor from now on. */
  attach(view: View) {
    this.view = view;
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
    // Another attempt does not end the time without a network.
    if (state.kind !== "offline" && state.kind !== "saving") this.offlineSince = null;
    this.tell();
  }

  /** Changes fields. */
  set(fields: Partial<Fields>) {
    this.now = { ...this.now, ...fields };
    this.touched();
    this.tell();
  }

  /** Goes on from a working copy that the server has. */
  goOn(at: Date) {
    this.enter({ kind: "kept", at });
  }

  /** Something was typed; the body is read, and the screen told of it, when the person rests. */
  touched() {
    if (this.state.kind === "saved" || this.state.kind === "kept" || this.state.kind === "failed")
      this.enter({ kind: "unsaved" });
    clearTimeout(this.deviceTimer);
    this.deviceTimer = setTimeout(() => void this.keep(), DEVICE_REST);
    // Without a network, the next attempt is due whatever is typed.
    if (this.state.kind === "conflict" || this.state.kind === "offline") return;
    clearTimeout(this.serverTimer);
    this.serverTimer = setTimeout(() => void this.save(), SERVER_REST);
    const now = Date.now();
    this.typedSince ??= now;
    clearTimeout(this.copyTimer);
    this.copyTimer = setTimeout(
      () => void this.copy(),
      Math.max(0, Math.min(COPY_REST, this.typedSince + COPY_APART - now)),
    );
  }

  /** Sends the working copy, unless a version is on its way. */
  async copy() {
    clearTimeout(this.copyTimer);
    if (this.running || this.state.kind === "conflict") return;
    if (!this.isDirty) return;
    this.typedSince = null;
    this.wanted = "copy";
    this.running = this.sendCopy()
      .catch((error: unknown) => this.failed(asFailure(error)))
      .finally(() => {
        this.running = null;
      });
    await this.running;
  }

  private async sendCopy() {
    // A copy that another device sent meanwhile is not overwritten.
    if (await this.meet()) return;
    const sent = this.now;
    const { current, saved } = await keepCopy(this.post, this.version, this.base, sent);
    if (current > this.version && (await this.contest())) {
      // Until they are compared, these words stand nowhere else: they remain the device's own.
      await this.keep();
      return;
    }
    this.met = { saved, fields: sent };
    await this.keep();
    this.enter(changed(sent, this.now).length === 0 ? { kind: "kept", at: new Date() } : { kind: "unsaved" });
  }

  /** Looks whether the person went on at another device, as when this one is used again.
   *
   * @returns whether the text was replaced. */
  async look(): Promise<boolean> {
    if (this.running || this.state.kind === "conflict" || this.state.kind === "offline") return false;
    let replaced = false;
    this.running = this.meet()
      .then(
        (found) => {
          replaced = found && this.state.kind === "kept";
        },
        // The next copy that is sent looks again.
        () => undefined,
      )
      .finally(() => {
        this.running = null;
      });
    await this.running;
    return replaced;
  }

  /** Takes over what the person wrote at another device. With own words that were not sent, both texts are compared. */
  private async meet(): Promise<boolean> {
    const copy = await readCopy(this.post);
    if (!copy || copy.saved === this.met?.saved) return false;
    // A copy of a former version is no way on from this one.
    if (copy.version < this.version) return false;
    if (copy.version > this.version) return this.contest();
    const theirs = { ...this.base, ...copy.fields };
    const common = this.met?.fields ?? this.base;
    this.readEditor();
    const own = changed(common, this.now).length > 0;
    if (own && changed(this.now, theirs).length > 0) {
      const other = await ask(api.GET("/api/v1/posts/{id}", { params: { path: { id: this.post } } }));
      this.enter({ kind: "conflict", other, theirs, base: common, ownDevice: copy.saved });
      return true;
    }
    this.met = { saved: copy.saved, fields: theirs };
    if (own) return false;
    clearTimeout(this.copyTimer);
    this.now = theirs;
    this.view?.showBody(theirs.body);
    await this.keep();
    this.enter({ kind: "kept", at: new Date(copy.saved) });
    return true;
  }

  private again() {
    return this.wanted === "version" ? this.save() : this.copy();
  }

  /** Someone else saved: the texts are compared. */
  private async contest(): Promise<boolean> {
    const other = await ask(api.GET("/api/v1/posts/{id}", { params: { path: { id: this.post } } })).catch(() => null);
    if (other) this.enter({ kind: "conflict", other, theirs: fieldsOf(other), base: this.base });
    return other !== null;
  }

  private readEditor() {
    const read = this.view?.readBody();
    const body = this.made && read === this.made.sent ? this.made.stored : read;
    if (body !== undefined && body !== this.now.body) this.now = { ...this.now, body };
  }

  get isDirty(): boolean {
    this.readEditor();
    return changed(this.base, this.now).length > 0;
  }

  private async keep() {
    this.readEditor();
    this.tell();
    if (changed(this.base, this.now).length === 0) return this.untouched();
    await device
      .keep(this.user, this.post, {
        fields: this.now,
        base: this.base,
        version: this.version,
        at: Date.now(),
        met: this.met,
      })
      .catch(() => undefined);
  }

  /** The text is again what was saved: what was kept of it on the way is of no use. */
  private async untouched() {
    if (this.state.kind !== "unsaved" && this.state.kind !== "kept") return;
    clearTimeout(this.serverTimer);
    clearTimeout(this.copyTimer);
    this.typedSince = null;
    const { met } = this;
    this.enter({ kind: "saved", at: null });
    await device.drop(this.user, this.post).catch(() => undefined);
    if (!met || changed(this.base, met.fields).length === 0) return;
    this.met = null;
    await dropCopy(this.post).catch(() => undefined);
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
      // The stored text is the base; until it is changed, the editor's stands for it.
      if (saved.body !== sent.body) this.made = { sent: sent.body, stored: saved.body };
      this.base = saved;
      this.now = { ...this.base, ...Object.fromEntries(own.map((name) => [name, this.now[name]])) };
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
      this.offlineSince ??= new Date();
      this.enter({ kind: "offline", since: this.offlineSince });
      clearTimeout(this.serverTimer);
      this.serverTimer = setTimeout(() => void this.again(), RETRY);
      return;
    }
    this.enter({ kind: "failed", failure });
  }

  /** Goes on from another version with these fields. */
  async resolve({ other, theirs, ownDevice, next }: Conflict, fields: Fields) {
    if (ownDevice) this.met = { saved: ownDevice, fields: theirs };
    if (next) {
      this.now = fields;
      this.enter({ kind: "conflict", ...next });
      await this.keep();
      return;
    }
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
    this.met = null;
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
