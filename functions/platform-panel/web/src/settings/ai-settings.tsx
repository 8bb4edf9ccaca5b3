// Who writes and draws by default, and the models.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { time } from "../design/dates";
import { Field } from "../design/field";
import { FailureNote } from "../design/notes";
import { LoadingRows } from "../design/rows";
import { GroupForm } from "./group-form";

type Kind = components["schemas"]["Kind"];
type Provider = components["schemas"]["Provider"];

const KINDS: { kind: Kind; label: string }[] = [
  { kind: "text", label: "Textos" },
  { kind: "image", label: "Imagens" },
];

export function AiSettings() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: keys.settings.aiDefaults,
    queryFn: () => ask(api.GET("/api/v1/settings/ai-defaults")),
  });
  const select = useMutation({
    mutationFn: (body: { kind: Kind; provider: Provider }) => ask(api.PUT("/api/v1/settings/ai-defaults", { body })),
    onSuccess: (saved) => queries.setQueryData(keys.settings.aiDefaults, saved),
  });
  if (error) return <FailureNote title="As configurações não chegaram." error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={4} says="Carregando as configurações" />;
  return (
    <>
      <section className="sec" aria-labelledby="h-default">
        <header>
          <h2 id="h-default">Provedor padrão</h2>
          <span className="soft sm" role="status">
            {select.isSuccess ? `Salvo às ${time(new Date())}` : ""}
          </span>
        </header>
        <div className="form narrow">
          {select.error ? <FailureNote error={select.error} /> : null}
          {KINDS.map(({ kind, label }) => (
            <Field
              key={kind}
              label={label}
              help={
                data[kind].providers.length === 0
                  ? "Inclua a chave de um provedor em Chaves de API."
                  : "Vale na hora. Quando ele não responde, outro com chave assume."
              }
            >
              {(props) => (
                <select
                  {...props}
                  className="input"
                  disabled={data[kind].providers.length === 0 || select.isPending}
                  value={data[kind].provider ?? ""}
                  onChange={(event) => select.mutate({ kind, provider: event.target.value as Provider })}
                >
                  {data[kind].providers.length === 0 ? <option value="">Nenhum com chave</option> : null}
                  {data[kind].providers.map(({ provider, name }) => (
                    <option key={provider} value={provider}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ))}
        </div>
      </section>
      <section className="sec models" aria-labelledby="h-models">
        <header>
          <h2 id="h-models">Modelos e cota</h2>
        </header>
        <p className="soft sm">Deixe vazio para usar o modelo que a Pauta recomenda.</p>
        <GroupForm group="ai-models" />
      </section>
    </>
  );
}
