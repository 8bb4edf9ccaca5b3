// A picture inside the text: the picture itself, and its alternative text right under it.
import type { Editor, NodeViewRendererProps } from "@tiptap/core";

import { api, ask } from "../api/client";
import { limits } from "../api/limits";
import { ownPicture, shownFrom } from "./own-pictures";

/** An element with a class and attributes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function suggestion(id: number, onText: (text: string) => void): HTMLButtonElement {
  const button = element("button", "btn small", { type: "button" });
  button.textContent = "Sugerir";
  button.addEventListener("click", () => {
    button.disabled = true;
    ask(api.POST("/api/v1/media/{id}/generate-alt-text", { params: { path: { id } } }))
      .then(
        ({ text }) => onText(text),
        (error: Error) => (button.title = error.message),
      )
      .finally(() => (button.disabled = false));
  });
  return button;
}

let made = 0;

/** The view of a picture with its alternative text. */
export function pictureView({ editor, node, getPos }: NodeViewRendererProps) {
  const inline = node.type.isInline;
  const dom = element(inline ? "span" : "div", "text-picture");
  dom.contentEditable = "false";
  const image = element("img", "", { alt: "" });
  const field = element("span", "text-alt");
  const id = `alt-${(made += 1)}`;
  const label = element("label", "xs", { for: id });
  const input = element("input", "input", {
    id,
    type: "text",
    maxlength: String(limits().alt_text_chars),
    autocomplete: "off",
  });
  field.append(label, input);
  dom.append(image);
  const own = ownPicture(String(node.attrs.src));

  function write(alt: string) {
    const position = getPos();
    if (position === undefined) return;
    editor.view.dispatch(editor.state.tr.setNodeAttribute(position, "alt", alt));
  }
  function show(alt: string) {
    image.alt = alt;
    if (input.value !== alt) input.value = alt;
    const lacks = alt.trim() === "";
    dom.classList.toggle("lacks-alt", lacks);
    label.textContent = lacks
      ? "Falta o texto alternativo: o que a imagem mostra, para quem não a vê"
      : "Texto alternativo";
  }
  if (editor.isEditable) {
    if (own !== undefined) {
      field.append(
        suggestion(own, (text) => {
          write(text);
          input.focus();
        }),
      );
    }
    field.append(removal(editor, getPos));
    dom.append(field);
  }
  input.addEventListener("input", () => write(input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    const position = getPos();
    if (position !== undefined)
      editor
        .chain()
        .focus()
        .setTextSelection(position + node.nodeSize)
        .run();
  });
  if (own !== undefined) {
    image.classList.add("waits");
    shownFrom(own).then(
      (address) => {
        image.src = address;
        image.classList.remove("waits");
      },
      () => dom.classList.add("is-gone"),
    );
  } else {
    image.src = String(node.attrs.src);
    image.referrerPolicy = "no-referrer";
    image.loading = "lazy";
    image.addEventListener("error", () => dom.classList.add("is-gone"));
  }
  show(String(node.attrs.alt ?? ""));
  return {
    dom,
    update: (next: typeof node) => {
      if (next.type !== node.type || next.attrs.src !== node.attrs.src) return false;
      show(String(next.attrs.alt ?? ""));
      return true;
    },
    stopEvent: (event: Event) => field.contains(event.target as Node),
    ignoreMutation: () => true,
  };
}

function removal(editor: Editor, getPos: NodeViewRendererProps["getPos"]): HTMLButtonElement {
  const button = element("button", "btn quiet small", { type: "button" });
  button.textContent = "Tirar";
  button.addEventListener("click", () => {
    const position = getPos();
    if (position === undefined) return;
    const $position = editor.state.doc.resolve(position);
    // A figure goes with its only picture.
    const whole = $position.parent.type.name === "figure";
    const [from, to] = whole
      ? [$position.before(), $position.after()]
      : [position, position + ($position.nodeAfter?.nodeSize ?? 1)];
    editor.chain().focus().deleteRange({ from, to }).run();
  });
  return button;
}
