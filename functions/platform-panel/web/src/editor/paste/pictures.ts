// Pictures inside a passage: which are letters, which can be uploaded, and which are only named.
import type { Declarations } from "./styles";
import { isEmoji } from "./text";
import { type Picture, PENDING } from "./types";

const OWN = /^\/api\/v1\/media\/\d+\/webp$/;
const TYPES: Record<string, string> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/gif": ".gif",
  "image/webp": ".webp",
};

export type Found =
  | { kind: "letters"; text: string }
  | { kind: "shown"; address: string }
  | { kind: "pending"; picture: Picture }
  | { kind: "missing"; name: string }
  | { kind: "nothing" };

/** The emoji that a file name spells, such as `1f600.png` or `emoji_u1f468_200d_1f373.svg`. */
function emojiOfName(address: string): string | undefined {
  if (!/emoji|twemoji|\/e\/notoemoji/i.test(address)) return undefined;
  const name = /(?:^|[/_u])((?:[0-9a-f]{4,5}[-_])*[0-9a-f]{4,5})(?:\/\d+)?\.(?:png|svg|gif|webp)/i.exec(address)?.[1];
  if (!name) return undefined;
  const text = String.fromCodePoint(
    ...name
      .split(/[-_]/)
      .map((code) => Number.parseInt(code, 16))
      .filter((code) => code <= 0x10ffff),
  );
  return isEmoji(text) ? text : undefined;
}

/** What a person would call a picture. */
function nameOf(alt: string, address: string): string {
  const file = /([^/\\?#]+\.(?:jpe?g|png|gif|webp|svg|bmp|tiff?|heic|avif))(?:$|[?#])/i.exec(address)?.[1];
  const decoded = (() => {
    try {
      return file ? decodeURIComponent(file) : undefined;
    } catch {
      return file;
    }
  })();
  // Office names its temporary files alike.
  const said = decoded && !/^(image|clip_image|img)\d*\.\w+$/i.test(decoded) ? decoded : alt.trim();
  return said.length > 60 ? `${said.slice(0, 57)}…` : said || decoded || "";
}

/** The file of a `data:` address; undefined if it holds no picture that can be uploaded. */
export function fileOf(address: string, name: string): File | undefined {
  const [, type = "", encoded = ""] = /^data:([\w/+.-]+)(?:;[\w=-]+)*;base64,(.*)$/s.exec(address) ?? [];
  const ending = TYPES[type.toLowerCase()];
  if (!ending) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded.replace(/\s/g, "")), (letter) => letter.charCodeAt(0));
    return bytes.length === 0
      ? undefined
      : new File([bytes], /\.\w+$/.test(name) ? name : `${name || "imagem"}${ending}`, { type: type.toLowerCase() });
  } catch {
    return undefined;
  }
}

/** The pictures of a passage in RTF, in which Word puts those that its HTML names by files of the device. */
export function ofRtf(rtf: string): File[] {
  const files: File[] = [];
  const kind = /\\(png|jpeg)blip/g;
  for (let hit = kind.exec(rtf); hit; hit = kind.exec(rtf)) {
    let digits = "";
    let depth = 0;
    let at = hit.index;
    // Up to the end of the group; groups inside of it hold no bytes of the picture.
    for (; at < rtf.length && depth >= 0; at += 1) {
      const letter = rtf[at];
      if (letter === "{") depth += 1;
      else if (letter === "}") depth -= 1;
      else if (depth === 0 && letter === "\\") {
        const word = /\\[a-z]+-?\d* ?|\\./y;
        word.lastIndex = at;
        at += Math.max(0, (word.exec(rtf)?.[0].length ?? 1) - 1);
      } else if (depth === 0) {
        const end = /[0-9a-fA-F\s]*/y;
        end.lastIndex = at;
        const run = end.exec(rtf)?.[0] ?? "";
        digits += run;
        at += Math.max(0, run.length - 1);
      }
    }
    kind.lastIndex = at;
    const hex = digits.replace(/\s/g, "");
    const bytes = Uint8Array.from({ length: hex.length >> 1 }, (_, index) =>
      Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
    );
    const type = hit[1] ?? "png";
    if (bytes.length > 0)
      files.push(
        new File([bytes], `imagem${files.length + 1}.${type === "png" ? "png" : "jpg"}`, { type: `image/${type}` }),
      );
  }
  return files;
}

const size = (image: Element, styles: Declarations, name: "width" | "height") =>
  Number.parseFloat(styles.get(name) ?? image.getAttribute(name) ?? "NaN");

/** What to make of a picture. */
export function found(image: Element, styles: Declarations, caption: string, files: File[]): Found {
  const alt = image.getAttribute("alt") ?? "";
  const address = (image.getAttribute("src") ?? image.getAttribute("data-src") ?? "").trim();
  const letters = image.getAttribute("data-plain-text") ?? image.getAttribute("data-emoji") ?? alt;
  if (isEmoji(letters.trim())) return { kind: "letters", text: letters.trim() };
  const emoji = emojiOfName(address);
  if (emoji) return { kind: "letters", text: emoji };
  if (image.getAttribute("aria-roledescription") === "checkbox") return { kind: "nothing" };
  // What measures visits, and what keeps a space open.
  if (size(image, styles, "width") <= 2 || size(image, styles, "height") <= 2) return { kind: "nothing" };
  const path = address.startsWith("/") ? address : ofThisPage(address);
  if (path && OWN.test(path)) return { kind: "shown", address: path };
  const name = nameOf(alt, address.startsWith("data:") ? "" : address);
  if (address.startsWith("data:")) {
    const file = fileOf(address, name);
    return file
      ? { kind: "pending", picture: { source: file, alt: alt.trim(), caption, name: file.name } }
      : { kind: "missing", name };
  }
  if (address.startsWith("blob:"))
    return { kind: "pending", picture: { source: { address }, alt: alt.trim(), caption, name: name || "a imagem" } };
  const file = address.startsWith("file:") ? files.shift() : undefined;
  if (file) return { kind: "pending", picture: { source: file, alt: alt.trim(), caption, name: name || file.name } };
  const remote = /^(https?:)?\/\/[^/]/i.exec(address);
  if (remote)
    return {
      kind: "pending",
      picture: {
        source: { address: remote[1] ? address : `https:${address}` },
        alt: alt.trim(),
        caption,
        name: name || "a imagem",
      },
    };
  return address === "" && alt.trim() === "" ? { kind: "nothing" } : { kind: "missing", name };
}

/** The path of an address on the origin of this page. */
function ofThisPage(address: string): string | undefined {
  const { origin } = globalThis.location ?? {};
  return origin && origin !== "null" && address.startsWith(`${origin}/`) ? address.slice(origin.length) : undefined;
}

/** The address by which the HTML names a picture that is to be uploaded. */
export const pendingAddress = (index: number) => `${PENDING}${index}`;
