// Markdown as plain text, as chats with a language model give it.
import { isHardWrapped, linesOf } from "./plain";

/** Marks of blocks from which a text is Markdown. */
const ENOUGH = 2;

/** An inline link, which typing does not make: `[words](https://…)`. */
const LINK = /\[[^\][\n]{1,300}\]\((https?:\/\/|mailto:|\/)[^\s)]{1,2000}(\s+"[^"\n]{0,300}")?\)/;

/** How many marks of blocks a text has. */
export function blockMarks(text: string): number {
  let count = 0;
  let inCode = false;
  for (const line of linesOf(text)) {
    if (/^\s{0,3}(```|~~~)/.test(line)) {
      inCode = !inCode;
      count += 1;
    } else if (inCode) continue;
    else if (
      /^\s{0,3}#{1,6}\s+\S/.test(line) ||
      /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/.test(line) ||
      /^\s{0,3}>\s?\S/.test(line)
    )
      count += 1;
    else if (/^\s{0,3}(\*\s*\*\s*\*|-\s*-\s*-|_\s*_\s*_)[\s*_-]*$/.test(line)) count += 1;
    // A table has a head besides.
    else if (/^\s*\|?\s*:?-{3,}:?\s*\|/.test(line)) count += 2;
    else if (/^\s{0,3}={3,}\s*$/.test(line)) count += 1;
  }
  return count;
}

/** Whether a text is converted whole. */
export const isMarkdown = (text: string) => blockMarks(text) >= ENOUGH || LINK.test(text);

/** Traces of the chat in its answer: references to its sources. */
const withoutTraces = (text: string) =>
  text
    .replace(/【\d+[†:][^】\n]{0,200}】/g, "")
    .replace(/:contentReference\[oaicite:\d+\]\{index=\d+\}/g, "")
    .replace(/[\ue200-\ue206][^\ue200-\ue206\n]{0,300}(?=[\ue200-\ue206])|[\ue200-\ue206]/g, "")
    .replace(/\[cite_start\]|\[cite: ?[\d, ]+\]/g, "");

/** The fields before a text: title, date and so on. */
const withoutFields = (text: string) =>
  text.replace(/^\s*---\n(?:[\w-]+:[^\n]*\n|[ \t]+[^\n]*\n|- [^\n]*\n){1,50}---\n/, "");

/** The HTML of a text in Markdown, as others wrote it: to be cleaned. */
export async function htmlOfMarkdown(text: string): Promise<string> {
  const { Marked } = await import("marked");
  const marked = new Marked({ gfm: true, breaks: !isHardWrapped(text) });
  const lines = linesOf(withoutFields(withoutTraces(text.replace(/\r\n?/g, "\n"))));
  const notes = new Map<string, string>();
  const rest = lines.filter((line) => {
    const [, name, words] = /^\[\^([\w-]{1,40})\]:\s+(.+)$/.exec(line) ?? [];
    if (name && words) notes.set(name, words);
    return !name;
  });
  const source = rest
    .join("\n")
    .replace(/\[\^([\w-]{1,40})\]/g, (whole, name: string) =>
      notes.has(name) ? `<sup><a href="#fn-${name}">${name}</a></sup>` : whole,
    );
  const html = await marked.parse(source);
  if (notes.size === 0) return html;
  const items = await Promise.all(
    [...notes].map(async ([name, words]) => `<li id="fn-${name}">${await marked.parseInline(words)}</li>`),
  );
  return `${html}<section class="footnotes"><ol>${items.join("")}</ol></section>`;
}
