// The steps of a publication, live until it ends.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { useOnce } from "../api/once";
import type { components } from "../api/schema";
import { time } from "../design/dates";
import { DialogFrame } from "../design/dialog";
import { Icon, type IconName } from "../design/icons";
import { CopyButton, FailureNote, Note } from "../design/notes";
import { LoadingRows } from "../design/rows";
import type { Post } from "./draft";

type List = components["schemas"]["Checklist"];

const ICONS: Record<components["schemas"]["StepWord"], IconName> = {
  queued: "sDraft",
  retrying: "retry",
  success: "check",
  failed: "warn",
};
const WORDS: Record<components["schemas"]["StepWord"], string> = {
  queued: "na fila",
  retrying: "tentando de novo",
  success: "feito",
  failed: "parou",
};

const TITLES: Record<string, string> = {
  queued: "Enviando",
  running: "Enviando",
  retrying: "Tentando de novo",
  failed: "O envio parou",
  success: "Pronto",
  superseded: "Substituído por outro envio",
};

export function Checklist({
  post,
  site,
  onClose,
  onDone,
}: {
  post: Post;
  site: string;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const list = useQuery({
    queryKey: keys.post.checklist(post.id),
    queryFn: () => ask(api.GET("/api/v1/posts/{id}/checklist", { params: { path: { id: post.id } } })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (data && ["success", "failed", "superseded"].includes(data.state ?? "")) return false;
      return document.visibilityState === "visible" ? 1000 : 5000;
    },
    refetchIntervalInBackground: true,
  });
  const retry = useOnce({
    // A publication that stopped once more, or at another attempt, can be tried again.
    send: (_: { shown: List }, headers) =>
      ask(
        api.POST("/api/v1/posts/{id}/retry", {
          params: { path: { id: post.id } },
          body: {} as never,
          headers,
        }),
      ),
    onSuccess: () => list.refetch(),
  });
  const shown = list.data;
  const state = shown?.state ?? "queued";
  const ended = ["success", "failed", "superseded"].includes(state);
  const finish = useEffectEvent(() => void onDone());
  useEffect(() => {
    if (ended) finish();
  }, [ended]);
  return (
    <DialogFrame title={TITLES[state] ?? "Enviando"} onClose={onClose}>
      {list.error ? (
        <FailureNote title="O andamento não chegou." error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {retry.error ? <FailureNote error={retry.error} /> : null}
      {list.data ? <Steps list={list.data} /> : <LoadingRows rows={4} says="Carregando o andamento" />}
      {state === "failed" && list.data ? <Stopped list={list.data} site={site} title={post.title} /> : null}
      {state === "success" ? <Online post={post} /> : null}
      <div className="ends">
        <button type="button" className={state === "failed" ? "btn quiet" : "btn"} onClick={onClose}>
          {ended ? "Voltar ao texto" : "Continuar escrevendo"}
        </button>
        {shown && (state === "failed" || state === "retrying") ? (
          <button type="button" className="btn main" disabled={retry.isPending} onClick={() => retry.mutate({ shown })}>
            {state === "failed" ? "Tentar de novo" : "Tentar já"}
          </button>
        ) : null}
      </div>
    </DialogFrame>
  );
}

function Steps({ list }: { list: List }) {
  return (
    <ol className="checklist" aria-live="polite">
      {list.steps.map((step) => (
        <li key={step.step} className={step.state}>
          <Icon name={ICONS[step.state]} small />
          <div>
            {step.label}
            {step.note ? <small className="soft"> {step.note}</small> : null}
            {step.error ? <p className="said">{step.error}</p> : null}
          </div>
          <span className="soft xs num">
            {WORDS[step.state]}
            {step.at ? `, ${time(step.at)}` : ""}
            {step.state === "retrying" && step.attempt ? ` · tentativa ${step.attempt} de ${step.attempts}` : ""}
            {step.next_attempt_at ? ` · nova às ${time(step.next_attempt_at)}` : ""}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Stopped({ list, site, title }: { list: List; site: string; title: string }) {
  const words = list.steps.find(({ error }) => error)?.error ?? "";
  const message = `Olá! O envio de “${title}” para ${site} parou com esta resposta do site:\n\n${words}\n\nPodem nos ajudar? Obrigado!`;
  return (
    <Note kind="bad">
      <p>
        <strong>O envio parou depois de {list.attempt === 1 ? "1 tentativa" : `${list.attempt} tentativas`}.</strong> O
        texto está salvo. Resolva a causa no site e tente de novo.
      </p>
      <p>
        <CopyButton text={message}>Copiar recado para quem cuida do site</CopyButton>
      </p>
    </Note>
  );
}

function Online({ post }: { post: Post }) {
  const { data } = useQuery({
    queryKey: keys.post.published(post.id),
    queryFn: () => ask(api.GET("/api/v1/posts/{id}", { params: { path: { id: post.id } } })),
    staleTime: 0,
  });
  if (!data?.host_post_url) return null;
  return (
    <Note kind="good">
      <p role="status">
        {data.status === "scheduled" ? "O site tem o conteúdo e o publica na data." : "O conteúdo está no ar."}{" "}
        <a href={data.host_post_url} target="_blank" rel="noreferrer">
          Ver no site
        </a>
      </p>
    </Note>
  );
}
