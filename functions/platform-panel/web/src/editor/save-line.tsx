// Where the text is: on the server, on this device, or in the way of another version.
import { Icon } from "../design/icons";
import { time } from "../design/dates";
import type { SaveState } from "./saving";

type Props = { state: SaveState; version: number; onResolve: () => void; onSave: () => void };

/** What is said of each state. Typing alone is not news. */
const SAID: Record<SaveState["kind"], string> = {
  saved: "Texto salvo.",
  saving: "",
  unsaved: "",
  kept: "Texto guardado.",
  offline: "Sem rede. O texto está guardado neste aparelho.",
  conflict: "Texto não salvo: há outra versão.",
  failed: "Texto não salvo.",
};

export function SaveLine(props: Props) {
  return (
    <>
      <Line {...props} />
      {/* A region that stays in the page, so that its changes are announced. */}
      <p className="vh" role="status">
        {SAID[props.state.kind]}
      </p>
    </>
  );
}

function Line({ state, version, onResolve, onSave }: Props) {
  switch (state.kind) {
    case "saved":
      return (
        <p className="save">
          <Icon name="check" small />
          <span className="sm-keep">Salvo</span>
          {state.at ? <span>às {time(state.at)}</span> : null}
          <span className="hide-md">· versão {version}</span>
        </p>
      );
    case "saving":
      return (
        <p className="save">
          <Icon name="retry" small />
          <span className="sm-keep">Salvando…</span>
        </p>
      );
    case "unsaved":
      return (
        <p className="save">
          <span className="hide-md">Guardado neste aparelho</span>
          <button type="button" className="link" aria-keyshortcuts="Control+S" onClick={onSave}>
            Salvar
          </button>
        </p>
      );
    case "kept":
      return (
        <p className="save">
          <Icon name="check" small />
          <span className="sm-keep">Guardado</span>
          <span>às {time(state.at)}</span>
          <button type="button" className="link" aria-keyshortcuts="Control+S" onClick={onSave}>
            Salvar
          </button>
        </p>
      );
    case "offline":
      return (
        <p className="save warn">
          <Icon name="warn" small />
          <span className="sm-keep">Sem rede</span>
          <span className="hide-md">· guardado neste aparelho</span>
        </p>
      );
    case "conflict":
      return (
        <p className="save bad">
          <Icon name="warn" small />
          <button type="button" className="link" onClick={onResolve}>
            Não salvo<span>, há outra versão</span>
          </button>
        </p>
      );
    case "failed":
      return (
        <p className="save bad">
          <Icon name="warn" small />
          <span className="sm-keep">Não salvo</span>
        </p>
      );
  }
}
