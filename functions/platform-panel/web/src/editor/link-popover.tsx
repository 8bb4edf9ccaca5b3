// What a click on a link of the text shows: its address, and what can be done with it. By keyboard, Ctrl K in the link opens
// the same in a dialogue.
import type { Editor } from "@tiptap/react";
import { useEffect } from "react";

import { Icon } from "../design/icons";
import { linkAround, type PlacedLink, removeLink, targetOf } from "./links";
import { usePassagePopover } from "./passage-popover";

type Props = {
  editor: Editor;
  link: PlacedLink;
  /** The address on the site of the text's post, from which a relative one leads. */
  address: string | null;
  editable: boolean;
  onEdit: () => void;
  onClose: () => void;
};

export function LinkPopover({ editor, link, address, editable, onEdit, onClose }: Props) {
  const [box] = usePassagePopover(editor, link, onClose);
  const target = targetOf(link.href, address ?? undefined);
  return (
    <div ref={box} className="float mark-pop link-pop" role="dialog" aria-label="Link">
      <p className="sm">{link.href}</p>
      <div className="row wrap">
        {editable ? (
          <button type="button" className="btn quiet small" aria-keyshortcuts="Control+K" onClick={onEdit}>
            Editar
          </button>
        ) : null}
        {target ? (
          <a className="btn quiet small" href={target} target="_blank" rel="noopener noreferrer" onClick={onClose}>
            Abrir
          </a>
        ) : null}
        {editable ? (
          <button
            type="button"
            className="btn quiet small"
            onClick={() => {
              onClose();
              removeLink(editor, link);
              editor.commands.focus();
            }}
          >
            Tirar o link
          </button>
        ) : null}
        <button type="button" className="btn quiet icon small last" aria-label="Fechar" onClick={onClose}>
          <Icon name="close" small />
        </button>
      </div>
    </div>
  );
}

/** Opens the link that is clicked, unless the click selects words or is on a mark of language, which is opened instead. */
export function useLinkClick(editor: Editor | null, open: (link: PlacedLink) => void) {
  useEffect(() => {
    if (!editor) return;
    const { dom } = editor.view;
    function click(event: MouseEvent) {
      const clicked = event.target as Element;
      const anchor = clicked.closest("a[href]");
      if (!editor || !anchor) return;
      // A text that is only read would lead away from the panel.
      if (!editor.isEditable) event.preventDefault();
      if (clicked.closest(".m") || getSelection()?.isCollapsed === false) return;
      const link = linkAround(editor.state.doc.resolve(editor.view.posAtDOM(anchor, 0)));
      if (link) open(link);
    }
    dom.addEventListener("click", click);
    return () => dom.removeEventListener("click", click);
  }, [editor, open]);
}
