// API keys: masked, replaced, tested.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure, Failure } from "../api/failure";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { Field, PasswordInput } from "../design/field";
import { FailureNote, Note } from "../design/notes";
import { LoadingRows } from "../design/rows";
import { settingOf } from "./names";

type Setting = components["schemas"]["SettingBody"];

export function ApiKeys() {
  const { data, error, refetch } = useQuery({
    queryKey: keys.settings.apiKeys,
    queryFn: () => ask(api.GET("/api/v1/settings/api-keys")),
  });
  if (error) return <FailureNote title="As chaves não chegaram." error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={5} says="Carregando as chaves" />;
  return (
    <>
      <p className="soft">
        Cada provedor cobra a agência pela própria chave. Uma chave salva vale na hora e não aparece de novo.
      </p>
      <ul className="keys-list">
        {data.items.map((item) => (
          <KeyRow key={item.key} item={item} />
        ))}
      </ul>
    </>
  );
}

function KeyRow({ item }: { item: Setting }) {
  const { label, help } = settingOf(item.key);
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState("");
  const [shown, setShown] = useState(false);
  const [unsure, setUnsure] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: async (value: string | null) => {
      // A key that its provider refuses does not replace the one that works.
      if (value !== null && value !== unsure) {
        setUnsure(value);
        const tested = await ask(api.POST("/api/v1/settings/api-keys/test", { body: { key: item.key, value } }));
        if (!tested.ok) {
          throw new Failure(0, {
            code: "key_refused",
            message: `${tested.message ?? "A chave não funciona."} Corrija a chave, ou salve de novo para guardá-la assim mesmo.`,
          });
        }
      }
      return ask(api.PUT("/api/v1/settings/api-keys", { body: { [item.key]: value } }));
    },
    onSuccess: () => {
      setOpen(false);
      setValue("");
      void queries.invalidateQueries({ queryKey: keys.settings.all });
    },
  });
  const test = useMutation({
    mutationFn: () => ask(api.POST("/api/v1/settings/api-keys/test", { body: { key: item.key } })),
  });
  const failure = save.error ? asFailure(save.error) : null;
  return (
    <li>
      <div className="row wrap">
        <div className="grow">
          <strong>{label}</strong>
          <span className="soft sm"> {help}</span>
          <p className="sm num">
            {item.configured ? (
              <>
                {item.masked}{" "}
                <span className="soft">{item.source === "environment" ? "do ambiente" : "salva aqui"}</span>
              </>
            ) : (
              <span className="soft">sem chave</span>
            )}
          </p>
        </div>
        {item.configured ? (
          <button type="button" className="btn quiet small" disabled={test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? "Testando…" : "Testar"}
            <span className="vh"> {label}</span>
          </button>
        ) : null}
        <button type="button" className="btn small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {item.configured ? "Trocar" : "Incluir"}
          <span className="vh"> {label}</span>
        </button>
      </div>
      <div aria-live="polite">
        {test.data ? (
          <Note kind={test.data.ok ? "good" : "bad"}>
            <p>
              {test.data.ok ? "A chave funciona." : (test.data.message ?? "A chave não funciona.")}
              {test.data.provider_message ? <span className="said"> “{test.data.provider_message}”</span> : null}
            </p>
          </Note>
        ) : null}
      </div>
      {test.error ? <FailureNote error={test.error} /> : null}
      {open ? (
        <form
          className="form narrow"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(value.trim());
          }}
        >
          {failure && !failure.issues?.length ? <FailureNote error={failure} /> : null}
          <Field label={`Nova chave: ${label}`} error={failure?.field(item.key)}>
            {(props) => (
              <PasswordInput
                {...props}
                shown={shown}
                onToggle={() => setShown(!shown)}
                autoComplete="off"
                required
                autoFocus
                value={value}
                onChange={(event) => setValue(event.target.value)}
              />
            )}
          </Field>
          <div className="ends">
            <button className="btn main" disabled={save.isPending}>
              {save.isPending ? "Testando…" : "Testar e salvar"}
            </button>
            {item.configured && item.source === "saved" ? (
              <button type="button" className="btn bad" disabled={save.isPending} onClick={() => save.mutate(null)}>
                Remover
              </button>
            ) : null}
          </div>
        </form>
      ) : null}
    </li>
  );
}
