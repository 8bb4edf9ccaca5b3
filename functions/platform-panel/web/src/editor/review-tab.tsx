// Requirements, scores, what gains most, and marks of language.
import { useQuery } from "@tanstack/react-query";
import type { ChainedCommands } from "@tiptap/react";
import { useMemo, useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import { Icon } from "../design/icons";
import { type Analysis, type Check, distinct } from "./checks";
import { CLASSES, KINDS, placeNow, type Placed } from "./findings";
import { usePostEditor } from "./post-editor";
import { goToField, goToPlace, isInText, isPassage } from "./places";
import { showPassage } from "./visible-band";

type Props = {
  /** Closes the panel where it lies over the text, before a place of the text is shown. */
  onLeave: () => void;
};

export function ReviewTab({ onLeave }: Props) {
  const { analysis } = usePostEditor();
  return (
    <>
      <Requirements onLeave={onLeave} />
      {analysis ? <Scores analysis={analysis} onLeave={onLeave} /> : null}
      <Language onLeave={onLeave} />
    </>
  );
}

function Requirements({ onLeave }: Props) {
  const { post, fields } = usePostEditor();
  // The platform judges what is saved; the list below follows the typing and has the same rules.
  const saved = useQuery({
    queryKey: keys.post.validation(post.id, post.version, post.media.length),
    queryFn: () => ask(api.GET("/api/v1/posts/{id}/validation", { params: { path: { id: post.id } } })),
  });
  const chars = useMemo(() => plainLength(fields.body), [fields.body]);
  const pictures = [...fields.body.matchAll(/<img\b[^>]*>/g)];
  const described = pictures.filter(([tag]) => /\salt="[^"]*[^"\s][^"]*"/.test(tag)).length;
  const questions = fields.faq_data.items.filter(({ question, answer }) => question.trim() && answer.trim()).length;
  const { body_min_chars: least, faq_min_questions: asked } = limits();
  const rows = [
    { name: "Título", met: fields.title.trim() !== "", place: "title", note: "" },
    {
      name: "Texto",
      met: chars >= least,
      place: "corpo",
      note: `${chars.toLocaleString("pt-BR")} caracteres, mínimo ${least}`,
    },
    { name: "Imagem de destaque", met: post.media.length > 0, place: "imagem", note: "" },
    ...(pictures.length > 0
      ? [
          {
            name: "Textos alternativos",
            met: described === pictures.length,
            place: "alt",
            note: `${described} de ${pictures.length} no texto`,
          },
        ]
      : []),
    ...(fields.faq_data.enabled
      ? [
          {
            name: "Perguntas frequentes",
            met: questions >= asked,
            place: "perguntas",
            note: `${questions} de ${asked}`,
          },
        ]
      : []),
  ];
  return (
    <section>
      <h2>
        Para enviar{" "}
        <span>
          {rows.filter(({ met }) => met).length} de {rows.length}
        </span>
      </h2>
      <ul className="req">
        {rows.map(({ name, met, place, note }) => (
          <li key={name} className={met ? "" : "no"}>
            <Icon name={met ? "check" : "warn"} small />
            {met ? (
              name
            ) : (
              <button
                type="button"
                className="link"
                onClick={() => {
                  onLeave();
                  goToField(place);
                }}
              >
                {name}
              </button>
            )}
            <small className="num">
              {met ? <span className="vh">pronto</span> : <span className="vh">falta</span>}
              {note}
            </small>
          </li>
        ))}
      </ul>
      {saved.data && !saved.data.valid && rows.every(({ met }) => met) ? (
        <p className="help">Salve para conferir de novo: {saved.data.issues.map(({ message }) => message).join(" ")}</p>
      ) : null}
    </section>
  );
}

function plainLength(html: string): number {
  const text = new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
  return text.replace(/\s+/g, " ").trim().length;
}

const SCORES = [
  { name: "seo", label: "SEO", says: "Buscadores" },
  { name: "geo", label: "GEO", says: "Buscas com IA" },
  { name: "aeo", label: "AEO", says: "Respostas diretas" },
] as const;

type Gain = { check: Check; points: { label: string; points: number }[]; total: number };

/** What can be gained, most first. One line holds all checks that say the same, in whichever score. */
function gainsOf(analysis: Analysis): Gain[] {
  const found = new Map<string, Gain>();
  for (const { name, label } of SCORES) {
    for (const { check, same } of distinct(analysis[name].checks)) {
      const points = same.reduce((sum, one) => sum + one.gain, 0);
      if (points === 0) continue;
      const known = found.get(check.message) ?? { check, points: [], total: 0 };
      known.points.push({ label, points });
      known.total += points;
      found.set(check.message, known);
    }
  }
  return [...found.values()].sort((one, other) => other.total - one.total);
}

function Scores({ analysis, onLeave }: Props & { analysis: Analysis }) {
  const { analysisFailed } = usePostEditor();
  const [open, setOpen] = useState<string | null>(null);
  const gains = gainsOf(analysis).slice(0, 3);
  return (
    <>
      <section>
        <h2>
          Notas <span>{analysisFailed ? "em pausa" : "de 0 a 100, ao vivo"}</span>
        </h2>
        {SCORES.map(({ name, label, says }) => {
          const { score, checks } = analysis[name];
          const isOpen = open === name;
          return (
            <div key={name}>
              <button
                type="button"
                className="score"
                aria-expanded={isOpen}
                onClick={() => setOpen(isOpen ? null : name)}
              >
                <span>
                  {label}
                  <span className="vh">, {says}: </span>
                </span>
                <svg className="barr" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                  <rect width="100" height="6" className="ground" />
                  <rect width={score} height="6" className="fill" />
                </svg>
                <b>{score}</b>
                <Icon name="down" small />
              </button>
              {isOpen ? (
                <ul className="checks">
                  {distinct(checks)
                    .map(({ check }) => check)
                    .filter(({ status }) => status !== "na")
                    .sort((one, other) => other.gain - one.gain)
                    .map((check) => (
                      <li key={check.id}>
                        <Icon
                          name={check.status === "good" ? "check" : check.status === "ok" ? "sPending" : "warn"}
                          small
                        />
                        <div>
                          <p>
                            <span className="vh">
                              {check.status === "good"
                                ? "Bom: "
                                : check.status === "ok"
                                  ? "Dá para melhorar: "
                                  : "Falta: "}
                            </span>
                            {check.message}
                          </p>
                          {check.status === "good" ? null : <GoTo check={check} onLeave={onLeave} />}
                        </div>
                      </li>
                    ))}
                </ul>
              ) : null}
            </div>
          );
        })}
      </section>
      {gains.length > 0 ? (
        <section>
          <h2>
            Vale mais agora <span>até +{gains.reduce((sum, { total }) => sum + total, 0)} pontos</span>
          </h2>
          <ul className="gain">
            {gains.map(({ check, points }) => (
              <li key={check.message}>
                <span className="pts">
                  {points.map(({ label, points }) => (
                    <span key={label}>
                      +{points}
                      <small>{label}</small>
                    </span>
                  ))}
                </span>
                <div>
                  <p>{check.message}</p>
                  <GoTo check={check} onLeave={onLeave} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function GoTo({ check, onLeave }: Props & { check: Check }) {
  const { editor } = usePostEditor();
  const [place] = check.where;
  if (!place || !editor) return null;
  return (
    <button
      type="button"
      className="link sm"
      onClick={() => {
        if (isInText(place)) onLeave();
        goToPlace(editor, place);
      }}
    >
      {isPassage(place) ? "Ir ao trecho" : "Ir ao campo"}
    </button>
  );
}

function Language({ onLeave }: Props) {
  const { findings, editor, edits, ignore } = usePostEditor();
  /** Acts at the present place of a mark. */
  function at(placed: Placed, act: (chain: ChainedCommands, place: { from: number; to: number }) => ChainedCommands) {
    const now = editor && placeNow(editor.state, placed);
    if (now) act(editor.chain().focus(), { from: now.from, to: now.to }).run();
  }
  return (
    <section aria-live="off">
      <h2>
        Português <span>{findings.length === 1 ? "1 marca" : `${findings.length} marcas`}</span>
      </h2>
      {findings.length === 0 ? <p className="help">Nada a marcar por enquanto.</p> : null}
      <ul className="gram">
        {findings.slice(0, 40).map((placed) => {
          const { finding, text } = placed;
          const [first] = finding.suggestions;
          return (
            <li key={`${placed.from} ${finding.rule}`}>
              <div className="grow">
                <button
                  type="button"
                  className="mark-text"
                  onClick={() => {
                    const now = editor && placeNow(editor.state, placed);
                    if (!now) return;
                    onLeave();
                    showPassage(editor, now);
                  }}
                >
                  <span className={CLASSES[finding.kind]}>{text}</span>
                </button>
                <p className="xs soft">
                  {KINDS[finding.kind]}: {finding.message}
                </p>
              </div>
              {edits ? (
                <div className="row wrap">
                  {first !== undefined ? (
                    <button
                      type="button"
                      className="btn small"
                      onClick={() =>
                        at(placed, (chain, place) =>
                          first ? chain.insertContentAt(place, first) : chain.deleteRange(place),
                        )
                      }
                    >
                      {first || "Tirar"}
                    </button>
                  ) : null}
                  <button type="button" className="btn quiet small" onClick={() => ignore(placed)}>
                    Ignorar<span className="vh"> {text}</span>
                  </button>
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
