// What a text goes on from: the device's words, the working copy of the server, or both compared.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { aPost } from "../../testing/posts";
import { Server } from "../../testing/server";
import type { Kept } from "./device";
import { type Fields, fieldsOf, type Post } from "./draft";
import { recover } from "./recovery";
import { Text } from "./saving";

const here = vi.hoisted((): { text?: Kept; broken: boolean } => ({ broken: false }));
vi.mock("./device", () => ({
  kept: () => (here.broken ? Promise.reject(new Error("closed")) : Promise.resolve(here.text)),
  keep: () => Promise.resolve(),
  drop: () => Promise.resolve(),
}));

const AT = Date.parse("2026-11-26T11:00:00Z");

let post: Post;
let server: Server;
let text: Text;

beforeEach(() => {
  here.text = undefined;
  here.broken = false;
  begin(aPost());
});
afterEach(() => text.close());

function begin(of: Post) {
  post = of;
  server = new Server(of);
  text = new Text(1, of);
}

/** The device holds these fields over `base`. */
function kept(
  changes: Partial<Fields>,
  { base = fieldsOf(post), version = post.version, met = null as Kept["met"] } = {},
) {
  here.text = { fields: { ...base, ...changes }, base, version, at: AT, met } satisfies Kept;
}

const recovered = () => recover(1, post, text);

it("nothing is recovered where nothing was left", async () => {
  expect(await recovered()).toBeNull();
  expect(text.state.kind).toBe("saved");
  expect(text.now).toEqual(fieldsOf(post));
});

it("a text equal to the saved one is none", async () => {
  kept({});
  expect(await recovered()).toBeNull();
  expect(text.state.kind).toBe("saved");
});

it("the device's words go on, with the time at which they were written", async () => {
  kept({ body: "<p>Daqui.</p>" });
  expect(await recovered()).toBe(AT);
  expect(text.now.body).toBe("<p>Daqui.</p>");
  expect(text.state.kind).toBe("unsaved");
});

it("they go on without a network", async () => {
  server.down = true;
  kept({ body: "<p>Daqui.</p>" });
  expect(await recovered()).toBe(AT);
  expect(text.now.body).toBe("<p>Daqui.</p>");
});

it("the working copy goes on where the device has nothing, or its store does not open", async () => {
  server.copiedElsewhere({ title: "Do celular" });
  here.broken = true;
  expect(await recovered()).toBe(Date.parse(server.copy?.saved_at ?? ""));
  expect(text.now).toEqual({ ...fieldsOf(post), title: "Do celular" });
  expect(text.met?.saved).toBe(server.copy?.saved_at);
});

it("the working copy goes on over words of the device that were already sent", async () => {
  const sent = { ...fieldsOf(post), body: "<p>Daqui.</p>" };
  kept({ body: "<p>Daqui.</p>" }, { met: { saved: "2026-11-26T10:59:00Z", fields: sent } });
  server.copiedElsewhere({ body: "<p>Daqui. Do celular.</p>" });
  await recovered();
  expect(text.now.body).toBe("<p>Daqui. Do celular.</p>");
  expect(text.state.kind).toBe("kept");
});

it("words of both are compared, from what they had in common", async () => {
  kept({ body: "<p>Daqui.</p>" });
  server.copiedElsewhere({ body: "<p>Do celular.</p>" });
  await recovered();
  expect(text.now.body).toBe("<p>Daqui.</p>");
  expect(text.state).toMatchObject({
    kind: "conflict",
    theirs: { body: "<p>Do celular.</p>" },
    base: { body: post.body },
    ownDevice: server.copy?.saved_at,
    next: undefined,
  });
});

it("the same words at both are no conflict", async () => {
  kept({ body: "<p>Igual.</p>" });
  server.copiedElsewhere({ body: "<p>Igual.</p>" });
  await recovered();
  expect(text.now.body).toBe("<p>Igual.</p>");
  expect(text.state.kind).toBe("kept");
});

describe("when someone else saved a version meanwhile", () => {
  const base = fieldsOf(aPost());

  beforeEach(() => begin(aPost({ version: 2, body: "<p>Do colega.</p>" })));

  it("the device's words are compared with it", async () => {
    kept({ body: "<p>Daqui.</p>" }, { base, version: 1 });
    await recovered();
    expect(text.state).toMatchObject({
      kind: "conflict",
      other: { version: 2 },
      theirs: { body: "<p>Do colega.</p>" },
      base: { body: base.body },
    });
    expect(text.state).not.toHaveProperty("ownDevice");
  });

  it("words of both devices are compared first, and with it next", async () => {
    kept({ body: "<p>Daqui.</p>" }, { base, version: 1 });
    server.copiedElsewhere({ body: "<p>Do celular.</p>" }, 1);
    await recovered();
    expect(text.state).toMatchObject({
      kind: "conflict",
      theirs: { body: "<p>Do celular.</p>" },
      next: { other: { version: 2 }, theirs: { body: "<p>Do colega.</p>" } },
    });
  });
});
