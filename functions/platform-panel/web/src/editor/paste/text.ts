// Letters of the clipboard: what is invisible goes, what is a ligature is spelt out.

/** Soft hyphens, zero-width spaces, marks of direction, and the byte order mark. */
const INVISIBLE = /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffc]/g;
/** A joiner that joins no emoji. */
const JOINER = /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic})/gu;
const LIGATURES: Record<string, string> = { ﬀ: "ff", ﬁ: "fi", ﬂ: "fl", ﬃ: "ffi", ﬄ: "ffl", ﬅ: "st", ﬆ: "st" };

/** White space of HTML, and the spaces that do not break. */
export const SPACES = /[ \t\n\r\f\v\u00a0\u202f\u2007]+/;

/** Control characters that are no white space. */
const CONTROLS = /(?![\t-\r\u0080-\u009f])\p{Cc}/gu;

export function legible(text: string): string {
  return (
    text
      .replace(INVISIBLE, "")
      .replace(JOINER, "")
      .replace(/[ﬀ-ﬆ]/g, (letter) => LIGATURES[letter] ?? letter)
      // PowerPoint writes a line break as a vertical tab.
      .replace(/[\u2028\u2029\u0085\v]/g, "\n")
      .replace(CONTROLS, "")
  );
}

/** What a run of white space becomes: one space, or the one that does not break if it stands alone. */
export function spaceOf(run: string): string {
  return run.length === 1 && /[\u00a0\u202f\u2007]/.test(run) ? "\u00a0" : " ";
}

/** Whether the spaces that do not break stand where ordinary ones belong: more of them than of the others, and many. */
export function breaksNowhere(runs: string[]): boolean {
  const fixed = runs.filter((run) => spaceOf(run) === "\u00a0").length;
  return fixed >= 5 && fixed > runs.length - fixed;
}

/** Whether a text is nothing but emoji. */
export function isEmoji(text: string): boolean {
  return (
    text.length <= 40 &&
    /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3|[#*0-9]|[\u{e0020}-\u{e007f}])+$/u.test(
      text,
    ) &&
    /[^#*0-9]/.test(text)
  );
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
