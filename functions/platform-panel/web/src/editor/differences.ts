// Two texts passage by passage: where they differ, and which side changed since the common version.

export type Passage =
  | { kind: "same"; html: string[] }
  | { kind: "differs"; mine: string[]; theirs: string[]; suggested: Side; contested: boolean };

/** Whose passage stays; both are kept one after the other. */
export type Side = "mine" | "theirs" | "both";

/** The top-level blocks of a text. */
export function blocksOf(html: string): string[] {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  return [...body.childNodes]
    .map((node) => (node instanceof Element ? node.outerHTML : (node.textContent ?? "")))
    .filter((text) => text.trim() !== "");
}

/** Pairs of equal entries, by the longest common subsequence. */
function common(one: string[], other: string[]): [number, number][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] as Uint16Array;
      const below = lengths[i + 1] as Uint16Array;
      row[j] = one[i] === other[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    if (one[i] === other[j]) pairs.push([i++, j++]);
    else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** From this share of common words on, one block is taken for a changed form of the other. */
const SIMILAR = 0.5;
/** Products of lengths up to which blocks are compared with each other. */
const COMPARED = 10_000;

/** The share of words that two blocks have in common. */
function similarity(one: string, other: string): number {
  const [words, others] = [one, other].map(
    (block) =>
      readable([block])
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
  if (!words?.length || !others?.length) return 0;
  const left = new Map<string, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of others) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared += 1;
    left.set(word, count - 1);
  }
  return (2 * shared) / (words.length + others.length);
}

/** Pairs the blocks of two differing runs: changed forms of one block with each other, so that a new block beside a changed one
 * is a passage of its own. */
function parts(left: string[], right: string[]): [string[], string[]][] {
  const whole: [string[], string[]][] =
    left.length === right.length
      ? left.map((block, index): [string[], string[]] => [[block], right.slice(index, index + 1)])
      : [[left, right]];
  if (left.length * right.length > COMPARED || left.length === 0 || right.length === 0) return whole;
  const alike = left.map((block) => right.map((other) => similarity(block, other)));
  const best = Array.from({ length: left.length + 1 }, () => new Float64Array(right.length + 1));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  const worth = (i: number, j: number) => {
    const share = alike[i]?.[j] ?? 0;
    return share < SIMILAR ? 0 : share;
  };
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const paired = worth(i, j);
      (best[i] as Float64Array)[j] = Math.max(at(i + 1, j), at(i, j + 1), paired > 0 ? paired + at(i + 1, j + 1) : 0);
    }
  }
  if (at(0, 0) === 0) return whole;
  const found: [string[], string[]][] = [];
  for (let i = 0, j = 0; i < left.length || j < right.length;) {
    const paired = worth(i, j);
    if (i < left.length && j < right.length && paired > 0 && at(i, j) === paired + at(i + 1, j + 1))
      found.push([left.slice(i, ++i), right.slice(j, ++j)]);
    else if (i < left.length && (j === right.length || at(i, j) === at(i + 1, j))) found.push([left.slice(i, ++i), []]);
    else found.push([[], right.slice(j, ++j)]);
  }
  return found;
}

/** The passages of two texts. One that only the other side changed or wrote is suggested as theirs, one that both changed is
 * contested, and else mine is suggested. */
export function passages(base: string, mine: string, theirs: string): Passage[] {
  const known = new Set(blocksOf(base));
  const [own, other] = [blocksOf(mine), blocksOf(theirs)];
  const found: Passage[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...common(own, other), [own.length, other.length] as [number, number]]) {
    if (a > i || b > j) {
      const [left, right] = [own.slice(i, a), other.slice(j, b)];
      for (const [mine, theirs] of parts(left, right)) {
        const untouched = (blocks: string[]) => blocks.every((block) => known.has(block));
        // Nothing on one side is what the other wrote, or what this one deleted.
        const suggested =
          mine.length > 0 ? (untouched(mine) ? "theirs" : "mine") : untouched(theirs) ? "mine" : "theirs";
        found.push({
          kind: "differs",
          mine,
          theirs,
          suggested,
          contested: mine.length > 0 && theirs.length > 0 && !untouched(mine) && !untouched(theirs),
        });
      }
    }
    const block = own[a];
    if (block !== undefined) {
      const last = found.at(-1);
      if (last?.kind === "same") last.html.push(block);
      else found.push({ kind: "same", html: [block] });
    }
    [i, j] = [a + 1, b + 1];
  }
  return found;
}

/** The plain text of blocks, for reading. */
export function readable(blocks: string[]): string {
  const body = new DOMParser().parseFromString(blocks.join("\n"), "text/html").body;
  return (body.textContent ?? "").trim();
}
