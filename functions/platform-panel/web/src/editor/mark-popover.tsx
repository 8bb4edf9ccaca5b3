// What is said of a mark, at its place in the text: the rule, suggestions, and how to pass over it.
import { useMutation } from "@tanstack/react-query";
import type { Editor } from "@tiptap/react";
import { useEffect } from "react";

import { api, ask } from "../api/client";
import { Icon } from "../design/icons";
import { FailureNote } from "../design/notes";
import { findingAt, KINDS, type Placed, placedFindings } from "./findings";
import { usePassagePopover } from "./passage-popover";
import { reveal } from "./visible-band";

/** A mark that is open, and whether the keyboard opened it and goes on in it. */
export type OpenMark = { placed: Placed; focused: boolean };

type Props = { editor: Editor; site: number; mark: OpenMark; ignore: (finding: Placed) => void; onClose: () => void };

const SUGGESTIONS = 3;

export function MarkPopover({ editor, site, mark: { placed, focused }, ignore, onClose }: Props) {
  const [box, back] = usePassagePopover(editor, placed, onClose, ".body .m");
  const { finding, text } = placed;
  useEffect(() => {
    if (focused) box.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [box, focused, placed]);

  const add = useMutation({
    mutationFn: () => ask(api.PUT("/api/v1/sites/{id}/words/{word}", { params: { path: { id: site, word: text } } })),
    onSuccess: () => {
      ignore(placed);
      back();
    },
  });
  function accept(suggestion: string) {
    onClose();
    const chain = editor.chain().focus();
    if (suggestion) chain.insertContentAt({ from: placed.from, to: placed.to }, suggestion).run();
    else chain.deleteRange({ from: placed.from, to: placed.to }).run();
  }
  return (
    <div ref={box} className="float mark-pop" role="dialog" aria-label={`${KINDS[finding.kind]}: ${text}`}>
      <p className="xs strong soft">{KINDS[finding.kind]}</p>
      <p className="sm">{finding.message}</p>
      <div className="suggestions">
        {finding.suggestions.slice(0, SUGGESTIONS).map((suggestion) => (
          <button key={suggestion} type="button" className="btn small" onClick={() => accept(suggestion)}>
            {suggestion || "Tirar"}
          </button>
        ))}
      </div>
      {add.error ? <FailureNote error={add.error} /> : null}
      <div className="row wrap">
        <button
          type="button"
          className="btn quiet small"
          onClick={() => {
            ignore(placed);
            back();
          }}
        >
          Ignorar desta vez
        </button>
        {finding.kind === "spelling" ? (
          <button type="button" className="btn quiet small" disabled={add.isPending} onClick={() => add.mutate()}>
            Adicionar às palavras do site
          </button>
        ) : null}
        <button type="button" className="btn quiet icon small last" aria-label="Fechar" onClick={back}>
          <Icon name="close" small />
        </button>
      </div>
    </div>
  );
}

/** Opens the mark that is clicked, and by F8 the next one, by Shift F8 the one before. */
export function useMarks(editor: Editor | null, open: (mark: OpenMark) => void) {
  useEffect(() => {
    if (!editor) return;
    const { dom } = editor.view;
    function click(event: MouseEvent) {
      if (!editor || !(event.target as Element).closest(".m") || !editor.state.selection.empty) return;
      const at = editor.view.posAtCoords({ left: event.clientX, top: event.clientY });
      const placed = at && findingAt(editor.state, at.pos);
      if (placed) open({ placed, focused: false });
    }
    function press(event: KeyboardEvent) {
      if (event.key !== "F8" || !editor) return;
      const findings = placedFindings(editor.state);
      if (findings.length === 0) return;
      event.preventDefault();
      const at = editor.state.selection.from;
      const next = event.shiftKey
        ? (findings.filter(({ to }) => to < at).at(-1) ?? findings.at(-1))
        : (findings.find(({ from }) => from > at) ?? findings[0]);
      if (!next) return;
      editor.commands.setTextSelection(next.from);
      reveal(editor.view, next);
      open({ placed: next, focused: true });
    }
    dom.addEventListener("click", click);
    document.addEventListener("keydown", press);
    return () => {
      dom.removeEventListener("click", click);
      document.removeEventListener("keydown", press);
    };
  }, [editor, open]);
}
