// A proposal of a provider: an article, or an improved passage. The text changes only when it is used.
import { DOMSerializer } from "@tiptap/pm/model";
import type { Editor } from "@tiptap/react";
import { useMemo, useState } from "react";

import { api, ask } from "../api/client";
import { limits } from "../api/limits";
import type { components } from "../api/schema";
import { DialogFrame } from "../design/dialog";
import { Field } from "../design/field";
import { Icon } from "../design/icons";
import { FailureNote, Note } from "../design/notes";
import { readable } from "./differences";
import type { Fields, Post } from "./draft";
import { prepared } from "./source/prepared";
import { useGeneration } from "./generation";
import { PROVIDERS } from "./writing-help";

type Props = {
  kind: "article" | "improvement";
  editor: Editor;
  post: Post;
  fields: Fields;
  onTitle: (title: string) => void;
  onClose: () => void;
};

/** What is asked of the provider. */
type Asked =
  | { kind: "article"; body: components["schemas"]["ArticleRequest"] }
  | { kind: "improvement"; body: components["schemas"]["ImprovementRequest"] };

export function ProposalDialog({ kind, editor, post, fields, onTitle, onClose }: Props) {
  const [prompt, setPrompt] = useState("");
  const [length, setLength] = useState(1000);
  const { growing, start, stop } = useGeneration((asked: Asked, headers) =>
    asked.kind === "improvement"
      ? ask(api.POST("/api/v1/posts/improve-content", { body: asked.body, headers }))
      : ask(api.POST("/api/v1/posts/generate-content", { body: asked.body, headers })),
  );
  // The selection is that of the moment in which the dialogue opened.
  const [{ from, to, passage }] = useState(() => selected(editor));
  const improved = kind === "improvement";
  const asked = (): Asked => {
    const common = { site_id: post.site_id, keyword: fields.focus_keyword || undefined };
    return improved
      ? { kind: "improvement", body: { ...common, text: passage, title: fields.title, prompt: prompt || undefined } }
      : { kind: "article", body: { ...common, prompt, length } };
  };
  function use(body: string, title: string | null | undefined) {
    if (improved) editor.chain().focus().insertContentAt({ from, to }, prepared(body)).run();
    else editor.chain().focus().insertContent(prepared(body)).run();
    if (!improved && title && !fields.title) onTitle(title);
    onClose();
  }
  const close = () => {
    stop();
    onClose();
  };
  return (
    <DialogFrame title={improved ? "Melhorar o texto" : "Escrever com IA"} onClose={close} wide>
      {growing.state === "idle" || growing.state === "failed" ? (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void start(asked());
          }}
        >
          {growing.state === "failed" ? (
            growing.failure ? (
              <FailureNote error={growing.failure} />
            ) : (
              <Note kind="bad">
                <p>{growing.message}</p>
              </Note>
            )
          ) : null}
          {improved ? <p className="soft sm said">“{shortened(readable([passage]))}”</p> : null}
          <Field
            label={improved ? "O que mudar" : "Sobre o que escrever"}
            help={
              improved
                ? "Vazio: mais claro e correto, com o mesmo sentido."
                : "Fatos, fontes e números que devem aparecer. Nada é inventado além do pedido."
            }
          >
            {(props) => (
              <textarea
                {...props}
                className="input"
                rows={4}
                required={!improved}
                autoFocus
                maxLength={limits().text_prompt_chars}
                value={prompt}
                onChange={(event) => setPrompt(event.target.value)}
              />
            )}
          </Field>
          {improved ? null : (
            <Field label="Tamanho">
              {(props) => (
                <select
                  {...props}
                  className="input"
                  value={length}
                  onChange={(event) => setLength(Number(event.target.value))}
                >
                  {[500, 800, 1000, 1500, 2000].map((words) => (
                    <option key={words} value={words}>
                      cerca de {words.toLocaleString("pt-BR")} palavras
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <div className="ends">
            <button className="btn main">
              <Icon name="spark" small />
              {improved ? "Propor outro texto" : "Escrever uma proposta"}
            </button>
          </div>
        </form>
      ) : null}
      {growing.state === "growing" ? (
        <>
          <Proposal html={growing.text} busy />
          <div className="ends">
            <span className="grow soft sm" role="status">
              Escrevendo… {growing.provider ? PROVIDERS[growing.provider] : ""} ·{" "}
              {Math.floor(words(growing.text) / 50) * 50} palavras
            </span>
            <button type="button" className="btn" onClick={stop}>
              Parar
            </button>
          </div>
        </>
      ) : null}
      {growing.state === "done" ? (
        <>
          <Proposal html={growing.generation.result?.body ?? ""} />
          <div className="ends">
            <span className="grow soft sm" role="status">
              {PROVIDERS[growing.generation.provider ?? ""] ?? growing.generation.provider} ·{" "}
              {words(growing.generation.result?.body ?? "")} palavras ·{" "}
              {(
                (growing.generation.usage?.input_tokens ?? 0) + (growing.generation.usage?.output_tokens ?? 0)
              ).toLocaleString("pt-BR")}{" "}
              tokens
            </span>
            <button type="button" className="btn quiet" onClick={close}>
              Descartar
            </button>
            <button type="button" className="btn" onClick={() => void start(asked())}>
              Tentar de novo
            </button>
            <button
              type="button"
              className="btn main"
              onClick={() => use(growing.generation.result?.body ?? "", growing.generation.result?.title)}
            >
              Usar
            </button>
          </div>
        </>
      ) : null}
    </DialogFrame>
  );
}

/** The selection as HTML; without one, the whole text. */
function selected(editor: Editor): { from: number; to: number; passage: string } {
  const { selection, doc, schema } = editor.state;
  const whole = selection.empty;
  const [from, to] = whole ? [0, doc.content.size] : [selection.from, selection.to];
  const fragment = DOMSerializer.fromSchema(schema).serializeFragment(doc.slice(from, to).content);
  const holder = document.createElement("div");
  holder.append(fragment);
  return { from, to, passage: holder.innerHTML };
}

const words = (html: string) => readable([html]).split(/\s+/).filter(Boolean).length;
const shortened = (text: string) => (text.length > 240 ? `${text.slice(0, 239)}…` : text);

/** The proposed text. Its markup is that of the platform's sanitiser, and it is shown as text. */
function Proposal({ html, busy = false }: { html: string; busy?: boolean }) {
  const paragraphs = useMemo(
    () =>
      [...new DOMParser().parseFromString(html, "text/html").body.children].map((child) => ({
        tag: child.tagName,
        text: child.textContent ?? "",
      })),
    [html],
  );
  return (
    <div className="ai" aria-busy={busy} tabIndex={0} role="region" aria-label="Proposta">
      {paragraphs.map(({ tag, text }, index) =>
        /^H\d$/.test(tag) ? <h3 key={index}>{text}</h3> : <p key={index}>{text}</p>,
      )}
    </div>
  );
}
