// The test of a connection: five questions in order, the host's words, and what helps.
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { Icon } from "../design/icons";
import { CopyButton, FailureNote, Note } from "../design/notes";

type Site = components["schemas"]["SiteBody"];
type Cause = components["schemas"]["Cause"];

/** The questions, and the causes that answer one of them with no. */
const QUESTIONS: { asks: string; fails: Cause[] }[] = [
  { asks: "O site responde no endereço?", fails: ["host_unreachable", "host_moved"] },
  { asks: "Ele tem a interface para programas?", fails: ["rest_blocked"] },
  { asks: "Aceita o usuário e a senha?", fails: ["not_connected", "credentials_refused"] },
  { asks: "Este usuário pode publicar?", fails: ["permission_missing"] },
];

export function ConnectionTest({ site, onDone }: { site: Site; onDone?: (ok: boolean) => void }) {
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: () => ask(api.POST("/api/v1/sites/{id}/test-connection", { params: { path: { id: site.id } } })),
    onSuccess: (answer) => {
      void queries.invalidateQueries({ queryKey: keys.sites.all });
      onDone?.(answer.ok);
    },
  });
  const diagnosis = test.data && "cause" in test.data ? test.data : null;
  const connected = test.data && "user" in test.data ? test.data : null;
  const failing = diagnosis ? QUESTIONS.findIndex(({ fails }) => fails.includes(diagnosis.cause)) : -1;
  return (
    <div className="form">
      <p>
        <button type="button" className="btn" disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? "Testando…" : test.data ? "Testar de novo" : "Testar a conexão"}
        </button>
      </p>
      {test.error ? <FailureNote title="O teste não foi feito." error={test.error} /> : null}
      {test.data ? (
        <ol className="questions" aria-label="Resultado do teste">
          {QUESTIONS.map(({ asks }, index) => {
            const state = connected || index < failing ? "yes" : index === failing ? "no" : "later";
            return (
              <li key={asks} className={state}>
                <Icon name={state === "yes" ? "check" : state === "no" ? "warn" : "sDraft"} small />
                <span>{asks}</span>
                <span className="soft sm">
                  {state === "yes" ? "sim" : state === "no" ? "não" : "depois da anterior"}
                </span>
              </li>
            );
          })}
        </ol>
      ) : null}
      <div aria-live="polite">
        {connected ? (
          <Note kind="good">
            <p>
              <strong>{connected.site_name || site.name} está conectado.</strong> Entramos como {connected.user.name}.
            </p>
          </Note>
        ) : null}
        {diagnosis ? (
          <Note kind="bad">
            <p>
              <strong>{diagnosis.message}</strong> {diagnosis.hint}
            </p>
            <p className="row wrap">
              <CopyButton text={message(site, diagnosis)}>Copiar recado para quem cuida do site</CopyButton>
            </p>
          </Note>
        ) : null}
      </div>
    </div>
  );
}

/** A message to the administrator of the site. */
function message(site: Site, diagnosis: components["schemas"]["Diagnosis"]): string {
  return `Olá! Estamos ligando o site ${site.url} à Pauta, para publicar os conteúdos, e o teste parou aqui:\n\n${diagnosis.message}\n${diagnosis.hint}\n\nPodem nos ajudar com isso? Obrigado!`;
}
