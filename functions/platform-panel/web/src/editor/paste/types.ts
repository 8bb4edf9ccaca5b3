// What a clipboard holds, and what is made of it.

/** The forms of one copied passage. */
export type Clipboard = { html?: string; text?: string; rtf?: string; files?: File[] };

/** Something of the clipboard that the text does not show, in the order in which it is reported. */
export type LeftOut =
  | { what: "pictures"; names: string[] }
  | { what: "comments"; count: number }
  | { what: "changes" }
  | { what: "media"; count: number }
  | { what: "contents" }
  | { what: "stamps" }
  | { what: "formatting" };

/** A picture whose bytes are to be uploaded. */
export type Picture = {
  /** Bytes of the picture, or its address: in the memory of this page (`blob:`), or on the web, from which the platform copies it. */
  source: File | { address: string };
  alt: string;
  caption: string;
  name: string;
};

export type Cleaned = {
  /** Elements of the editor's schema only. A picture to upload is `<figure><img src="pasted:N"></figure>`. */
  html: string;
  leftOut: LeftOut[];
  /** The pictures that `pasted:N` names, by N. */
  pictures: Picture[];
};

/** The scheme by which the HTML names a picture that is still to be uploaded. */
export const PENDING = "pasted:";
