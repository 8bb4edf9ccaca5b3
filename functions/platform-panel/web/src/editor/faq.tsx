// Questions and answers below the text.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { limits } from "../api/limits";
import { Icon } from "../design/icons";
import { FailureNote } from "../design/notes";
import { Field } from "../design/field";
import type { Fields } from "./draft";
import { usePostEditor } from "./post-editor";

type Faq = Fields["faq_data"];

const complete = ({ question, answer }: Faq["items"][number]) =>
  /[\p{L}\p{N}]/u.test(question) && /[\p{L}\p{N}]/u.test(answer);

export function Faq() {
  const { post, fields, set, edits, analysis } = usePostEditor();
  const { faq_data: faq, title, body } = fields;
  const warnings = analysis?.faq_warnings ?? [];
  const change = (faq_data: Faq) => set({ faq_data });
  const [count, setCount] = useState(() => Math.min(...limits().faq_counts));
  const suggest = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/v1/posts/generate-faq", {
          body: { site_id: post.site_id, count, title, body, items: faq.items },
        }),
      ),
    onSuccess: ({ items }) => change({ ...faq, items }),
  });
  const changeItem = (index: number, item: Partial<Faq["items"][number]>) =>
    change({ ...faq, items: faq.items.map((old, place) => (place === index ? { ...old, ...item } : old)) });
  const done = faq.items.filter(complete).length;
  return (
    <section className="faq" aria-labelledby="faq-t" id="perguntas">
      <header>
        <h2 id="faq-t">Perguntas frequentes</h2>
        <span className="xs soft">
          {done} de {limits().faq_min_questions} completas
        </span>
        <label className="sw">
          <input
            type="checkbox"
            role="switch"
            disabled={!edits}
            checked={faq.enabled}
            onChange={(event) => change({ ...faq, enabled: event.target.checked })}
          />
          Mostrar no site
        </label>
      </header>
      <ol>
        {faq.items.map((item, index) => (
          // Items have no identity of their own.
          <li key={index}>
            <div className="form">
              <Field label={`Pergunta ${index + 1}`}>
                {(props) => (
                  <input
                    {...props}
                    className="input"
                    readOnly={!edits}
                    maxLength={limits().question_chars}
                    value={item.question}
                    onChange={(event) => changeItem(index, { question: event.target.value })}
                  />
                )}
              </Field>
              <Field label="Resposta">
                {(props) => (
                  <textarea
                    {...props}
                    className="input"
                    rows={3}
                    readOnly={!edits}
                    maxLength={limits().answer_chars}
                    value={item.answer}
                    onChange={(event) => changeItem(index, { answer: event.target.value })}
                  />
                )}
              </Field>
              {warnings
                .filter((warning) => warning.index === index)
                .map((warning) => (
                  <p key={warning.code} className="w">
                    <Icon name="warn" small />
                    {warning.message}
                  </p>
                ))}
              {edits ? (
                <div>
                  <button
                    type="button"
                    className="btn quiet small"
                    onClick={() => change({ ...faq, items: faq.items.filter((_, place) => place !== index) })}
                  >
                    <Icon name="trash" small />
                    Tirar<span className="vh"> a pergunta {index + 1}</span>
                  </button>
                </div>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      {edits ? (
        <div className="row wrap">
          <button
            type="button"
            className="btn small"
            onClick={() => change({ ...faq, items: [...faq.items, { question: "", answer: "" }] })}
          >
            <Icon name="plus" small />
            Pergunta
          </button>
          <button
            type="button"
            className="btn small"
            disabled={suggest.isPending || (!title && !body)}
            onClick={() => suggest.mutate()}
          >
            <Icon name="spark" small />
            {suggest.isPending ? "Escrevendo…" : "Sugerir perguntas"}
          </button>
          <select
            className="input"
            aria-label="Quantas perguntas sugerir"
            value={count}
            onChange={(event) => setCount(Number(event.target.value))}
          >
            {limits().faq_counts.map((number) => (
              <option key={number} value={number}>
                {number} perguntas
              </option>
            ))}
          </select>
        </div>
      ) : null}
      {suggest.error ? <FailureNote error={suggest.error} /> : null}
      {suggest.data?.missing ? (
        <p className="help">Vieram {suggest.data.generated}; as outras repetiam o que já havia.</p>
      ) : null}
    </section>
  );
}
