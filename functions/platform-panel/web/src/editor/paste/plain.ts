// Plain text: exported chats, text with hard line ends as PDF files give it, and lists with bullets.
import { escaped, isEmoji, legible } from "./text";
import type { LeftOut } from "./types";

/** Date and time before a message: `[27/11/2026 14:32] Ana:`, `[14:32, 27/11/2026] Ana:`, `27/11/2026 14:32 - Ana:`. */
const DATE = String.raw`\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}`;
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?`;
const STAMP = new RegExp(
  String.raw`^(?:\[(?:${DATE},?\s+${TIME}|${TIME},?\s+${DATE})\]|${DATE},?\s+${TIME}\s+[-–])\s+`,
  "i",
);
const SENDER = /^[^:\n]{1,60}:\s?/;
const ATTACHED =
  /^<?(m[ií]dia oculta|media omitted|(imagem|v[ií]deo|[áa]udio|figurinha|gif|documento|image|video|audio|sticker|document) (ocultad[oa]|omitid[oa]|omitted))>?$|^<(anexado|attached):|\((arquivo anexado|file attached)\)$/i;

type Text = {
  html: string;
  leftOut: LeftOut[];
  /** Whether the marks of typing, as `**`, still apply. */ asTyped: boolean;
};

const paragraph = (html: string) => `<p>${html}</p>`;

export const linesOf = (text: string) => text.split(/\r\n?|\n/);

/** The text as it is, one paragraph for each line. */
export function literal(text: string): Text {
  const lines = linesOf(legible(text)).filter((line) => line.trim() !== "");
  return { html: lines.map((line) => paragraph(escaped(line.trim()))).join(""), leftOut: [], asTyped: false };
}

/** The marks of WhatsApp: *bold*, _italic_, ~strike~, and code. */
function chatMarks(line: string): string {
  const edge = String.raw`(^|[\s(\[“"'.,!?:;>*_~])`;
  const end = String.raw`(?=$|[\s)\]”"'.,!?:;<*_~])`;
  let html = escaped(line).replace(
    /```([^`]+)```|`([^`]+)`/g,
    (_, long: string, short: string) => `<code>${long ?? short}</code>`,
  );
  for (const [mark, tag] of [
    ["\\*", "strong"],
    ["_", "em"],
    ["~", "s"],
  ] as const) {
    html = html.replace(
      new RegExp(`${edge}${mark}([^\\s${mark}](?:[^${mark}]*[^\\s${mark}])?)${mark}${end}`, "g"),
      `$1<${tag}>$2</${tag}>`,
    );
  }
  return html;
}

/** The lines of an exported chat without dates, times and names. */
function chat(lines: string[]): Text | undefined {
  const stamped = lines.filter((line) => STAMP.test(line)).length;
  if (stamped === 0 || !STAMP.test(lines.find((line) => line !== "") ?? "")) return undefined;
  let attachments = 0;
  const said = lines.flatMap((line) => {
    if (!STAMP.test(line)) return [line];
    const rest = line.replace(STAMP, "");
    // What has no sender is said by the program: that somebody joined, that the chat is encrypted.
    if (!SENDER.test(rest)) return [];
    const message = rest.replace(SENDER, "").trim();
    if (!ATTACHED.test(message)) return [message];
    attachments += 1;
    return [];
  });
  const leftOut: LeftOut[] = [{ what: "stamps" }];
  if (attachments > 0) leftOut.unshift({ what: "media", count: attachments });
  return { html: blocks(said, chatMarks), leftOut, asTyped: false };
}

const BULLET = /^\s*[•●▪◦‣∙·■–]\s+/;
const NUMBER = /^\s*(\d{1,3})[.)]\s+/;

/** Paragraphs and lists of lines. A single line with a bullet stays as it is. */
function blocks(lines: string[], inline: (line: string) => string): string {
  let html = "";
  const said = lines.filter((line) => line.trim() !== "");
  for (let at = 0; at < said.length;) {
    let end = at;
    const bullet = BULLET.test(said[at] ?? "") && !/^\s*–/.test(said[at] ?? "");
    while (bullet && end < said.length && BULLET.test(said[end] ?? "")) end += 1;
    if (end - at > 1) {
      html += `<ul>${said
        .slice(at, end)
        .map((line) => `<li>${inline(line.replace(BULLET, "").trim())}</li>`)
        .join("")}</ul>`;
      at = end;
    } else {
      html += paragraph(inline((said[at] ?? "").trim()));
      at += 1;
    }
  }
  return html;
}

/** Shares of the longest line from which a line is full, and lengths that lines of a page have. */
const FULL = 0.7;
const NARROWEST = 40;
const WIDEST = 140;

const length = (line: string) => line.trimEnd().length;

function widest(lines: string[]): number {
  let most = 0;
  for (const line of lines) most = Math.max(most, length(line));
  return most;
}

const beginsBlock = (line: string) => BULLET.test(line) || NUMBER.test(line) || /^\s*[-*+#>|]/.test(line);

/** Whether lines end where the page ended: most are about as long as the longest, and sentences go on in the next. */
export function isHardWrapped(text: string): boolean {
  const lines = linesOf(text);
  const most = widest(lines);
  if (most < NARROWEST || most > WIDEST) return false;
  let ends = 0;
  let full = 0;
  let goesOn = 0;
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (line.trim() === "" || next === undefined || next.trim() === "" || beginsBlock(next)) continue;
    ends += 1;
    if (length(line) >= FULL * most) full += 1;
    if (!/[.!?:;…”"»)]$/.test(line.trimEnd())) goesOn += 1;
  }
  return ends >= 2 && full >= 0.6 * ends && goesOn >= 0.5 * ends;
}

/** First parts of words, and endings, between which a hyphen at the end of a line belongs to the word. */
const BEFORE_HYPHEN =
  /(^|[\s("“])(ex|vice|pós|pré|pró|recém|além|aquém|sem|bem|segunda|terça|quarta|quinta|sexta|guarda|porta|couve|pré)$/i;
const AFTER_HYPHEN = /^(me|te|se|lhe|lhes|nos|vos|o|a|os|as|lo|la|los|las|feira|feiras)(?=$|[\s.,;:!?)])/i;

/** The line of a page as it stands before the next one: without the hyphen that divides a word, else with a space. */
function beforeNext(line: string, next: string): string {
  // A soft hyphen at the end of a line is where a word was divided.
  if (line.endsWith("\u00ad")) return line.slice(0, -1);
  if (!/^\p{L}[-\u2010]$/u.test(line.slice(-2)) || !/^\p{Ll}/u.test(next)) return `${line} `;
  const isKept = BEFORE_HYPHEN.test(line.slice(0, -1).slice(-30)) || AFTER_HYPHEN.test(next);
  return isKept ? line : line.slice(0, -1);
}

/** Undoes the line ends of a page. */
export function unwrapped(text: string): string[] {
  const lines = linesOf(text);
  const most = widest(lines);
  const paragraphs: string[][] = [];
  let previous = "";
  for (const written of lines) {
    const line = written.trim();
    const current = paragraphs.at(-1);
    const isFull = length(previous) >= FULL * most || /[-\u2010\u00ad]$/.test(previous.slice(-1));
    if (current && previous !== "" && line !== "" && isFull && !beginsBlock(written)) {
      current.push(beforeNext(current.pop() ?? "", line), line);
    } else if (line !== "") paragraphs.push([line]);
    previous = line;
  }
  return paragraphs.map((parts) => parts.join(""));
}

/** Whether a text has marks of WhatsApp and none of Markdown. */
function hasChatMarks(text: string): boolean {
  return !/\*\*|__|~~|(^|\n)\s*[*+-]\s/.test(text) && /(^|[\s(“"])\*[^\s*][^*\n]*\*(?=$|[\s).,!?:;”"])/.test(text);
}

/** What plain text becomes. */
export function fromText(text: string): Text {
  const conversation = chat(linesOf(legible(text)));
  if (conversation) return conversation;
  const wrappedLines = isHardWrapped(text);
  const lines = wrappedLines ? unwrapped(text).map(legible) : linesOf(legible(text));
  if (hasChatMarks(text)) return { html: blocks(lines, chatMarks), leftOut: [], asTyped: false };
  return { html: blocks(lines, escaped), leftOut: [], asTyped: !isEmoji(text) };
}
