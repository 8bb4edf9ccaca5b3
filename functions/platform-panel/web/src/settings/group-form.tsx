// A group of settings as a form: secrets stay masked until they are replaced.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, useEffect, useRef, useState } from "react";

import { api, ask } from "../api/client";
import { asFailure, type Failure } from "../api/failure";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { time } from "../design/dates";
import { Field, PasswordInput } from "../design/field";
import { FailureNote } from "../design/notes";
import { LoadingRows } from "../design/rows";
import { settingOf } from "./names";

type Item = components["schemas"]["SettingBody"];
type Values = Record<string, string | null>;

const GROUPS = {
  notifications: {
    read: () => ask(api.GET("/api/v1/settings/notifications")),
    write: (body: Values) => ask(api.PUT("/api/v1/settings/notifications", { body })),
  },
  "search-provider": {
    read: () => ask(api.GET("/api/v1/settings/search-provider")),
    write: (body: Values) => ask(api.PUT("/api/v1/settings/search-provider", { body })),
  },
  agency: {
    read: () => ask(api.GET("/api/v1/settings/agency")),
    write: (body: Values) => ask(api.PUT("/api/v1/settings/agency", { body })),
  },
  "ai-models": {
    read: () => ask(api.GET("/api/v1/settings/ai-models")),
    write: (body: Values) => ask(api.PUT("/api/v1/settings/ai-models", { body })),
  },
};

export function GroupForm({ group }: { group: keyof typeof GROUPS }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.settings.group(group),
    queryFn: GROUPS[group].read,
    refetchOnWindowFocus: false,
  });
  if (error) return <FailureNote title="As configurações não chegaram." error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={6} says="Carregando as configurações" />;
  return <Fields group={group} items={data.items} />;
}

function Fields({ group, items }: { group: keyof typeof GROUPS; items: Item[] }) {
  const queries = useQueryClient();
  const [values, setValues] = useState<Values>({});
  const save = useMutation({
    mutationFn: () => GROUPS[group].write(values),
    onSuccess: (saved) => {
      setValues({});
      queries.setQueryData(keys.settings.group(group), saved);
    },
  });
  const failure = save.error ? asFailure(save.error) : null;
  const form = useRef<HTMLFormElement>(null);
  // The refused field may be far above the button.
  useEffect(() => {
    if (save.isError) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [save.isError, save.failureCount]);
  const named = failure?.issues?.some(({ field }) => items.some(({ key }) => key === field));
  return (
    <form
      ref={form}
      className="form narrow"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {failure && !named ? <FailureNote error={failure} /> : null}
      {items.map((item) => (
        <Fragment key={item.key}>
          {settingOf(item.key).heading ? <h2>{settingOf(item.key).heading}</h2> : null}
          <OneField
            item={item}
            failure={failure}
            value={values[item.key]}
            onChange={(value) => setValues({ ...values, [item.key]: value })}
          />
        </Fragment>
      ))}
      <div className="ends">
        <button className="btn main" disabled={save.isPending || Object.keys(values).length === 0}>
          {save.isPending ? "Salvando…" : "Salvar"}
        </button>
        <span className="soft sm" role="status">
          {save.isSuccess ? `Salvo às ${time(new Date())}` : save.isError ? "Não salvo. Corrija o campo marcado." : ""}
        </span>
      </div>
    </form>
  );
}

type FieldProps = {
  item: Item;
  failure: Failure | null;
  value: string | null | undefined;
  onChange: (value: string | null) => void;
};

function OneField({ item, failure, value, onChange }: FieldProps) {
  const setting = settingOf(item.key);
  const [shown, setShown] = useState(false);
  const source = item.source === "environment" ? "Vem do ambiente. " : "";
  const error = failure?.field(item.key);
  if (setting.secret) {
    return (
      <Field
        label={setting.label}
        error={error}
        help={`${source}${item.configured ? `Guardado: ${item.masked ?? "••••"}. Preencha só para trocar.` : (setting.help ?? "")}`}
      >
        {(props) => (
          <PasswordInput
            {...props}
            shown={shown}
            onToggle={() => setShown(!shown)}
            autoComplete="off"
            value={value ?? ""}
            onChange={(event) => onChange(event.target.value || null)}
          />
        )}
      </Field>
    );
  }
  const current = value === undefined ? (item.value ?? "") : (value ?? "");
  return (
    <Field label={setting.label} error={error} help={`${source}${setting.help ?? ""}` || undefined}>
      {(props) =>
        setting.choices ? (
          <select
            {...props}
            className="input"
            value={current}
            onChange={(event) => onChange(event.target.value || null)}
          >
            {setting.choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...props}
            className="input"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={current}
            onChange={(event) => onChange(event.target.value || null)}
          />
        )
      }
    </Field>
  );
}
