// Connecting a site: address, access, test.
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import { useOnce } from "../api/once";
import type { components } from "../api/schema";
import { Field } from "../design/field";
import { FailureNote } from "../design/notes";
import { useTitle } from "../design/title";
import { NotYours } from "../frame/not-here";
import { may, useMe } from "../session/use-session";
import { AccessForm } from "./access-form";
import { ConnectionTest } from "./connection-test";
import "./sites.css";

type Site = components["schemas"]["SiteBody"];

const STEPS = ["Endereço", "Acesso", "Teste"];

export function NewSite() {
  const me = useMe();
  return may(me, "sites.create") ? (
    <Steps />
  ) : (
    <NotYours title="Conectar um site" who="de editores, gerentes e da administração" />
  );
}

function Steps() {
  useTitle("Conectar um site");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [site, setSite] = useState<Site | null>(null);
  const [step, setStep] = useState(0);
  const finish = () => {
    void queries.invalidateQueries({ queryKey: keys.me });
    void navigate(site ? { to: "/painel/sites/$id", params: { id: String(site.id) } } : { to: "/painel/sites" });
  };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Conectar um site</h1>
          <p>Três passos. Você pode salvar e terminar depois.</p>
        </div>
      </div>
      <ol className="steps" aria-label="Passos">
        {STEPS.map((name, index) => (
          <li key={name} aria-current={index === step ? "step" : undefined} className={index < step ? "done" : ""}>
            <span className="num">{index + 1}</span> {name}
          </li>
        ))}
      </ol>
      {step === 0 ? (
        <AddressForm
          onDone={(made) => {
            setSite(made);
            setStep(1);
          }}
        />
      ) : null}
      {step === 1 && site ? (
        <AccessForm
          site={site}
          submit="Salvar e testar"
          onDone={(saved) => {
            setSite(saved);
            setStep(2);
          }}
        />
      ) : null}
      {step === 2 && site ? (
        <section className="form narrow">
          <ConnectionTest site={site} />
          <div className="ends">
            <button type="button" className="btn main" onClick={finish}>
              Ir para o site
            </button>
            <button type="button" className="btn quiet" onClick={() => setStep(1)}>
              Corrigir o acesso
            </button>
          </div>
        </section>
      ) : null}
      {step === 1 ? (
        <p className="after-form">
          <button type="button" className="link" onClick={finish}>
            Terminar depois
          </button>
        </p>
      ) : null}
      {step === 0 ? (
        <p className="after-form">
          <Link to="/painel/sites">Voltar para os sites</Link>
        </p>
      ) : null}
    </>
  );
}

function AddressForm({ onDone }: { onDone: (site: Site) => void }) {
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const create = useOnce({
    send: (body: { name: string; url: string }, headers) => ask(api.POST("/api/v1/sites", { body, headers })),
    onSuccess: onDone,
  });
  const failure = create.error ? asFailure(create.error) : null;
  const address = failure?.code === "invalid_site_address" ? failure.message : failure?.field("url");
  return (
    <form
      className="form narrow"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ name, url: withScheme(url) });
      }}
    >
      {failure && !address && !failure.field("name") ? <FailureNote error={failure} /> : null}
      <Field label="Nome do cliente ou do site" error={failure?.field("name")}>
        {(props) => (
          <input
            {...props}
            className="input"
            required
            autoFocus
            autoComplete="off"
            maxLength={limits().site_name_chars}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label="Endereço" error={address} help="Como aparece no navegador, por exemplo quintalurbano.com.br.">
        {(props) => (
          <input
            {...props}
            className="input"
            required
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <div className="ends">
        <button className="btn main" disabled={create.isPending}>
          {create.isPending ? "Salvando…" : "Continuar"}
        </button>
      </div>
    </form>
  );
}

/** The address with `https://` when it has no scheme. */
export function withScheme(address: string): string {
  const trimmed = address.trim();
  return /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}
