// Publishing now or on a date, and the checklist until it ends.
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import { useOnce } from "../api/once";
import { DateField } from "../design/date-field";
import { day, dayAfter, full, longDay, time, zoneWords } from "../design/dates";
import { DialogFrame } from "../design/dialog";
import { FailureNote, Note } from "../design/notes";
import { may, useMe } from "../session/use-session";
import { Checklist } from "./checklist";
import type { Post } from "./draft";
import { Missing } from "./missing";
import { distance, instantOf, localOf } from "./schedule";

const RUNNING = ["queued", "running", "retrying", "failed"];

type Props = {
  post: Post;
  onClose: () => void;
  onDone: () => Promise<unknown>;
  /** Asks the client for approval instead. */
  onAsk: () => void;
};

/** What is published: the version, when (now if `at` is `null`), and whether changes after the approval are confirmed. */
type Sent = { version: number; at: string | null; confirmed: boolean };

export function PublishDialog({ post, onClose, onDone, onAsk }: Props) {
  const me = useMe();
  const queries = useQueryClient();
  const [how, setHow] = useState<"now" | "date">(post.scheduled_at ? "date" : "now");
  const [date, setDate] = useState(() => localOf(post.scheduled_at ? new Date(post.scheduled_at) : tomorrowAtNine()));
  const [confirmed, setConfirmed] = useState(false);
  const [watching, setWatching] = useState(RUNNING.includes(post.checklist?.state ?? ""));
  const at = instantOf(date);
  const when = how === "now" ? null : at?.toISOString().replace(".000", "");
  const site = me.sites.find(({ id }) => id === post.site_id)?.name ?? "o site";
  const changed = post.changed_after_approval && post.approval_required;
  const waits = post.approval_required && !post.aprovado_pelo_cliente && post.status === "draft";
  const publish = useOnce({
    send: async ({ at, confirmed }: Sent, headers) => {
      const path = { params: { path: { id: post.id } }, headers };
      const confirm_changes = confirmed || undefined;
      if (at === null)
        return ask(api.POST("/api/v1/posts/{id}/publish", { ...path, body: { confirm_changes } as never }));
      return ask(
        api.POST("/api/v1/posts/{id}/schedule", {
          ...path,
          body: { scheduled_at: at, confirm_changes },
        }),
      );
    },
    onSuccess: async (_, { at }) => {
      setWatching(at === null || !waits);
      await onDone();
      void queries.invalidateQueries({ queryKey: keys.posts.all });
    },
  });
  const cancel = useOnce({
    send: (_: Pick<Post, "version" | "scheduled_at">, headers) =>
      ask(
        api.POST("/api/v1/posts/{id}/cancel-schedule", {
          params: { path: { id: post.id } },
          headers,
        }),
      ),
    onSuccess: async () => {
      await onDone();
      void queries.invalidateQueries({ queryKey: keys.posts.all });
      setWatching(true);
    },
  });
  const failure = publish.error ? asFailure(publish.error) : null;
  if (watching) return <Checklist post={post} site={site} onClose={onClose} onDone={onDone} />;
  if (publish.isSuccess) {
    return (
      <DialogFrame title="Data guardada" onClose={onClose}>
        <p role="status">O conteúdo sai {at ? full(at) : ""} quando o cliente aprovar.</p>
        <div className="ends">
          <button type="button" className="btn main" onClick={onClose}>
            Voltar ao texto
          </button>
        </div>
      </DialogFrame>
    );
  }
  return (
    <DialogFrame title="Publicar" onClose={onClose}>
      <Trail post={post} />
      {failure?.code === "incomplete_content" ? (
        <Missing issues={failure.issues ?? []} onGo={onClose} />
      ) : failure && failure.code !== "changed_after_approval" ? (
        <FailureNote error={failure} />
      ) : null}
      {failure?.code === "site_not_connected" && may(me, "sites.edit") ? (
        <p>
          <Link to="/painel/sites/$id" params={{ id: String(post.site_id) }}>
            Abrir a conexão de {site}
          </Link>
        </p>
      ) : null}
      {cancel.error ? <FailureNote error={cancel.error} /> : null}
      <fieldset className="choices">
        <legend className="vh">Quando</legend>
        <label className="check">
          <input type="radio" name="when" checked={how === "now"} onChange={() => setHow("now")} />
          <span>
            <strong>Agora</strong>
            <span className="help"> Sai em cerca de um minuto.</span>
          </span>
        </label>
        <label className="check">
          <input
            type="radio"
            name="when"
            checked={how === "date"}
            disabled={post.status === "published"}
            onChange={() => setHow("date")}
          />
          <strong>Numa data</strong>
        </label>
        {how === "date" ? (
          <DateField
            label={`Data e hora, ${zoneWords()}`}
            withTime
            min={day(new Date())}
            value={date}
            onChange={setDate}
            error={failure?.code === "invalid_schedule_date" ? failure.message : null}
            help={
              at
                ? `${full(at)}, ${zoneWords()} · ${at.toISOString().slice(11, 16)} UTC · ${distance(at)}`
                : "Escolha um dia e uma hora."
            }
          />
        ) : null}
      </fieldset>
      <p className="sm">
        Vai para <strong>{site}</strong>: a versão {post.version}, a imagem de destaque, categorias, tags e os campos de
        busca.
      </p>
      {waits && how === "now" ? (
        <Note kind="warn">
          <p>
            {WAITS[post.approval ?? ""] ?? "O cliente ainda não foi consultado. Publicar agora dispensa a aprovação."}
          </p>
        </Note>
      ) : null}
      {changed || failure?.code === "changed_after_approval" ? (
        <Note kind="warn">
          <p>
            <strong>O texto mudou depois da aprovação.</strong> Peça outra aprovação, ou confirme.
          </p>
          {post.status === "draft" && may(me, "posts.request_approval") ? (
            <p>
              <button type="button" className="btn small" onClick={onAsk}>
                Pedir nova aprovação
              </button>
            </p>
          ) : null}
          <label className="check sm">
            <input type="checkbox" checked={confirmed} onChange={(event) => setConfirmed(event.target.checked)} />
            Eu, {me.user.name}, confirmo as mudanças sem nova aprovação
          </label>
        </Note>
      ) : null}
      <div className="ends">
        {post.status === "scheduled" ? (
          <button
            type="button"
            className="btn"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate({ version: post.version, scheduled_at: post.scheduled_at })}
          >
            Cancelar o agendamento
          </button>
        ) : null}
        <button
          type="button"
          className="btn main"
          disabled={publish.isPending || when === undefined || (changed && !confirmed)}
          onClick={() => {
            if (when !== undefined) publish.mutate({ version: post.version, at: when, confirmed });
          }}
        >
          {publish.isPending
            ? "Enviando…"
            : how === "now"
              ? post.status === "published"
                ? "Atualizar no site agora"
                : "Publicar agora"
              : waits
                ? "Guardar a data; sai quando o cliente aprovar"
                : at
                  ? `Agendar para ${longDay(at)}, ${time(at)}`
                  : "Agendar"}
        </button>
      </div>
    </DialogFrame>
  );
}

function tomorrowAtNine(): Date {
  return instantOf(`${dayAfter(day(new Date()), 1)}T09:00`) ?? new Date();
}

/** What publishing now passes over. */
const WAITS: Record<string, string> = {
  Pendente: "O cliente ainda não respondeu. Publicar agora encerra o pedido de aprovação.",
  Ajustes: "O cliente pediu ajustes e ainda não viu o texto novo. Publicar agora dispensa a aprovação.",
  Rejeitado: "O cliente rejeitou este conteúdo. Publicar agora passa por cima da resposta.",
};

const STOPS = ["Texto", "Cliente", "Data", "No ar"];

/** The four stops of a post on its way. */
function Trail({ post }: { post: Post }) {
  const done = [
    post.body_chars >= limits().body_min_chars && post.title !== "",
    !post.approval_required || post.aprovado_pelo_cliente,
    post.scheduled_at !== null && post.scheduled_at !== undefined,
    post.status === "published",
  ];
  return (
    <ol className="trail" aria-label="Caminho do conteúdo">
      {STOPS.map((name, index) => (
        <li key={name} className={done[index] ? "done" : ""}>
          {name}
          <span className="vh">{done[index] ? ", pronto" : ", falta"}</span>
        </li>
      ))}
    </ol>
  );
}
