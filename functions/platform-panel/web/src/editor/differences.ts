// Two texts passage by passage: where they differ, and which side changed since the common version.

export type Passage = { kind: "same"; html: string[] } | { kind: "differs"; mine: string[]; theirs: string[]; suggested: "mine" | "theirs" };

/** The top-level blocks of a text. */
export function blocksOf(html: string): string[] {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  return [...body.childNodes].map((node) => (node instanceof Element ? node.outerHTML : (node.textContent ?? ""))).filter((text) => text.trim() !== "");
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
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    if (one[i] === other[j]) pairs.push([i++, j++]);
    else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The passages of two texts. A passage that only the other side changed is suggested as theirs, else mine. */
export function passages(base: string, mine: string, theirs: string): Passage[] {
  const known = new Set(blocksOf(base));
  const [own, other] = [blocksOf(mine), blocksOf(theirs)];
  const found: Passage[] = [];
  let [i, j] = [0, 0];
  for (const [a, b] of [...common(own, other), [own.length, other.length] as [number, number]]) {
    if (a > i || b > j) {
      const [left, right] = [own.slice(i, a), other.slice(j, b)];
      // As many paragraphs on both sides are compared one by one.
      const parts = left.length === right.length ? left.map((block, index): [string[], string[]] => [[block], right.slice(index, index + 1)]) : [[left, right] as [string[], string[]]];
      for (const [mine, theirs] of parts) {
        const untouched = mine.length > 0 && mine.every((block) => known.has(block));
        found.push({ kind: "differs", mine, theirs, suggested: untouched ? "theirs" : "mine" });
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
