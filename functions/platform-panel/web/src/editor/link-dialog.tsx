// The address of a link.
import type { Editor } from "@tiptap/react";
import { useState } from "react";

import { DialogFrame } from "../design/dialog";
import { Field } from "../design/field";

const SCHEME = /^(https?:|mailto:|tel:|#|\/)/i;

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState((editor.getAttributes("link").href as string | null | undefined) ?? "");
  const present = editor.isActive("link");
  function set(href: string) {
    onClose();
    const chain = editor.chain().focus().extendMarkRange("link");
    if (!href) return chain.unsetLink().run();
    const full = SCHEME.test(href) ? href : `https://${href}`;
    if (editor.state.selection.empty && !present)
      return chain.insertContent({ type: "text", text: full, marks: [{ type: "link", attrs: { href: full } }] }).run();
    chain.setLink({ href: full }).run();
  }
  return (
    <DialogFrame title="Link" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          set(address.trim());
        }}
      >
        <Field label="Endereço">
          {(props) => (
            <input
              {...props}
              className="input"
              inputMode="url"
              autoComplete="off"
              autoFocus
              required
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
        <div className="ends">
          {present ? (
            <button type="button" className="btn quiet" onClick={() => set("")}>
              Tirar o link
            </button>
          ) : null}
          <button className="btn main">{present ? "Trocar o link" : "Pôr o link"}</button>
        </div>
      </form>
    </DialogFrame>
  );
}
