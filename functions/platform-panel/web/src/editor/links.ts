// Links of the text: where one lies, and which addresses it may have.
import type { Editor } from "@tiptap/core";
import type { Mark, ResolvedPos } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";

/** A link at its place, with its address. */
export type PlacedLink = { from: number; to: number; href: string };

/** The whole link around a position, also at its edges; at an edge between two, the one behind. */
export function linkAround($position: ResolvedPos): PlacedLink | null {
  const { parent, parentOffset } = $position;
  const type = parent.type.schema.marks.link;
  if (!parent.isTextblock || !type) return null;
  for (const { node, index, offset } of [parent.childAfter(parentOffset), parent.childBefore(parentOffset)]) {
    const mark = node && type.isInSet(node.marks);
    if (!node || !mark) continue;
    const isPart = (place: number) => mark.isInSet(parent.maybeChild(place)?.marks ?? ([] as Mark[]));
    let from = $position.start() + offset;
    let to = from + node.nodeSize;
    for (let place = index - 1; isPart(place); place -= 1) from -= parent.child(place).nodeSize;
    for (let place = index + 1; isPart(place); place += 1) to += parent.child(place).nodeSize;
    return { from, to, href: String(mark.attrs.href ?? "") };
  }
  return null;
}

/** The link in which the whole selection lies. */
export function selectedLink({ selection }: EditorState): PlacedLink | null {
  const link = linkAround(selection.$from);
  return link && selection.to <= link.to ? link : null;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):(?!\d+(\/|$))/i;
const MAIL = /^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/;

/** Whether what is typed is meant as an address, not as words of a title. */
export const isLikeAddress = (typed: string) =>
  !/\s/.test(typed.trim()) && (/[./@#?]/.test(typed) || SCHEME.test(typed.trim()));

/** The address of a link as it is stored, or why it is refused. The platform keeps web, mail and telephone addresses. */
export function readAddress(typed: string): { href: string } | { refusal: string } {
  const written = typed.trim();
  if (written === "") return { refusal: "Escreva um endereço, ou escolha um conteúdo do site." };
  const scheme = SCHEME.exec(written)?.[1]?.toLowerCase();
  if (scheme === "mailto" || scheme === "tel")
    return written.length > scheme.length + 1
      ? { href: written }
      : { refusal: `Falta o que vem depois de “${scheme}:”.` };
  if (scheme && scheme !== "http" && scheme !== "https")
    return { refusal: `Um link não pode começar com “${scheme}:”. Use https://, mailto: ou tel:.` };
  if (/^[/#]/.test(written) && !/\s/.test(written)) return { href: written };
  if (MAIL.test(written)) return { href: `mailto:${written}` };
  const href = scheme ? written : `https://${written}`;
  const isWhole = scheme ? URL.canParse(href) : isLikeAddress(written) && URL.canParse(href);
  if (/\s/.test(written) || !isWhole)
    return { refusal: `“${written}” não é um endereço. Um endereço é como exemplo.com.br/pagina.` };
  return { href };
}

const OPENED = ["http:", "https:", "mailto:", "tel:"];

/** Where a link of a text on the site leads, as a whole address; null for a place in the text itself. */
export function targetOf(href: string, site: string | undefined): string | null {
  if (href.startsWith("#") || !URL.canParse(href, site)) return null;
  const url = new URL(href, site);
  return OPENED.includes(url.protocol) ? url.href : null;
}

/** Links the selection, the link around the cursor, or new words. Whether the editor took the address. */
export function putLink(editor: Editor, link: PlacedLink | null, href: string, words: string): boolean {
  const { from, to, empty } = editor.state.selection;
  const place = link ?? { from, to };
  const chain = editor.chain();
  if (empty && !link) {
    chain.insertContent({ type: "text", text: words, marks: [{ type: "link", attrs: { href } }] });
    return chain.unsetMark("link").run();
  }
  // What is typed next does not belong to the link.
  return chain.setTextSelection(place).setLink({ href }).setTextSelection(place.to).unsetMark("link").run();
}

/** Leaves the words of a link without it, and the cursor behind them. */
export function removeLink(editor: Editor, { from, to }: PlacedLink) {
  editor.chain().setTextSelection({ from, to }).unsetMark("link").setTextSelection(to).run();
}
