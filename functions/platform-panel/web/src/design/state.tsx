// The one word of a post, with its shape and colour. The platform decides which it is.
import type { components } from "../api/schema";
import { Icon, type IconName } from "./icons";

export type StateWord = components["schemas"]["StateWord"];

/** A word with the shape and the colour that go with it. */
export type Badge = { word: string; icon: IconName; style: string };

export const BADGES: Record<StateWord, Badge> = {
  parked: { word: "Falhou", icon: "sFailed", style: "failed" },
  retrying: { word: "Tentando de novo", icon: "sSending", style: "pending" },
  sending: { word: "Enviando", icon: "sSending", style: "pending" },
  with_client: { word: "Com o cliente", icon: "sPending", style: "pending" },
  adjustments: { word: "Ajustes", icon: "sAdjustments", style: "adjustments" },
  rejected: { word: "Rejeitado", icon: "sRejected", style: "rejected" },
  scheduled: { word: "Agendado", icon: "sScheduled", style: "scheduled" },
  published: { word: "Publicado", icon: "sPublished", style: "published" },
  approved: { word: "Aprovado", icon: "sApproved", style: "approved" },
  draft: { word: "Rascunho", icon: "sDraft", style: "draft" },
};

/** States that the host's answer ends. */
export const AWAITING_HOST: StateWord[] = ["sending", "retrying"];

/** The state of a post. */
export function State({ post }: { post: { state: StateWord } }) {
  return <StateBadge badge={BADGES[post.state]} />;
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
