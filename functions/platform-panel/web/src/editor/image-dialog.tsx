// A picture that a provider makes from a description: the featured one, or one inside the text.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import type { components } from "../api/schema";
import { DialogFrame } from "../design/dialog";
import { Field } from "../design/field";
import { Icon } from "../design/icons";
import { FailureNote, Note } from "../design/notes";
import { count } from "../design/text";
import { useGeneration } from "./generation";
import { PROVIDERS } from "./writing-help";

type Props = {
  post: number;
  title: string;
  inText?: boolean;
  onClose: () => void;
  onDone: (media: number) => Promise<void> | void;
};

export function ImageDialog({ post, title, inText = false, onClose, onDone }: Props) {
  const [prompt, setPrompt] = useState("");
  const { growing, start, stop } = useGeneration((body: components["schemas"]["ImageGenerationRequest"], headers) =>
    ask(api.POST("/api/v1/media/generate", { body, headers })),
  );
  const queries = useQueryClient();
  const quotas = useQuery({ queryKey: keys.quotas, queryFn: () => ask(api.GET("/api/v1/quotas")), staleTime: 0 });
  const left = quotas.data?.images.remaining;
  const [included, setIncluded] = useState(false);
  const done = growing.state === "done";
  const made = done ? growing.generation.result?.media_id : undefined;
  const include = useEffectEvent((media: number) => {
    void queries.invalidateQueries({ queryKey: keys.quotas });
    void Promise.resolve(onDone(media)).then(() => setIncluded(true));
  });
  useEffect(() => {
    if (made) include(made);
  }, [made]);
  const close = () => {
    stop();
    onClose();
  };
  const waits = growing.state === "growing" || done;
  if (included && done) {
    const { provider, usage } = growing.generation;
    const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
    return (
      <DialogFrame title="Imagem criada" onClose={onClose}>
        <Note kind="good">
          <p role="status">
            A imagem está no conteúdo. {PROVIDERS[provider ?? ""] ?? provider} · {count(tokens, "token", "tokens")}
            {left === undefined
              ? ""
              : ` · ${left === 1 ? "resta" : "restam"} ${count(left, "imagem", "imagens")} este mês`}
          </p>
        </Note>
        <div className="ends">
          <button type="button" className="btn main" autoFocus onClick={onClose}>
            Voltar ao texto
          </button>
        </div>
      </DialogFrame>
    );
  }
  return (
    <DialogFrame title="Criar imagem com IA" onClose={close}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void start({ content_id: post, prompt: prompt.trim() || undefined, in_text: inText });
        }}
      >
        {growing.state === "failed" ? (
          growing.failure ? (
            <FailureNote title="A imagem não foi criada." error={growing.failure} />
          ) : (
            <Note kind="bad">
              <p>{growing.message}</p>
            </Note>
          )
        ) : null}
        <Field
          label="O que a imagem mostra"
          help={
            title ? `Vazio: uma imagem para “${title}”. O título acompanha o pedido.` : "Descreva lugar, objetos e luz."
          }
        >
          {(props) => (
            <textarea
              {...props}
              className="input"
              rows={3}
              maxLength={limits().image_prompt_chars}
              autoFocus
              required={!title}
              readOnly={waits}
              value={prompt}
              onChange={(event) => setPrompt(event.target.value)}
            />
          )}
        </Field>
        {waits ? (
          <div className="making" role="status">
            <div className="bone pic" />
            <p className="soft sm">
              {done
                ? "Pronta. Incluindo no conteúdo…"
                : `${PROVIDERS[growing.state === "growing" ? (growing.provider ?? "") : ""] ?? "O provedor"} está criando a imagem. Costuma levar menos de um minuto.`}
            </p>
          </div>
        ) : (
          <p className="help">
            {inText ? "Ela entra no texto" : "Ela passa a ser a imagem de destaque"} e conta como uma das{" "}
            {left === undefined ? "imagens" : count(left, "imagem que resta", "imagens que restam")} este mês. Confira o
            texto alternativo sugerido.
          </p>
        )}
        <div className="ends">
          {/* Keys, because an element that becomes a submit button while it is clicked would submit the form. */}
          {waits ? (
            <button key="stop" type="button" className="btn" disabled={done} onClick={stop}>
              Parar
            </button>
          ) : (
            <button key="start" className="btn main">
              <Icon name="spark" small />
              Criar a imagem
            </button>
          )}
        </div>
      </form>
    </DialogFrame>
  );
}
