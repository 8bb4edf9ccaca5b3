// Going to the place that a check names.
import type { Editor } from "@tiptap/react";

import type { components } from "../api/schema";
import { showPassage } from "./visible-band";

type Place = components["schemas"]["AnalysisPlace"];

/** Fields of the analysis and their controls. */
const CONTROLS: Record<string, { id: string; tab?: string }> = {
  title: { id: "title" },
  excerpt: { id: "lead" },
  body: { id: "corpo" },
  slug: { id: "slug", tab: "dados" },
  focus_keyword: { id: "focus_keyword", tab: "busca" },
  seo_title: { id: "seo_title", tab: "busca" },
  meta_description: { id: "meta_description", tab: "busca" },
  host_author_id: { id: "author", tab: "dados" },
  featured_image: { id: "imagem" },
};

/** Shows a control and gives it the focus. */
export function goToField(id: string) {
  const control = id === "alt" ? document.querySelector<HTMLElement>(".lacks-alt") : document.getElementById(id);
  control?.scrollIntoView({ block: "center" });
  const target = control?.matches("input, textarea, select, button, [contenteditable]")
    ? control
    : control?.querySelector<HTMLElement>("button, input, textarea");
  target?.focus({ preventScroll: true });
}

/** Blocks of the text in the order in which the analysis counts them. */
function blocks(editor: Editor, wanted: (type: string) => boolean): number[] {
  const found: number[] = [];
  editor.state.doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    if (node.textContent.trim() !== "" && wanted(node.type.name)) found.push(position);
    return false;
  });
  return found;
}

/** Whether a place is a passage of the text, and not a field, a picture or the questions. */
export const isPassage = ({ kind, index }: Place) =>
  kind !== "field" && kind !== "faq" && !(kind === "image" && !index);

/** Whether a place lies beside the panel, not in one of its tabs. */
export const isInText = ({ kind, name }: Place) => kind !== "field" || !CONTROLS[name ?? ""]?.tab;

export function goToPlace(editor: Editor, place: Place) {
  const index = place.index ?? 0;
  if (place.kind === "field") {
    const control = CONTROLS[place.name ?? ""];
    if (!control) return;
    if (control.tab) document.querySelector<HTMLAnchorElement>(`.side a[href*="aba=${control.tab}"]`)?.click();
    setTimeout(() => goToField(control.id), control.tab ? 80 : 0);
    return;
  }
  if (place.kind === "faq") return goToField("perguntas");
  if (place.kind === "image" && index === 0) return goToField("imagem");
  const positions =
    place.kind === "heading" ? blocks(editor, (type) => type === "heading") : blocks(editor, () => true);
  const start = positions[index];
  if (start === undefined) return void editor.commands.focus();
  const from = Math.min(start + 1 + place.offset, editor.state.doc.content.size);
  const to = Math.min(from + place.length, editor.state.doc.content.size);
  showPassage(editor, { from, to });
}
