// The client sites in the person's reach.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { Icon } from "../design/icons";
import "../design/lists.css";
import { FailureNote } from "../design/notes";
import { Empty, LoadingRows, Pages } from "../design/rows";
import { useTitle } from "../design/title";
import { may, useMe } from "../session/use-session";

const PER_PAGE = 50;

export function Sites() {
  useTitle("Sites");
  const me = useMe();
  const creates = may(me, "sites.create");
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.sites.page(page),
    queryFn: () => ask(api.GET("/api/v1/sites", { params: { query: { page, per_page: PER_PAGE } } })),
  });
  const connect = creates ? (
    <Link className="btn main" to="/painel/sites/novo">
      <Icon name="plus" small />
      Conectar um site
    </Link>
  ) : null;
  return (
    <>
      <div className="page-head">
        <h1>Sites</h1>
        <div className="actions">{connect}</div>
      </div>
      {error ? <FailureNote title="A lista não chegou." error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <LoadingRows says="Carregando os sites" /> : null}
      {data && data.total === 0 ? (
        <Empty title="Ainda não há sites.">
          <p className="soft">
            Um conteúdo pertence ao site de um cliente.{" "}
            {creates
              ? "Conecte o primeiro; leva poucos minutos."
              : "Peça a quem administra a Pauta que inclua você em um site."}
          </p>
          {connect}
        </Empty>
      ) : null}
      {data && data.items.length > 0 ? (
        <>
          <table className="list">
            <thead>
              <tr>
                <th scope="col">Nome</th>
                <th scope="col">Conexão</th>
                <th scope="col">Contato do cliente</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((site) => (
                <tr key={site.id}>
                  <td className="t">
                    <Link to="/painel/sites/$id" params={{ id: String(site.id) }}>
                      {site.name}
                    </Link>
                    <small>{site.url}</small>
                  </td>
                  <td>{site.host_password_set ? "Com acesso" : <span className="soft">Falta o acesso</span>}</td>
                  <td>{contactOf(site)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pages page={page} perPage={PER_PAGE} total={data.total} onPage={setPage} />
        </>
      ) : null}
    </>
  );
}

function contactOf(site: components["schemas"]["SiteBody"]): string {
  if (site.email && site.whatsapp) return "E-mail e WhatsApp";
  if (site.email) return "E-mail";
  return site.whatsapp ? "WhatsApp" : "Sem contato";
}
