// A picture that a provider makes from a description: the featured one, or one inside the text.
import { useEffect, useState } from "react";

import { api, ask } from "../api/client";
import { DialogFrame } from "../design/dialog";
import { Field } from "../design/field";
import { Icon } from "../design/icons";
import { FailureNote, Note } from "../design/notes";
import { useGeneration } from "./generation";
import { PROVIDERS } from "./writing-help";

type Props = { post: number; title: string; inText?: boolean; onClose: () => void; onDone: (media: number) => Promise<void> | void };

export function ImageDialog({ post, title, inText = false, onClose, onDone }: Props) {
  const [prompt, setPrompt] = useState("");
  const { growing, start, stop } = useGeneration();
  const done = growing.state === "done";
  const made = done ? growing.generation.result?.media_id : undefined;
  useEffect(() => {
    if (made) void Promise.resolve(onDone(made)).then(onClose);
  }, [made]); // eslint-disable-line
  const close = () => {
    stop();
    onClose();
  };
  const request = () => ask(api.POST("/api/v1/media/generate", { body: { content_id: post, prompt: prompt.trim() || undefined, in_text: inText }, headers: { "idempotency-key": crypto.randomUUID() } }));
  const waits = growing.state === "growing" || done;
  return (
    <DialogFrame title="Criar imagem com IA" onClose={close}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void start(request);
        }}
      >
        {growing.state === "failed" ? growing.failure ? <FailureNote title="A imagem não foi criada." error={growing.failure} /> : <Note kind="bad"><p>{growing.message}</p></Note> : null}
        <Field label="O que a imagem mostra" help={title ? `Vazio: uma imagem para “${title}”. O título acompanha o pedido.` : "Descreva lugar, objetos e luz."}>
          {(props) => <textarea {...props} className="input" rows={3} maxLength={4000} autoFocus required={!title} readOnly={waits} value={prompt} onChange={(event) => setPrompt(event.target.value)} />}
        </Field>
        {waits ? (
          <div className="making" role="status">
            <div className="bone pic" />
            <p className="soft sm">{done ? "Pronta. Incluindo no conteúdo…" : `${PROVIDERS[growing.state === "growing" ? (growing.provider ?? "") : ""] ?? "O provedor"} está criando a imagem. Costuma levar menos de um minuto.`}</p>
          </div>
        ) : (
          <p className="help">{inText ? "Ela entra no texto" : "Ela passa a ser a imagem de destaque"} e conta na cota do mês. Confira o texto alternativo sugerido.</p>
        )}
        <div className="ends">
          {waits ? (
            <button type="button" className="btn" disabled={done} onClick={stop}>
              Parar
            </button>
          ) : (
            <button className="btn main">
              <Icon name="spark" small />
              Criar a imagem
            </button>
          )}
        </div>
      </form>
    </DialogFrame>
  );
}
