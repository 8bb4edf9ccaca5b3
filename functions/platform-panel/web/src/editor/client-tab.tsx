// The client's answers, round by round.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import type { components } from "../api/schema";
import { when } from "../design/dates";
import { Icon } from "../design/icons";
import { CopyButton, FailureNote } from "../design/notes";
import { LoadingRows } from "../design/rows";
import { StateBadge, type Badge } from "../design/state";
import { approvalsQuery } from "./approvals";
import type { Post } from "./draft";
import { usePostEditor } from "./post-editor";

type Round = components["schemas"]["Round"];

const OUTCOMES: Record<string, Badge> = {
  pending: { word: "Sem resposta ainda", style: "pending", icon: "sPending" },
  approved: { word: "Aprovou", style: "approved", icon: "sApproved" },
  adjustments: { word: "Pediu ajustes", style: "adjustments", icon: "sAdjustments" },
  rejected: { word: "Rejeitou", style: "rejected", icon: "sRejected" },
  superseded: { word: "Encerrada", style: "draft", icon: "sDraft" },
};

const DELIVERIES: Record<components["schemas"]["Delivery"], string> = {
  queued: "na fila",
  retrying: "tentando de novo",
  sent: "enviado",
  uncertain: "não sabemos se chegou",
  dropped: "não enviado",
  failed: "falhou",
};

export function ClientTab() {
  const { post, open } = usePostEditor();
  const { data, error, refetch } = useQuery({ ...approvalsQuery(post), refetchInterval: 30_000 });
  if (error) return <FailureNote title="As rodadas não chegaram." error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={3} says="Carregando as rodadas" />;
  return (
    <section>
      <h2>
        Rodadas <span>{data.total}</span>
      </h2>
      <p>
        <button type="button" className="btn quiet small" onClick={() => open("client")}>
          <Icon name="eye" small />
          Ver como o cliente vê
        </button>
      </p>
      {data.total === 0 ? (
        <p className="help">
          O cliente ainda não foi consultado. Pedir aprovação envia um link, que abre no celular sem senha.
        </p>
      ) : null}
      <ol className="rounds">
        {data.items.map((round) => (
          <RoundItem key={round.round} round={round} post={post} />
        ))}
      </ol>
    </section>
  );
}

function RoundItem({ round, post }: { round: Round; post: Post }) {
  const outcome: Badge = OUTCOMES[round.status] ?? { word: round.status, style: "draft", icon: "sDraft" };
  return (
    <li>
      <div className="row wrap">
        <StateBadge badge={outcome} />
        <span className="xs soft">
          rodada {round.round} · {when(round.answered_at ?? round.requested_at)}
        </span>
      </div>
      {round.comment ? <blockquote>{round.comment}</blockquote> : null}
      {round.status === "pending" ? (
        <>
          {round.deliveries.map((delivery) => (
            <p key={delivery.channel} className="xs soft">
              {delivery.channel === "whatsapp" ? "WhatsApp" : "E-mail"}: {DELIVERIES[delivery.delivery]}
              {delivery.error ? <span className="said"> “{delivery.error}”</span> : null}
            </p>
          ))}
          <p className="xs soft">{round.contacts.join(", ")}</p>
          {round.link ? (
            <p className="row wrap">
              <CopyButton text={round.link}>Copiar o link</CopyButton>
            </p>
          ) : null}
        </>
      ) : null}
      {round.status === "approved" && post.changed_after_approval ? (
        <p className="xs">
          <strong>O texto mudou depois desta aprovação.</strong>{" "}
          <Link to="." search={{ aba: "versoes" }}>
            Comparar as versões
          </Link>
        </p>
      ) : null}
    </li>
  );
}
