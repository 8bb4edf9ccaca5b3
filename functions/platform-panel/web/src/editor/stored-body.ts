// The text of an editor as it is stored.
import type { Content, Editor } from "@tiptap/react";

import { Stored } from "./source/stored";

const texts = new WeakMap<Editor, Stored>();

function of(editor: Editor): Stored {
  let text = texts.get(editor);
  if (!text) {
    text = new Stored(editor.schema);
    texts.set(editor, text);
  }
  return text;
}

/** Lets an editor that is being made begin with a stored text. */
export function beginWith(editor: Editor, html: string) {
  // A node is content too, which the type of the options does not say.
  editor.options.content = of(editor).read(html) as unknown as Content;
  editor.options.editable &&= of(editor).problem === null;
}

/** Shows another stored text. It is no change of the person. */
export function show(editor: Editor, html: string, isEditable: boolean) {
  const doc = of(editor).read(html);
  editor.setEditable(isEditable && of(editor).problem === null, false);
  editor.view.dispatch(
    editor.state.tr.replaceWith(0, editor.state.doc.content.size, doc.content).setMeta("preventUpdate", true),
  );
}

/** The text as it is to be stored. */
export const bodyOf = (editor: Editor) => of(editor).write(editor.state.doc);

/** Whether the text can only be read, because its blocks cannot be told apart. */
export const isReadOnly = (editor: Editor) => of(editor).problem !== null;
