// Two versions of a text: the differing passages side by side, and one choice for each.
import { useMemo, useState } from "react";

import { DialogFrame } from "../design/dialog";
import { CopyButton } from "../design/notes";
import { passages, readable, type Side } from "./differences";
import { changed, type FieldName, type Fields, LABELS } from "./draft";
import { useSaver } from "./saver";
import type { Conflict } from "./saving";

type Props = {
  base: Fields;
  mine: Fields;
  conflict: Conflict;
  onClose: () => void;
  onResolve: (fields: Fields) => void;
};

export function ConflictDialog({ base, mine, conflict: { other, theirs, ownDevice }, onClose, onResolve }: Props) {
  const body = useMemo(() => passages(base.body, mine.body, theirs.body), [base, mine, theirs]);
  const saver = useSaver(other);
  const fields = changed(mine, theirs).filter((name) => name !== "body");
  const touchedByMe = changed(base, mine);
  const [sides, setSides] = useState<Record<string, Side>>({});
  const sideOf = (name: FieldName): Side => sides[name] ?? (touchedByMe.includes(name) ? "mine" : "theirs");
  const saved = ownDevice ? "O do outro aparelho" : "O que foi salvo";
  const sideAt = (index: number): Side => {
    const passage = body[index];
    return sides[`p${index}`] ?? (passage?.kind === "differs" ? passage.suggested : "mine");
  };
  const differing = body
    .map((passage, index) => ({ passage, index }))
    .filter(({ passage }) => passage.kind === "differs");
  function chosen(): Fields {
    const made: Record<string, unknown> = { ...theirs };
    for (const name of fields) if (sideOf(name) === "mine") made[name] = mine[name];
    made.body = body
      .flatMap((passage, index) =>
        passage.kind === "same"
          ? passage.html
          : sideAt(index) === "both"
            ? [...passage.mine, ...passage.theirs]
            : sideAt(index) === "mine"
              ? passage.mine
              : passage.theirs,
      )
      .join("");
    return made as Fields;
  }
  return (
    <DialogFrame
      title={
        ownDevice
          ? "Você continuou este texto em outro aparelho"
          : saver.self
            ? "Você salvou este conteúdo em outra janela"
            : `${saver.name ?? "Outra pessoa"} salvou este conteúdo`
      }
      onClose={onClose}
      wide
    >
      <p>
        Nada se perdeu: o que você escreveu está neste aparelho. Escolha, em cada trecho diferente, o que fica na versão{" "}
        {other.version + 1}.
      </p>
      <div className="pair" role="group" aria-label="Trechos diferentes">
        <p className="h">O seu</p>
        <p className="h">{saved}</p>
        {fields.map((name) => (
          <Choice
            key={name}
            name={name}
            label={LABELS[name]}
            mine={shown(mine[name])}
            theirs={shown(theirs[name])}
            saved={saved}
            side={sideOf(name)}
            onChoose={(side) => setSides({ ...sides, [name]: side })}
          />
        ))}
        {differing.map(({ passage, index }) =>
          passage.kind === "differs" ? (
            <Choice
              key={index}
              name={`p${index}`}
              label="Trecho do texto"
              mine={readable(passage.mine)}
              theirs={readable(passage.theirs)}
              saved={saved}
              side={sideAt(index)}
              contested={passage.contested}
              onChoose={(side) => setSides({ ...sides, [`p${index}`]: side })}
            />
          ) : null,
        )}
      </div>
      <div className="ends">
        <CopyButton text={readable([mine.body])}>Copiar o meu texto</CopyButton>
        <button type="button" className="btn" onClick={() => onResolve(theirs)}>
          {ownDevice
            ? "Ficar com o do outro aparelho"
            : saver.name && !saver.self
              ? `Ficar com o de ${saver.name}`
              : "Ficar com o que foi salvo"}
        </button>
        <button type="button" className="btn main" onClick={() => onResolve(chosen())}>
          Salvar a escolha como versão {other.version + 1}
        </button>
      </div>
    </DialogFrame>
  );
}

function shown(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "sim" : "não";
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join(", ") : JSON.stringify(value);
}

type ChoiceProps = {
  name: string;
  label: string;
  mine: string;
  theirs: string;
  saved: string;
  side: Side;
  contested?: boolean;
  onChoose: (side: Side) => void;
};

function Choice({ name, label, mine, theirs, saved, side, contested = false, onChoose }: ChoiceProps) {
  const sides = (["mine", "theirs"] as const).map((own) => (
    <label key={own} className={own}>
      <input type="radio" name={name} checked={side === own} onChange={() => onChoose(own)} />
      <span>
        <span className="vh">
          {label}, {own === "mine" ? "o seu" : saved.charAt(0).toLowerCase() + saved.slice(1)}:{" "}
        </span>
        {(own === "mine" ? mine : theirs) || <em className="soft">vazio</em>}
      </span>
    </label>
  ));
  if (!contested) return sides;
  return [
    ...sides,
    <label key="both" className="both">
      <input type="radio" name={name} checked={side === "both"} onChange={() => onChoose("both")} />
      <span className="sm">
        <span className="vh">{label}: </span>Os dois, um depois do outro
      </span>
    </label>,
  ];
}
