// The login with which the platform publishes on a site.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { Field, PasswordInput } from "../design/field";
import { FailureNote } from "../design/notes";

type Site = components["schemas"]["SiteBody"];

export function AccessForm({ site, submit, onDone }: { site: Site; submit: string; onDone: (site: Site) => void }) {
  const queries = useQueryClient();
  const [user, setUser] = useState(site.host_user ?? "");
  const [password, setPassword] = useState("");
  const [shown, setShown] = useState(false);
  const save = useMutation({
    mutationFn: () => {
      const body: components["schemas"]["SiteInput"] = { host_user: user };
      if (password) body.host_password = password;
      return ask(api.PUT("/api/v1/sites/{id}", { params: { path: { id: site.id } }, body }));
    },
    onSuccess: (saved) => {
      setPassword("");
      void queries.invalidateQueries({ queryKey: keys.sites.all });
      onDone(saved);
    },
  });
  const failure = save.error ? asFailure(save.error) : null;
  return (
    <form
      className="form narrow"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <p>
        Use um usuário que possa publicar em <strong>{site.url}</strong> e uma <strong>senha de aplicativo</strong>, que
        ele cria no próprio perfil. A senha de entrada não serve, e a de aplicativo pode ser retirada a qualquer
        momento.
      </p>
      {failure && !failure.issues?.length ? <FailureNote error={failure} /> : null}
      <Field label="Usuário no site" error={failure?.field("host_user")}>
        {(props) => (
          <input
            {...props}
            className="input"
            required
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={user}
            onChange={(event) => setUser(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Senha de aplicativo"
        error={failure?.field("host_password")}
        help={
          site.host_password_set
            ? "Guardada e cifrada. Preencha só para trocar."
            : "Fica cifrada e não aparece de novo."
        }
      >
        {(props) => (
          <PasswordInput
            {...props}
            shown={shown}
            onToggle={() => setShown(!shown)}
            required={!site.host_password_set}
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <div className="ends">
        <button className="btn main" disabled={save.isPending}>
          {save.isPending ? "Salvando…" : submit}
        </button>
      </div>
    </form>
  );
}
