// The list of shortcuts.
import { Fragment } from "react";

import { DialogFrame } from "../design/dialog";
import { SCREENS } from "./screens";

const KEYS: [string[], string][] = [
  [["?"], "Mostrar esta lista"],
  [["Ctrl", "K"], "Buscar ou ir para"],
  [["N"], "Novo conteúdo"],
  [["/"], "Buscar nesta página"],
  [["J", "K"], "Próximo item da lista, e o anterior"],
  [["X"], "Selecionar o item da lista"],
  [["M"], "Mover o item da lista; no calendário, mudar o dia"],
  [["Ctrl", "S"], "Salvar o texto"],
  [["F8"], "Ir à próxima marca de português"],
  [["F6"], "Passar do texto ao painel e de volta"],
  [["Alt", "↑"], "Subir o bloco do texto"],
  [["Ctrl", "K"], "No texto: pôr um link nas palavras selecionadas, ou editar o do cursor"],
  [["/"], "No começo de um parágrafo do texto: inserir um bloco"],
  [["Esc"], "Fechar o que está aberto"],
  ...SCREENS.filter((screen) => screen.key).map((screen): [string[], string] => [
    ["G", screen.key?.toUpperCase() ?? ""],
    `Ir para ${screen.label}`,
  ]),
];

export function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame title="Atalhos do teclado" onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([keys, says]) => (
          <Fragment key={says}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{says}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="help">Atalhos de uma letra não agem dentro de campos. Em Minha conta você pode desligá-los.</p>
    </DialogFrame>
  );
}
