// What moving a post to another lane of the board opens. A move acts on nothing outside by itself.
import type { components } from "../api/schema";
import type { Post } from "./post-pages";

export type Lane = "writing" | "pending" | "adjustments" | "approved" | "scheduled" | "published";

export const LANES: { lane: Lane; title: string; states: components["schemas"]["StateWord"][] }[] = [
  { lane: "writing", title: "Escrevendo", states: ["draft", "rejected", "parked", "retrying", "sending"] },
  { lane: "pending", title: "Com o cliente", states: ["with_client"] },
  { lane: "adjustments", title: "Ajustes", states: ["adjustments"] },
  { lane: "approved", title: "Aprovado", states: ["approved"] },
  { lane: "scheduled", title: "Agendado", states: ["scheduled"] },
  { lane: "published", title: "Publicado", states: ["published"] },
];

export function laneOf(post: Post): Lane {
  return LANES.find(({ states }) => states.includes(post.state))?.lane ?? "writing";
}

export type Move = { opens: "approval" | "publish" } | { refused: string };

/** What a person with these permissions opens by moving a post to a lane. */
export function moveTo(post: Post, to: Lane, can: { ask: boolean; publish: boolean }): Move {
  const from = laneOf(post);
  if (to === from) return { refused: "Já está aqui." };
  if (from === "published") return { refused: "O que está no ar não volta a ser rascunho." };
  if (to === "pending")
    return can.ask && post.status === "draft"
      ? { opens: "approval" }
      : { refused: "Cancele o agendamento antes de pedir aprovação." };
  if (to === "scheduled" || to === "published")
    return can.publish ? { opens: "publish" } : { refused: "Quem publica é um editor ou gerente." };
  if (from === "scheduled" && can.publish) return { opens: "publish" };
  if (to === "approved") return { refused: "Quem aprova é o cliente." };
  if (to === "adjustments") return { refused: "Quem pede ajustes é o cliente." };
  return { refused: "Para voltar a escrever, abra o conteúdo." };
}
