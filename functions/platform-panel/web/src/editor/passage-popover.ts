// What floats at a passage of the text: it stands beside the passage, shows it, and closes when the person goes on elsewhere.
import type { Editor } from "@tiptap/react";
import { type RefObject, useCallback, useEffect, useRef } from "react";

import { useAnchored } from "../design/anchored";
import { passageOf, reveal } from "./visible-band";

/** Places an element at a passage until the text changes, the selection leaves the passage, or a press falls outside of it.
 *
 * `opener` selects what opens it, which a press may fall on. Returns the element's reference, and how to go back to the text, as
 * Escape does. */
export function usePassagePopover(
  editor: Editor,
  passage: { from: number; to: number },
  onClose: () => void,
  opener?: string,
): [RefObject<HTMLDivElement | null>, () => void] {
  const box = useRef<HTMLDivElement>(null);
  useAnchored(box, () => passageOf(editor, passage), onClose);
  // On a phone, it covers the lower part of the window.
  useEffect(() => reveal(editor.view, passage, 0), [editor, passage]);

  const back = useCallback(() => {
    onClose();
    editor.commands.focus();
  }, [editor, onClose]);
  useEffect(() => {
    const moved = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      const { from, to } = editor.state.selection;
      if (transaction.docChanged || from < passage.from || to > passage.to) onClose();
    };
    function press(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      back();
    }
    function outside(event: PointerEvent) {
      const target = event.target as Element;
      if (!box.current?.contains(target) && !(opener && target.closest(opener))) onClose();
    }
    editor.on("transaction", moved);
    document.addEventListener("keydown", press, { capture: true });
    document.addEventListener("pointerdown", outside, { capture: true });
    return () => {
      editor.off("transaction", moved);
      document.removeEventListener("keydown", press, { capture: true });
      document.removeEventListener("pointerdown", outside, { capture: true });
    };
  }, [editor, passage, opener, back, onClose]);
  return [box, back];
}
