// Two texts beside each other, passage by passage.
import { describe, expect, it } from "vitest";

import { blocksOf, passages, readable } from "./differences";

const p = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join("");

/** One line for each passage: the suggested side, `!` where both changed it, and the two texts. */
const told = (base: string, mine: string, theirs: string) =>
  passages(base, mine, theirs).map((passage) =>
    passage.kind === "same"
      ? `= ${readable(passage.html).replace(/\n/g, " ")}`
      : `${passage.suggested}${passage.contested ? "!" : ""} ${readable(passage.mine)} | ${readable(passage.theirs)}`,
  );

describe("passages", () => {
  it.each<[string, string, string, string, string[]]>([
    ["nothing differs", p("a", "b"), p("a", "b"), p("a", "b"), ["= a b"]],
    ["only I changed", p("a", "b"), p("a", "b x"), p("a", "b"), ["= a", "mine b x | b"]],
    ["only the other changed", p("a", "b"), p("a", "b"), p("a", "b x"), ["= a", "theirs b | b x"]],
    ["both changed the same", p("a", "b"), p("a", "b c x"), p("a", "b c y"), ["= a", "mine! b c x | b c y"]],
    ["both changed others", p("a", "b"), p("a x", "b"), p("a", "b y"), ["mine a x | a", "theirs b | b y"]],
    ["I wrote one", p("a"), p("a", "n"), p("a"), ["= a", "mine n | "]],
    ["the other wrote one", p("a"), p("a"), p("n", "a"), ["theirs  | n", "= a"]],
    ["I deleted one", p("a", "b"), p("a"), p("a", "b"), ["= a", "mine  | b"]],
    ["the other deleted one", p("a", "b"), p("a", "b"), p("a"), ["= a", "theirs b | "]],
    ["all is empty", "", "", "", []],
  ])("%s", (_, base, mine, theirs, expected) => {
    expect(told(base, mine, theirs)).toEqual(expected);
  });

  it("a new block beside a changed one is a passage of its own", () => {
    const base = p("o café cresce devagar na serra");
    const theirs = p("um parágrafo novo", "o café cresce devagar na serra alta");
    expect(told(base, base, theirs)).toEqual([
      "theirs  | um parágrafo novo",
      "theirs o café cresce devagar na serra | o café cresce devagar na serra alta",
    ]);
  });

  it("of one side put together again are that side", () => {
    const [base, mine, theirs] = [p("a", "b", "c", "d"), p("x", "b", "d", "e"), p("a", "b y", "c", "f")];
    const side = (name: "mine" | "theirs") =>
      passages(base, mine, theirs)
        .flatMap((passage) => (passage.kind === "same" ? passage.html : passage[name]))
        .join("");
    expect(side("mine")).toBe(mine);
    expect(side("theirs")).toBe(theirs);
  });
});

it("blocks keep text outside of elements and leave out the space between", () => {
  expect(blocksOf("<p>a</p>\n\n<ul><li>b</li></ul>solto")).toEqual(["<p>a</p>", "<ul><li>b</li></ul>", "solto"]);
});
