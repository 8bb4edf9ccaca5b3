// Pasting into the editor.
import { Extension } from "@tiptap/core";
import { type Node, Slice } from "@tiptap/pm/model";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

import { prepared } from "../source/prepared";
import { cleanHtml, isOwn, ofMarkdown, plan } from "./clean";
import { literal } from "./plain";
import { noteOn } from "./say";
import { type Cleaned, type Clipboard, type LeftOut, PENDING, type Picture } from "./types";

declare module "@tiptap/core" {
  interface EditorEvents {
    /** What a paste left out, in words. */
    pasteNote: string;
    /** Pictures were pasted, and are to be uploaded to a position. */
    pastePictures: { pictures: Picture[]; position: number };
  }
}

/** The paste whose clean HTML the view is parsing. */
type Pasting = { pictures: Picture[]; asTyped: boolean } | null;

const key = new PluginKey("paste");

export function clipboardOf(data: DataTransfer | null): Clipboard {
  if (!data) return {};
  return {
    html: data.getData("text/html"),
    text: data.getData("text/plain"),
    rtf: data.getData("text/rtf"),
    files: [...data.files],
  };
}

/** Takes the pictures that are still to be uploaded out of a text; returns where they were. */
function takePending(transaction: Transaction, doc: Node): { index: number; position: number }[] {
  const found: { from: number; to: number; index: number }[] = [];
  doc.descendants((node, position, parent) => {
    const source: unknown = node.attrs.src;
    if (typeof source !== "string" || !source.startsWith(PENDING)) return true;
    const inFigure = parent?.type.name === "figure";
    const from = inFigure ? position - 1 : position;
    found.push({
      from,
      to: from + (inFigure ? parent.nodeSize : node.nodeSize),
      index: Number(source.slice(PENDING.length)),
    });
    return false;
  });
  const begun = transaction.mapping.maps.length;
  for (const { from, to } of found.toReversed()) transaction.delete(from, to);
  return found.map(({ from, index }) => ({ index, position: transaction.mapping.slice(begun).map(from) }));
}

export const Paste = Extension.create({
  name: "paste",
  // Before the handlers of links and tables, which are called from here.
  priority: 1_000,
  addProseMirrorPlugins() {
    const { editor } = this;
    let pasting: Pasting = null;
    let dropping = false;
    /** Whether the keys asked for the words only. */
    let wordsOnly = false;

    const tell = (leftOut: LeftOut[]) => {
      const note = noteOn(leftOut);
      if (note) editor.emit("pasteNote", note);
    };

    /** Inserts clean HTML at the selection. The view parses it, and calls `handlePaste` with what it made. */
    const insert = (
      view: EditorView,
      { html, leftOut, pictures }: Cleaned,
      asTyped: boolean,
      event: ClipboardEvent,
    ) => {
      tell(leftOut);
      if (html === "") return;
      pasting = { pictures, asTyped };
      try {
        view.pasteHTML(prepared(html), event);
      } finally {
        pasting = null;
      }
    };

    const plugin: Plugin = new Plugin({
      key,
      props: {
        handlePaste(view, event, slice) {
          if (pasting) return put(view, event, slice, pasting);
          if (view.state.selection.$from.parent.type.spec.code) return false;
          const planned = plan(clipboardOf(event.clipboardData), wordsOnly);
          switch (planned.way) {
            case "own":
              return false;
            case "nothing":
              return false;
            case "pictures":
              editor.emit("pastePictures", {
                pictures: planned.files.map((file) => ({
                  source: file,
                  alt: planned.alt,
                  caption: "",
                  name: file.name,
                })),
                position: view.state.selection.from,
              });
              return true;
            case "insert":
              insert(view, planned.cleaned, planned.asTyped, event);
              return true;
            case "markdown":
              ofMarkdown(planned.text).then(
                (cleaned) => {
                  if (!view.isDestroyed) insert(view, cleaned, false, event);
                },
                // The converter could not be loaded: the text comes as it is.
                () => {
                  if (!view.isDestroyed) insert(view, { ...literal(planned.text), pictures: [] }, true, event);
                },
              );
              return true;
          }
        },
        transformPastedHTML(html, view) {
          if (pasting || isOwn(html) || view.state.selection.$from.parent.type.spec.code) return html;
          // A paste is read above, where the other forms of the clipboard are known.
          if (!dropping) return "";
          const { html: clean, leftOut, pictures } = cleanHtml(html);
          tell(
            pictures.length === 0
              ? leftOut
              : [{ what: "pictures", names: pictures.map(({ name }) => name) }, ...leftOut],
          );
          return prepared(pictures.length === 0 ? clean : withoutPending(clean));
        },
        transformPastedText(text, isLiteral) {
          wordsOnly = isLiteral;
          return text;
        },
        // Both come before the view reads the clipboard.
        handleDOMEvents: {
          paste: () => {
            wordsOnly = false;
            dropping = false;
            return false;
          },
          drop: () => {
            dropping = true;
            return false;
          },
        },
      },
    });

    const put = (
      view: EditorView,
      event: ClipboardEvent,
      slice: Slice,
      { pictures, asTyped }: NonNullable<Pasting>,
    ): boolean => {
      const handled = view.someProp(
        "handlePaste",
        (handle) => handle !== plugin.props.handlePaste && handle(view, event, slice),
      );
      if (handled) return true;
      const { state } = view;
      const only =
        slice.openStart === 0 && slice.openEnd === 0 && slice.content.childCount === 1
          ? slice.content.firstChild
          : null;
      const transaction = only ? state.tr.replaceSelectionWith(only, false) : state.tr.replaceSelection(slice);
      const places = pictures.length === 0 ? [] : takePending(transaction, transaction.doc);
      transaction.scrollIntoView().setMeta("paste", true);
      // Rules for marks as `**` read the transactions that say so.
      if (asTyped) transaction.setMeta("uiEvent", "paste");
      view.dispatch(transaction);
      for (const { index, position } of places) {
        const picture = pictures[index];
        if (picture) editor.emit("pastePictures", { pictures: [picture], position });
      }
      return true;
    };
    return [plugin];
  },
});

/** Clean HTML without the pictures that were to be uploaded. */
function withoutPending(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const image of [...body.querySelectorAll(`img[src^="${PENDING}"]`)]) (image.closest("figure") ?? image).remove();
  return body.innerHTML;
}
