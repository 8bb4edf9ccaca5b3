// One site: connection, people, contacts and search.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import "../design/lists.css";
import { FailureNote } from "../design/notes";
import { LoadingRows } from "../design/rows";
import { useTitle } from "../design/title";
import { NotHere } from "../frame/not-here";
import { administersSite, may, useMe } from "../session/use-session";
import { AccessForm } from "./access-form";
import { ConnectionTest } from "./connection-test";
import { ContactForm } from "./contact-form";
import { GeneralForm } from "./general-form";
import { Members } from "./members";
import { SearchConsole } from "./search-tab";
import "./sites.css";

const route = getRouteApi("/painel/sites/$id");

const TABS = [
  { name: "conexao", label: "Conexão" },
  { name: "pessoas", label: "Pessoas" },
  { name: "contatos", label: "Contatos" },
  { name: "busca", label: "Busca" },
  { name: "dados", label: "Dados" },
];

export function SiteScreen() {
  const id = Number(route.useParams().id);
  const tab = route.useSearch().aba ?? "conexao";
  const me = useMe();
  const {
    data: site,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: keys.sites.one(id),
    queryFn: () => ask(api.GET("/api/v1/sites/{id}", { params: { path: { id } } })),
  });
  useTitle(site?.name ?? "Site");
  if (isPending) return <LoadingRows says="Carregando o site" />;
  if (error && asFailure(error).status === 404) return <NotHere />;
  if (!site) return <FailureNote title="O site não chegou." error={error} onRetry={() => void refetch()} />;
  const edits = may(me, "sites.edit");
  const administers = administersSite(me, site);
  return (
    <>
      <div className="page-head">
        <div>
          <p className="sm">
            <Link to="/painel/sites">Sites</Link>
          </p>
          <h1>{site.name}</h1>
          <p>
            <a href={site.url} rel="noreferrer" target="_blank">
              {site.url}
            </a>
          </p>
        </div>
      </div>
      <nav className="tabs" aria-label="Partes do site">
        {TABS.map(({ name, label }) => (
          <Link
            key={name}
            to="/painel/sites/$id"
            params={{ id: String(id) }}
            search={{ aba: name }}
            resetScroll={false}
            aria-current={tab === name ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="tab-body">
        {tab === "conexao" ? (
          <div className="form">
            <ConnectionTest key={site.updated_at} site={site} />
            {administers ? (
              <AccessForm key={site.id} site={site} submit="Salvar o acesso" onDone={() => undefined} />
            ) : null}
          </div>
        ) : null}
        {tab === "pessoas" ? <Members site={site} edits={administers} /> : null}
        {tab === "contatos" ? <ContactForm key={site.updated_at} site={site} edits={edits} /> : null}
        {tab === "busca" ? <SearchConsole site={site.id} edits={edits} /> : null}
        {tab === "dados" ? (
          <GeneralForm key={site.updated_at} site={site} edits={edits} administers={administers} />
        ) : null}
      </div>
    </>
  );
}
