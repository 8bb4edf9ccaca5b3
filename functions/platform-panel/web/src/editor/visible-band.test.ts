// How far a passage is scrolled.
import { describe, expect, it } from "vitest";

import { distanceTo } from "./visible-band";

const BAND = { top: 100, bottom: 900 };

describe("a passage", () => {
  it("in the band stays where it is", () => {
    expect(distanceTo({ top: 130, bottom: 160 }, BAND)).toBe(0);
    expect(distanceTo({ top: 840, bottom: 870 }, BAND)).toBe(0);
  });

  it("that is clicked at the edge of a bar stays there, and goes on when it is covered", () => {
    expect(distanceTo({ top: 102, bottom: 130 }, BAND, 0)).toBe(0);
    expect(distanceTo({ top: 890, bottom: 920 }, BAND, 0)).toBe(590);
  });

  it.each([
    ["under the upper bar", 110, 140],
    ["above the window", -400, -370],
    ["under the lower bar", 880, 910],
    ["below the window", 3000, 3030],
  ])("%s comes to the upper quarter", (_, top, bottom) => {
    expect(top - distanceTo({ top, bottom }, BAND)).toBe(300);
  });

  it("that is longer than the rest of the band begins below the upper bar", () => {
    const distance = distanceTo({ top: 2000, bottom: 2700 }, BAND);
    expect(2000 - distance).toBe(124);
  });
});
