// The part of the window in which the text is seen: between the bars that stay in their places while it scrolls.
import type { Editor } from "@tiptap/core";
import type { EditorView } from "@tiptap/pm/view";

/** Top and bottom of a part of the window, in CSS pixels from its upper edge. */
export type Band = { top: number; bottom: number };

/** Bars at an edge of the window. On a phone, the tools lie at the lower edge, and so does what is said of a mark or a link. */
const BARS = ".ed > .top, .tools, .dock, .mark-pop";
/** Pixels between a passage and a bar. */
const MARGIN = 24;

/** The band between the bars. What floats in the middle of the window is no bar. */
export function visibleBand(): Band {
  const height = visualViewport?.height ?? innerHeight;
  const band = { top: 0, bottom: height };
  for (const bar of document.querySelectorAll<HTMLElement>(BARS)) {
    const { top, bottom } = bar.getBoundingClientRect();
    if (top === bottom) continue;
    if (top + bottom < height) {
      if (!bar.matches(".mark-pop")) band.top = Math.max(band.top, bottom);
    } else if (!bar.matches(".mark-pop") || bottom > height - 1) band.bottom = Math.min(band.bottom, top);
  }
  return band;
}

/** How far to scroll until a passage lies in the band, in pixels; 0 when it does, with a margin. A passage comes to the band's
 * upper quarter, so that what it belongs to is seen as well. */
export function distanceTo(passage: Band, band: Band, margin = MARGIN): number {
  if (passage.top >= band.top + margin && passage.bottom <= band.bottom - margin) return 0;
  const quarter = band.top + (band.bottom - band.top) / 4;
  const isLong = quarter + passage.bottom - passage.top > band.bottom - MARGIN;
  return passage.top - (isLong ? band.top + MARGIN : quarter);
}

/** The rectangle of the first line of a passage; none when it is not drawn. */
export function passageOf(editor: Editor, { from, to }: { from: number; to: number }): DOMRect | null {
  if (editor.isDestroyed || to > editor.state.doc.content.size) return null;
  const start = editor.view.coordsAtPos(from, 1);
  const end = editor.view.coordsAtPos(to, -1);
  const right = end.top === start.top ? end.right : start.right;
  return new DOMRect(start.left, start.top, Math.max(0, right - start.left), start.bottom - start.top);
}

/** Scrolls until a passage lies in the band. Without a margin, what is seen at all stays where it is, as under a click. */
export function reveal(view: EditorView, { from, to }: { from: number; to: number }, margin = MARGIN) {
  const passage = { top: view.coordsAtPos(from, 1).top, bottom: view.coordsAtPos(to, -1).bottom };
  const distance = distanceTo(passage, visibleBand(), margin);
  if (distance !== 0) scrollBy({ top: distance, behavior: "instant" });
}

/** Selects a passage, and shows it between the bars. */
export function showPassage(editor: Editor, passage: { from: number; to: number }) {
  editor.chain().setTextSelection(passage).focus(null, { scrollIntoView: false }).run();
  reveal(editor.view, passage);
}

/** How near to the window's edges the editor lets the cursor come, as its options `scrollThreshold` and `scrollMargin`. */
export const scrollEdges = {
  get top() {
    return visibleBand().top + MARGIN / 2;
  },
  get bottom() {
    return (visualViewport?.height ?? innerHeight) - visibleBand().bottom + MARGIN / 2;
  },
  left: 0,
  right: 0,
};
