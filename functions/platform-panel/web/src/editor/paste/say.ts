// What the person who pasted is told.
import type { LeftOut } from "./types";

const some = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);

/** Names of pictures that are read out. */
const NAMES = 3;

function pictures(names: string[]): string {
  const said = [...new Set(names.filter((name) => name !== ""))];
  const list = said.slice(0, NAMES).join(", ") + (said.length > NAMES ? " e outras" : "");
  const which = list === "" ? "" : ` (${list})`;
  return names.length === 1
    ? `Uma imagem não veio${which}: envie-a pelo botão Imagem no texto.`
    : `${names.length} imagens não vieram${which}: envie-as pelo botão Imagem no texto.`;
}

function sentence(part: LeftOut): string {
  switch (part.what) {
    case "pictures":
      return pictures(part.names);
    case "media":
      return part.count === 1
        ? "Um vídeo, áudio ou anexo não veio."
        : `${part.count} vídeos, áudios ou anexos não vieram.`;
    case "comments":
      return `Deixamos de fora ${some(part.count, "um comentário", "comentários")} de revisão.`;
    case "changes":
      return "As alterações controladas entraram como aceitas.";
    case "contents":
      return "Deixamos de fora o sumário.";
    case "stamps":
      return "Tiramos datas, horas e nomes da conversa.";
    case "formatting":
      return "Removemos cores e fontes do texto colado.";
  }
}

/** The note on a paste; empty if nothing is to be said. */
export const noteOn = (leftOut: LeftOut[]) => leftOut.map(sentence).join(" ");

/** How long a note stays, in milliseconds: time to read it, and longer if it asks for something. */
export const stays = (note: string) => Math.max(6_000, note.length * 90);
