// @vitest-environment node
// What moving a post on the board opens, and why it is refused.
import { describe, expect, it } from "vitest";

import { type Lane, LANES, laneOf, moveTo } from "./moves";
import type { Post } from "./post-pages";

const post = (state: string, status = "draft") => ({ id: 1, state, status }) as Post;
const EDITOR = { ask: true, publish: true };
const WRITER = { ask: true, publish: false };

/** A refusal with these words. */
const refused = (words: string) => ({ refused: expect.stringContaining(words) as string });

it.each([
  ["draft", "writing"],
  ["rejected", "writing"],
  ["parked", "writing"],
  ["sending", "writing"],
  ["with_client", "pending"],
  ["adjustments", "adjustments"],
  ["approved", "approved"],
  ["scheduled", "scheduled"],
  ["published", "published"],
])("%s stands in the lane %s", (state, lane) => {
  expect(laneOf(post(state))).toBe(lane);
});

it("no state stands in two lanes", () => {
  const states = LANES.flatMap(({ states }) => states);
  expect(new Set(states).size).toBe(states.length);
});

describe("a move", () => {
  it.each<[string, Lane, typeof EDITOR, object]>([
    ["draft", "pending", WRITER, { opens: "approval" }],
    ["draft", "published", EDITOR, { opens: "publish" }],
    ["approved", "scheduled", EDITOR, { opens: "publish" }],
    ["draft", "published", WRITER, refused("editor ou gerente")],
    ["draft", "approved", EDITOR, refused("cliente")],
    ["draft", "adjustments", EDITOR, refused("cliente")],
    ["published", "writing", EDITOR, refused("no ar")],
    ["draft", "writing", EDITOR, { refused: "Já está aqui." }],
    ["with_client", "writing", EDITOR, refused("abra o conteúdo")],
  ])("from %s to %s", (state, to, can, move) => {
    expect(moveTo(post(state), to, can)).toEqual(move);
  });

  it("of a scheduled post opens its publication, and asks for no approval", () => {
    const scheduled = post("scheduled", "scheduled");
    expect(moveTo(scheduled, "writing", EDITOR)).toEqual({ opens: "publish" });
    expect(moveTo(scheduled, "pending", EDITOR)).toHaveProperty("refused");
    expect(moveTo(scheduled, "writing", WRITER)).toHaveProperty("refused");
  });
});
