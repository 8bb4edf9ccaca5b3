// Notes above the title about where the text is: recovered, come from another device, or not sent.
import { time } from "../design/dates";
import { Icon } from "../design/icons";
import { FailureNote, Note } from "../design/notes";
import type { SaveState } from "./saving";

type Props = {
  state: SaveState;
  /** When the recovered text was written; null when nothing was recovered. */
  recovered: number | null;
  onDiscard: () => void;
  /** When a text from another device took the place of the one here. */
  moved: Date | null;
  onSeen: () => void;
  onSave: () => void;
};

export function SaveNotes({ state, recovered, onDiscard, moved, onSeen, onSave }: Props) {
  return (
    <>
      {recovered ? (
        <Note kind="warn">
          <p role="status">
            Recuperamos o que você escreveu às <span className="num">{time(new Date(recovered))}</span>.{" "}
            <button type="button" className="link" onClick={onDiscard}>
              Descartar e ficar com a versão salva
            </button>
          </p>
        </Note>
      ) : null}
      {moved ? (
        <Note kind="good">
          <p className="row">
            <span className="grow" role="status">
              Você continuou este texto em outro aparelho. Às {time(moved)} ele veio para cá.
            </span>
            <button type="button" className="btn quiet icon small" aria-label="Fechar o aviso" onClick={onSeen}>
              <Icon name="close" small />
            </button>
          </p>
        </Note>
      ) : null}
      {state.kind === "offline" ? (
        <Note kind="warn">
          <p>
            <strong>Sem rede desde {time(state.since)}.</strong> Continue escrevendo: o texto está guardado neste
            aparelho e será enviado quando a rede voltar.
          </p>
        </Note>
      ) : null}
      {state.kind === "failed" ? <FailureNote title="Não salvo." error={state.failure} onRetry={onSave} /> : null}
    </>
  );
}
