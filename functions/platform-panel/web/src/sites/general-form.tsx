// Name, address, language, audience and form of the texts of a site.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import type { components } from "../api/schema";
import { Field } from "../design/field";
import { FailureNote, Note } from "../design/notes";
import { may, useMe } from "../session/use-session";
import { BodyFormField } from "./body-form";
import { useSaveSite } from "./save-site";

type Site = components["schemas"]["SiteBody"];

export function GeneralForm({ site, edits, administers }: { site: Site; edits: boolean; administers: boolean }) {
  const me = useMe();
  const [name, setName] = useState(site.name);
  const [url, setUrl] = useState(site.url);
  const [language, setLanguage] = useState(site.language);
  const [audience, setAudience] = useState(site.audience);
  const [bodyForm, setBodyForm] = useState(site.body_form);
  const save = useSaveSite(site.id);
  const failure = save.error ? asFailure(save.error) : null;
  const address = failure?.code === "invalid_site_address" ? failure.message : failure?.field("url");
  return (
    <>
      <form
        className="form narrow"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({
            name,
            ...(administers ? { url } : {}),
            language: language.trim() || null,
            audience: audience.trim() || null,
            body_form: bodyForm,
          });
        }}
      >
        {failure && !failure.issues?.length && !address ? <FailureNote error={failure} /> : null}
        <fieldset className="form" disabled={!edits}>
          <Field label="Nome" error={failure?.field("name")}>
            {(props) => (
              <input
                {...props}
                className="input"
                required
                maxLength={limits().site_name_chars}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="Endereço"
            error={address}
            help={
              administers
                ? "Se o endereço mudar, a senha guardada é apagada e o acesso precisa ser informado de novo."
                : "Só a pessoa responsável pelo site, gerentes e a administração mudam o endereço."
            }
          >
            {(props) => (
              <input
                {...props}
                className="input"
                required
                disabled={!administers}
                inputMode="url"
                value={url}
                onChange={(event) => setUrl(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="Idioma dos textos gerados"
            error={failure?.field("language")}
            help="Código do idioma, por exemplo pt-BR."
          >
            {(props) => (
              <input
                {...props}
                className="input"
                maxLength={limits().language_chars}
                value={language}
                onChange={(event) => setLanguage(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="Quem lê o site"
            error={failure?.field("audience")}
            help="Duas frases sobre os leitores ajudam os textos gerados."
          >
            {(props) => (
              <textarea
                {...props}
                className="input"
                rows={3}
                maxLength={limits().audience_chars}
                value={audience}
                onChange={(event) => setAudience(event.target.value)}
              />
            )}
          </Field>
          <BodyFormField
            usesBlocks={site.host_uses_blocks ?? null}
            value={bodyForm}
            error={failure?.field("body_form")}
            onChange={setBodyForm}
          />
          {edits ? (
            <div className="ends">
              <button className="btn main" disabled={save.isPending}>
                {save.isPending ? "Salvando…" : "Salvar os dados"}
              </button>
            </div>
          ) : null}
        </fieldset>
      </form>
      {may(me, "sites.delete") ? <Removal site={site} /> : null}
    </>
  );
}

function Removal({ site }: { site: Site }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => ask(api.DELETE("/api/v1/sites/{id}", { params: { path: { id: site.id } } })),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.me });
      void queries.invalidateQueries({ queryKey: keys.sites.all });
      void navigate({ to: "/painel/sites" });
    },
  });
  return (
    <div className="form narrow removal">
      {remove.error ? <FailureNote error={remove.error} /> : null}
      {asked ? (
        <Note kind="warn">
          <p>
            Excluir {site.name} apaga a conexão e os contatos. O site do cliente não muda. Só um site sem conteúdos pode
            ser excluído.
          </p>
          <p className="row wrap">
            <button type="button" className="btn bad small" disabled={remove.isPending} onClick={() => remove.mutate()}>
              Excluir {site.name}
            </button>
            <button type="button" className="btn quiet small" onClick={() => setAsked(false)}>
              Manter
            </button>
          </p>
        </Note>
      ) : (
        <p>
          <button type="button" className="btn quiet" onClick={() => setAsked(true)}>
            Excluir o site…
          </button>
        </p>
      )}
    </div>
  );
}
