// A block that the editor does not know. It is shown, moves, and goes out as it came in.
import { Node } from "@tiptap/core";

import { loadOwnPictures } from "./own-pictures";
import { parsed } from "./source/inert";
import { KEPT } from "./source/prepared";
import { shownOnly } from "./source/shown";

export const Kept = Node.create({
  name: "kept",
  group: "block",
  atom: true,
  draggable: true,
  selectable: true,
  addAttributes: () => ({
    html: { default: "", rendered: false, parseHTML: (element: HTMLElement) => element.getAttribute(KEPT) ?? "" },
    source: { default: null, rendered: false, parseHTML: () => null },
  }),
  parseHTML: () => [{ tag: `div[${KEPT}]`, priority: 70 }],
  renderHTML: ({ node }) => ["div", { [KEPT]: String(node.attrs.html) }],
  addNodeView: () => (props) => {
    const dom = document.createElement("div");
    dom.className = "kept";
    dom.contentEditable = "false";
    const label = document.createElement("p");
    label.className = "kept-label";
    label.textContent = "Bloco mantido como está";
    label.title = "O editor não altera este bloco. Você pode movê-lo ou apagá-lo.";
    const content = document.createElement("div");
    content.className = "kept-content";
    // What it says can be read and not acted upon.
    content.inert = true;
    const shown = shownOnly(parsed(String(props.node.attrs.html)));
    loadOwnPictures(shown);
    content.append(...shown.childNodes);
    if (content.textContent.trim() === "" && !content.querySelector("img, hr, table"))
      label.textContent += `: ${nameOf(String(props.node.attrs.html))}`;
    dom.append(label, content);
    return { dom, ignoreMutation: () => true };
  },
});

/** What a block without words is called. */
function nameOf(html: string): string {
  if (/^<!--\s*more/.test(html)) return "“Leia mais”";
  if (/^<!--\s*nextpage/.test(html)) return "quebra de página";
  return /^<!--\s+wp:([a-z0-9/-]+)/.exec(html)?.[1] ?? /^<([a-z0-9]+)/i.exec(html)?.[1] ?? "HTML";
}
