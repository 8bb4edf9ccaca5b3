// Saving, with the server that `testing/server.ts` stands for and the clock of the test.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { aPost } from "../../testing/posts";
import { Server } from "../../testing/server";
import * as device from "./device";
import type { Kept } from "./device";
import { Text } from "./saving";

const store = vi.hoisted(() => new Map<string, unknown>());
vi.mock("./device", () => ({
  kept: (user: number, post: number) => Promise.resolve(store.get(`${user}/${post}`)),
  keep: (user: number, post: number, text: unknown) => Promise.resolve(store.set(`${user}/${post}`, text)),
  drop: (user: number, post: number) => Promise.resolve(store.delete(`${user}/${post}`)),
}));

const USER = 1;
const AUTOSAVE = "/posts/7/autosave";
const POST = "/posts/7";

let server: Server;
let text: Text;

/** What the editor shows. */
let shown: string;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-26T12:00:00Z") });
  store.clear();
  const post = aPost();
  server = new Server(post);
  text = new Text(USER, post);
  shown = post.body;
  text.attach({ readBody: () => shown, showBody: (body) => (shown = body) });
});

afterEach(() => text.close());

/** Types a body into the editor. */
function type(body: string) {
  shown = body;
  text.touched();
}

/** Lets this time pass, with the requests that become due. */
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

/** Lets the requests that are on their way arrive. */
const settle = () => pass(0);

/** Sees that `promise` ends while timers and requests go on. */
async function ends<T>(promise: Promise<T>): Promise<T> {
  await settle();
  return promise;
}

const onDevice = () => store.get(`${USER}/7`) as Kept | undefined;

describe("what is not touched", () => {
  it("is not sent, however long it is open", async () => {
    await pass(3600);
    expect(await ends(text.save())).toBe(true);
    expect(server.calls).toEqual([]);
    expect(text.state).toEqual({ kind: "saved", at: null });
  });

  it("is not sent when what was typed was taken back", async () => {
    type("<p>Outro.</p>");
    type(aPost().body);
    await pass(3600);
    expect(server.sent("PUT", AUTOSAVE)).toEqual([]);
    expect(server.sent("PUT", POST)).toEqual([]);
    expect(text.state.kind).toBe("saved");
  });
});

describe("typing", () => {
  it("is kept on the device after 300 ms", async () => {
    type("<p>Novo.</p>");
    expect(text.state.kind).toBe("unsaved");
    await pass(0.29);
    expect(onDevice()).toBeUndefined();
    await pass(0.02);
    expect(onDevice()).toMatchObject({ fields: { body: "<p>Novo.</p>" }, base: { body: aPost().body }, version: 1 });
  });

  it("becomes the working copy after 4 s of rest, with only the members that changed", async () => {
    text.set({ title: "Outro título" });
    await pass(3.9);
    expect(server.sent("PUT", AUTOSAVE)).toEqual([]);
    await pass(0.2);
    expect(server.sent("PUT", AUTOSAVE).map(({ body }) => body)).toEqual([
      { version: 1, content: { title: "Outro título" } },
    ]);
    expect(text.state.kind).toBe("kept");
    expect(server.post.version).toBe(1);
  });

  it("is sent within 30 s, though the person never rests", async () => {
    for (let second = 0; second < 31; second += 1) {
      type(`<p>${second}</p>`);
      await pass(1);
    }
    expect(server.sent("PUT", AUTOSAVE)).toHaveLength(1);
  });

  it("becomes a version after 10 min", async () => {
    type("<p>Novo.</p>");
    await pass(599);
    expect(server.sent("PUT", POST)).toEqual([]);
    await pass(2);
    expect(server.sent("PUT", POST)).toMatchObject([{ ifMatch: '"1"', body: { body: "<p>Novo.</p>" } }]);
    expect(text.version).toBe(2);
    expect(text.state.kind).toBe("saved");
  });

  it("tells those who listen, until they stop listening", () => {
    const listener = vi.fn();
    const stop = text.subscribe(listener);
    text.set({ title: "Um" });
    const told = listener.mock.calls.length;
    expect(told).toBeGreaterThan(0);
    expect(text.current()).toMatchObject({ fields: { title: "Um" }, state: { kind: "unsaved" }, version: 1 });
    stop();
    text.set({ title: "Dois" });
    expect(listener).toHaveBeenCalledTimes(told);
  });

  it("sends nothing more after it is closed", async () => {
    type("<p>Novo.</p>");
    text.close();
    await pass(3600);
    expect(server.calls).toEqual([]);
  });
});

describe("saving a version", () => {
  it("clears what the device kept", async () => {
    type("<p>Novo.</p>");
    await pass(1);
    expect(onDevice()).toBeDefined();
    expect(await ends(text.save())).toBe(true);
    expect(onDevice()).toBeUndefined();
    expect(text.isDirty).toBe(false);
  });

  it("sends a member that was emptied as null", async () => {
    text.set({ host_author_id: 4 });
    await ends(text.save());
    text.set({ host_author_id: undefined });
    await ends(text.save());
    expect(server.sent("PUT", POST).map(({ body }) => body)).toEqual([{ host_author_id: 4 }, { host_author_id: null }]);
  });

  it("keeps what is typed on the way, which the next save sends", async () => {
    type("<p>Um.</p>");
    const release = server.hold();
    const saving = text.save();
    await settle();
    expect(text.state.kind).toBe("saving");
    type("<p>Um. Dois.</p>");
    release();
    await ends(saving);
    expect(text.state.kind).toBe("unsaved");
    expect(shown).toBe("<p>Um. Dois.</p>");
    expect(onDevice()).toBeDefined();
    expect(await ends(text.save())).toBe(true);
    expect(server.sent("PUT", POST)).toMatchObject([
      { ifMatch: '"1"', body: { body: "<p>Um.</p>" } },
      { ifMatch: '"2"', body: { body: "<p>Um. Dois.</p>" } },
    ]);
  });

  it("asks once for two calls", async () => {
    type("<p>Um.</p>");
    const both = Promise.all([text.save(), text.save()]);
    expect(await ends(both)).toEqual([true, true]);
    expect(server.sent("PUT", POST)).toHaveLength(1);
  });

  it("takes over what the platform corrected, but not over later typing", async () => {
    server.corrects = (fields) => ({ ...fields, slug: "outro-2", title: "Título da plataforma" });
    text.set({ slug: "outro" });
    const release = server.hold();
    const saving = text.save();
    await settle();
    text.set({ title: "Título da pessoa" });
    release();
    await ends(saving);
    expect(text.now).toMatchObject({ slug: "outro-2", title: "Título da pessoa" });
  });

  it.each([
    [422, "invalid_input"],
    [403, "forbidden"],
    [500, "internal"],
  ])("that is refused with %i says so, and typing lets it try again", async (status, code) => {
    type("<p>Novo.</p>");
    server.refuses = [status, code];
    expect(await ends(text.save())).toBe(false);
    expect(text.state).toMatchObject({ kind: "failed", failure: { status, code } });
    expect(onDevice()).toBeDefined();
    server.refuses = null;
    type("<p>Mais.</p>");
    expect(text.state.kind).toBe("unsaved");
    expect(await ends(text.save())).toBe(true);
  });
});

describe("without a network", () => {
  it.each([
    ["no answer", () => (server.down = true)],
    ["502", () => (server.refuses = [502, "bad_gateway"])],
    ["503", () => (server.refuses = [503, "unavailable"])],
  ])("a version is sent again every 5 s until it is taken: %s", async (_, break_) => {
    type("<p>Novo.</p>");
    break_();
    expect(await ends(text.save())).toBe(false);
    const since = text.state;
    expect(since.kind).toBe("offline");
    expect(onDevice()).toMatchObject({ fields: { body: "<p>Novo.</p>" } });
    const before = server.sent("PUT", POST).length;
    await pass(5);
    expect(server.sent("PUT", POST)).toHaveLength(before + 1);
    // The time since when is that of the first failure.
    expect(text.state).toEqual(since);
    server.down = false;
    server.refuses = null;
    await pass(5);
    expect(text.state.kind).toBe("saved");
    expect(server.post.body).toBe("<p>Novo.</p>");
  });

  it("only the working copy is sent again if no version was asked for", async () => {
    server.down = true;
    type("<p>Novo.</p>");
    await pass(4);
    expect(text.state.kind).toBe("offline");
    server.down = false;
    await pass(5);
    expect(text.state.kind).toBe("kept");
    expect(server.sent("PUT", POST)).toEqual([]);
  });

  it("typing does not postpone the next attempt", async () => {
    server.down = true;
    type("<p>Novo.</p>");
    await ends(text.save());
    server.down = false;
    for (let second = 0; second < 6; second += 1) {
      type(`<p>${second}</p>`);
      await pass(1);
    }
    expect(server.post.version).toBe(2);
  });

  it("the return of the network sends at once", async () => {
    server.down = true;
    type("<p>Novo.</p>");
    await ends(text.save());
    server.down = false;
    dispatchEvent(new Event("online"));
    await settle();
    expect(text.state.kind).toBe("saved");
  });
});

describe("a version of someone else", () => {
  beforeEach(() => server.savedElsewhere({ title: "Título do colega", body: "<p>Do colega.</p>" }));

  it("is not overwritten by a save: both are compared", async () => {
    type("<p>Meu.</p>");
    expect(await ends(text.save())).toBe(false);
    expect(text.state).toMatchObject({
      kind: "conflict",
      other: { version: 2 },
      theirs: { body: "<p>Do colega.</p>" },
      base: { body: aPost().body },
    });
    expect(server.post.body).toBe("<p>Do colega.</p>");
    expect(shown).toBe("<p>Meu.</p>");
  });

  it("is noticed when the working copy is sent", async () => {
    type("<p>Meu.</p>");
    await pass(4);
    expect(text.state.kind).toBe("conflict");
    expect(onDevice()).toMatchObject({ fields: { body: "<p>Meu.</p>" } });
  });

  it("stops sending until the person chose", async () => {
    type("<p>Meu.</p>");
    await ends(text.save());
    const before = server.calls.length;
    type("<p>Meu e mais.</p>");
    expect(await ends(text.save())).toBe(false);
    await pass(3600);
    expect(server.calls).toHaveLength(before);
    expect(onDevice()).toMatchObject({ fields: { body: "<p>Meu e mais.</p>" } });
  });

  it("goes on from the choice, saved over the other's version", async () => {
    type("<p>Meu.</p>");
    await ends(text.save());
    const { state } = text;
    if (state.kind !== "conflict") throw new Error(state.kind);
    shown = "<p>Do colega.</p><p>Meu.</p>";
    await ends(text.resolve(state, { ...state.theirs, body: shown }));
    expect(text.state.kind).toBe("saved");
    expect(server.sent("PUT", POST).at(-1)).toMatchObject({ ifMatch: '"2"', body: { body: shown } });
    expect(server.post).toMatchObject({ version: 3, title: "Título do colega", body: shown });
  });

  it("that cannot be read for the comparison is a refusal, and the text stays on the device", async () => {
    type("<p>Meu.</p>");
    server.unreadable = true;
    expect(await ends(text.save())).toBe(false);
    expect(text.state).toMatchObject({ kind: "failed", failure: { status: 412 } });
    expect(onDevice()).toMatchObject({ fields: { body: "<p>Meu.</p>" } });
  });
});

describe("the own text of another device", () => {
  it("takes the place of one without words of its own", async () => {
    server.copiedElsewhere({ body: "<p>Do celular.</p>" });
    expect(await ends(text.look())).toBe(true);
    expect(shown).toBe("<p>Do celular.</p>");
    expect(text.state).toEqual({ kind: "kept", at: new Date(server.copy?.saved_at ?? "") });
  });

  it("is not overwritten by words that were written beside it", async () => {
    server.copiedElsewhere({ body: "<p>Do celular.</p>" });
    type("<p>Meu.</p>");
    await pass(4);
    expect(text.state.kind).toBe("conflict");
    expect(server.copy?.content.body).toBe("<p>Do celular.</p>");
  });

  it("is shown when this device is used again", async () => {
    type("<p>Meu.</p>");
    await pass(4);
    server.copiedElsewhere({ body: "<p>Meu. Do celular.</p>" });
    expect(await ends(text.look())).toBe(true);
    expect(shown).toBe("<p>Meu. Do celular.</p>");
    expect(text.now.body).toBe("<p>Meu. Do celular.</p>");
    expect(text.state.kind).toBe("kept");
  });

  it("is looked for without a change when nothing is new", async () => {
    type("<p>Meu.</p>");
    await pass(4);
    expect(await ends(text.look())).toBe(false);
    expect(shown).toBe("<p>Meu.</p>");
  });

  it("is compared with words that this device did not send", async () => {
    type("<p>Meu.</p>");
    await pass(4);
    type("<p>Meu e mais.</p>");
    server.copiedElsewhere({ body: "<p>Meu. Do celular.</p>" });
    expect(await ends(text.look())).toBe(false);
    expect(text.state).toMatchObject({
      kind: "conflict",
      ownDevice: server.copy?.saved_at,
      theirs: { body: "<p>Meu. Do celular.</p>" },
      base: { body: "<p>Meu.</p>" },
    });
    expect(shown).toBe("<p>Meu e mais.</p>");
  });

  it("goes on from the choice without asking about the same text again", async () => {
    type("<p>Meu.</p>");
    await pass(4);
    type("<p>Meu e mais.</p>");
    server.copiedElsewhere({ body: "<p>Do celular.</p>" });
    await ends(text.look());
    const { state } = text;
    if (state.kind !== "conflict") throw new Error(state.kind);
    await ends(text.resolve(state, text.now));
    expect(text.state.kind).toBe("saved");
    expect(server.post.body).toBe("<p>Meu e mais.</p>");
  });

  it("is left alone when it began from a former version", async () => {
    server.savedElsewhere({});
    text.close();
    text = new Text(USER, server.post);
    server.copiedElsewhere({ body: "<p>Antigo.</p>" }, 1);
    expect(await ends(text.look())).toBe(false);
    expect(text.state.kind).toBe("saved");
  });

  it("is not looked for during a conflict or without a network", async () => {
    server.down = true;
    type("<p>Meu.</p>");
    await ends(text.save());
    const before = server.calls.length;
    expect(await ends(text.look())).toBe(false);
    expect(server.calls).toHaveLength(before);
  });
});

describe("going back to the saved state", () => {
  it("drops what was typed, here and on the server", async () => {
    type("<p>Meu.</p>");
    await pass(4);
    expect(server.copy).not.toBeNull();
    await ends(text.adopt(server.post));
    expect(server.copy).toBeNull();
    expect(await device.kept(USER, 7)).toBeUndefined();
    expect(text.now).toEqual(text.base);
    expect(text.state).toEqual({ kind: "saved", at: null });
  });
});
