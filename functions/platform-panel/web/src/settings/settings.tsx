// Settings of the installation, for administrators.
import { getRouteApi, Link } from "@tanstack/react-router";

import "../design/lists.css";
import { useTitle } from "../design/title";
import { NotYours } from "../frame/not-here";
import { may, useMe } from "../session/use-session";
import { AiSettings } from "./ai-settings";
import { ApiKeys } from "./api-keys";
import { GroupForm } from "./group-form";
import { TestMessage } from "./test-message";
import "./settings.css";

const TABS = [
  { name: "chaves", label: "Chaves de API" },
  { name: "ia", label: "IA" },
  { name: "notificacoes", label: "Notificações" },
  { name: "buscador", label: "Buscador" },
  { name: "agencia", label: "Agência" },
];

const route = getRouteApi("/painel/configuracoes");

export function SettingsScreen() {
  return may(useMe(), "settings.manage") ? <Parts /> : <NotYours title="Configurações" who="da administração" />;
}

function Parts() {
  useTitle("Configurações");
  const tab = route.useSearch().aba ?? "chaves";
  return (
    <>
      <div className="page-head">
        <h1>Configurações</h1>
      </div>
      <nav className="tabs" aria-label="Partes das configurações">
        {TABS.map(({ name, label }) => (
          <Link
            key={name}
            to="/painel/configuracoes"
            search={{ aba: name }}
            resetScroll={false}
            aria-current={tab === name ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="tab-body setting-groups">
        {tab === "chaves" ? <ApiKeys /> : null}
        {tab === "ia" ? <AiSettings /> : null}
        {tab === "notificacoes" ? (
          <>
            <GroupForm group="notifications" />
            <TestMessage />
          </>
        ) : null}
        {tab === "agencia" ? (
          <>
            <p className="soft">
              Os e-mails e as páginas de aprovação mostram quem escreve ao cliente. Sem o nome, mostram só Pauta.
            </p>
            <GroupForm group="agency" />
          </>
        ) : null}
        {tab === "buscador" ? <GroupForm group="search-provider" /> : null}
      </div>
    </>
  );
}
