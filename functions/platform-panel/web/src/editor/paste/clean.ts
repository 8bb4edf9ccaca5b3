// From a clipboard to what the editor inserts.
//
// The HTML of the clipboard is parsed into a document that loads and runs nothing. Steps for single programs rewrite what they
// mark in their own way; then every element is built anew from what the editor's schema knows.
import { Converter } from "./convert";
import { flatten } from "./dom";
import { parseInert } from "./inert";
import { htmlOfMarkdown, isMarkdown } from "./markdown";
import { gatherNotes } from "./notes";
import { fromOffice, fromWordOnline, isOffice } from "./office";
import { ofRtf } from "./pictures";
import { fromText, isHardWrapped, literal } from "./plain";
import { withoutReview } from "./review";
import { fromGoogleDocs, fromLevelClasses, fromWhatsApp, tableCaptions } from "./sources";
import { Styles } from "./styles";
import type { Cleaned, Clipboard, LeftOut, Picture } from "./types";

/** How a clipboard is pasted. */
export type Plan =
  /** A passage of this editor, inserted as it is. */
  | { way: "own" }
  /** Pictures and nothing else. */
  | { way: "pictures"; files: File[]; alt: string }
  /** `asTyped`: the rules for what is typed apply to it, as `**` for bold. */
  | { way: "insert"; cleaned: Cleaned; asTyped: boolean }
  | { way: "markdown"; text: string }
  | { way: "nothing" };

const ORDER: LeftOut["what"][] = ["pictures", "media", "comments", "changes", "contents", "stamps", "formatting"];

/** Cleans the HTML of a clipboard. */
export function cleanHtml(html: string, rtf = ""): Cleaned {
  const { document: parsed, sheets } = parseInert(html);
  const root = parsed.body;
  flatten(root);
  const styles = new Styles(sheets);
  const leftOut: LeftOut[] = [];
  withoutReview(root, isOffice(html), leftOut);
  gatherNotes(root);
  fromOffice(root, html, styles, leftOut);
  fromWordOnline(root);
  fromGoogleDocs(root);
  fromWhatsApp(root, leftOut);
  fromLevelClasses(root);
  tableCaptions(root);
  const named = root.querySelectorAll("img[src^='file:']").length;
  const files = rtf && named > 0 ? ofRtf(rtf) : [];
  // Only if each has its bytes is it certain which are whose.
  const converter = new Converter(parsed, styles, files.length === named ? files : []);
  const clean = converter.convert(root);
  leftOut.push(...converter.leftOut());
  leftOut.sort((one, other) => ORDER.indexOf(one.what) - ORDER.indexOf(other.what));
  return { html: clean.innerHTML, leftOut, pictures: converter.pictures };
}

/** Whether the HTML is of this editor. Others of its kind write styles. */
export const isOwn = (html: string) => /\sdata-pm-slice=/.test(html) && !/\sstyle\s*=/i.test(html);

/** Whether nothing is marked: paragraphs and line breaks only. */
const isUnformatted = (html: string) => !/<(?!\/?(p|br)\b)/.test(html);

/** A file that was copied is named by the text beside it. */
function namesFiles(text: string, files: File[]): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  return (
    lines.length <= files.length &&
    lines.every((line) =>
      files.some(
        ({ name }) => line.trim() === name || line.trim().endsWith(`/${name}`) || line.trim().endsWith(`\\${name}`),
      ),
    )
  );
}

function ofText(text: string): Plan {
  if (isMarkdown(text)) return { way: "markdown", text };
  const { html, leftOut, asTyped } = fromText(text);
  // Exported chats and pages contain addresses.
  const cleaned = asTyped ? { html, leftOut: [], pictures: [] } : cleanHtml(html);
  return { way: "insert", cleaned: { ...cleaned, leftOut }, asTyped };
}

const isOfWeb = (source: Picture["source"]) => !(source instanceof File) && /^https?:/i.test(source.address);

/** Decides how a clipboard is pasted. `plain` asks for its words only. */
export function plan({ html = "", text = "", rtf = "", files = [] }: Clipboard, plain = false): Plan {
  const pictures = files.filter(({ type }) => type.startsWith("image/"));
  const hasText = text.trim() !== "" && !(pictures.length > 0 && namesFiles(text, pictures));
  if (plain && hasText) return { way: "insert", cleaned: { ...literal(text), pictures: [] }, asTyped: false };
  if (html.trim() !== "") {
    if (isOwn(html)) return { way: "own" };
    // What shows PDF files writes each line at its place on the page.
    if (hasText && /<br[^>]* role="presentation"/i.test(html)) return ofText(text);
    const cleaned = cleanHtml(html, rtf);
    const hasWords = /[^\s\u00a0]/.test(cleaned.html.replace(/<[^>]*>/g, ""));
    // The file beside the address of a picture needs no copy, which its server may refuse.
    const hasFiles = pictures.length > 0 && cleaned.pictures.every(({ source }) => isOfWeb(source));
    if (hasWords || (cleaned.html !== "" && cleaned.pictures.length > 0 && !hasFiles)) {
      const isPlain = isUnformatted(cleaned.html);
      // A program that colours the source of a text.
      if (isPlain && hasText && (isMarkdown(text) || isHardWrapped(text)) && cleaned.pictures.length === 0) {
        const better = ofText(text);
        return better.way === "insert"
          ? { ...better, cleaned: { ...better.cleaned, leftOut: [...cleaned.leftOut, ...better.cleaned.leftOut] } }
          : better;
      }
      return { way: "insert", cleaned, asTyped: false };
    }
    if (pictures.length > 0) {
      const alt = parseInert(html).document.querySelector("img")?.getAttribute("alt") ?? "";
      return { way: "pictures", files: pictures, alt };
    }
    if (cleaned.html !== "" || cleaned.leftOut.some(({ what }) => what === "pictures" || what === "media"))
      return { way: "insert", cleaned, asTyped: false };
  }
  if (hasText) return ofText(text);
  return pictures.length > 0 ? { way: "pictures", files: pictures, alt: "" } : { way: "nothing" };
}

/** Converts a text in Markdown. HTML inside of it is cleaned like that of other sources. */
export async function ofMarkdown(text: string): Promise<Cleaned> {
  return cleanHtml(await htmlOfMarkdown(text));
}
