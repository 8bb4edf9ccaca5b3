// The one word of a post: publication, approval and status together.
import type { components } from "../api/schema";
import { Icon, type IconName } from "./icons";

export type StateWord = "failed" | "sending" | "pending" | "adjustments" | "rejected" | "scheduled" | "published" | "approved" | "draft";

/** A word with the shape and the colour that go with it. */
export type Badge = { word: string; icon: IconName; style: string };

const WORDS: Record<StateWord, Badge> = {
  failed: { word: "Falhou", icon: "sFailed", style: "failed" },
  sending: { word: "Enviando", icon: "sSending", style: "pending" },
  pending: { word: "Com o cliente", icon: "sPending", style: "pending" },
  adjustments: { word: "Ajustes", icon: "sAdjustments", style: "adjustments" },
  rejected: { word: "Rejeitado", icon: "sRejected", style: "rejected" },
  scheduled: { word: "Agendado", icon: "sScheduled", style: "scheduled" },
  published: { word: "Publicado", icon: "sPublished", style: "published" },
  approved: { word: "Aprovado", icon: "sApproved", style: "approved" },
  draft: { word: "Rascunho", icon: "sDraft", style: "draft" },
};

type Stateful = {
  status: components["schemas"]["StatusWord"];
  approval?: components["schemas"]["LabelWord"] | null;
  published_at?: string | null;
  publication?: components["schemas"]["PublicationState"] | null;
  details?: { publication?: { state: components["schemas"]["PublicationState"] } | null } | null;
};

/** The first that holds: failed, sending, with the client, adjustments, rejected, scheduled, published, approved, draft. */
export function stateOf(post: Stateful): StateWord {
  const publication = post.publication ?? post.details?.publication?.state;
  if (publication === "failed") return "failed";
  if (publication === "queued" || publication === "running" || publication === "retrying") return "sending";
  if (post.approval === "Pendente") return "pending";
  if (post.status === "draft" && post.approval === "Ajustes") return "adjustments";
  if (post.status === "draft" && post.approval === "Rejeitado") return "rejected";
  if (post.status === "scheduled") return "scheduled";
  if (post.status === "published") return "published";
  if (post.approval === "Aprovado" || post.approval === "Aprovado (alterado depois)") return "approved";
  return "draft";
}

export function stateName(state: StateWord): string {
  return WORDS[state].word;
}

/** The state of a post. */
export function State({ post }: { post: Stateful }) {
  return <StateBadge badge={WORDS[stateOf(post)]} />;
}

/** Shape, word and colour together. */
export function StateBadge({ badge: { word, icon, style } }: { badge: Badge }) {
  return (
    <span className={`st ${style}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}
