// The search console of a site: connection in a popup, sitemap, requests for indexing.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { full } from "../design/dates";
import { Field } from "../design/field";
import { FailureNote, Note } from "../design/notes";
import { LoadingRows } from "../design/rows";

type Status = components["schemas"]["SearchStatus"];

export function SearchConsole({ site, edits }: { site: number; edits: boolean }) {
  const queries = useQueryClient();
  const [said, setSaid] = useState<{ ok: boolean; message: string } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: keys.search.site(site),
    queryFn: () => ask(api.GET("/api/v1/search-provider/status", { params: { query: { site_id: site } } })),
  });
  // The page at the end of the popup tells its outcome to this origin.
  useEffect(() => {
    function hear(event: MessageEvent) {
      if (event.origin !== location.origin) return;
      const outcome = event.data as Partial<Record<"type" | "status" | "message", string>> | null;
      if (outcome?.type !== "search-provider") return;
      setSaid({
        ok: outcome.status === "connected" || outcome.status === "ok",
        message: String(outcome.message ?? ""),
      });
      void queries.invalidateQueries({ queryKey: keys.search.site(site) });
    }
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [queries, site]);
  const [link, setLink] = useState<string | null>(null);
  const connect = useMutation({
    mutationFn: () => ask(api.GET("/api/v1/search-provider/connect", { params: { query: { site_id: site } } })),
    onSuccess: ({ authorization_url }) => {
      // A browser that blocks the popup gets a link.
      const popup = window.open(authorization_url, "pauta-busca", "width=560,height=720");
      setLink(popup ? null : authorization_url);
    },
  });
  const disconnect = useMutation({
    mutationFn: () => ask(api.POST("/api/v1/search-provider/disconnect", { body: { site_id: site } })),
    onSuccess: (status) => queries.setQueryData(keys.search.site(site), status),
  });
  if (error)
    return <FailureNote title="A conexão com a busca não chegou." error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={4} says="Carregando a conexão com a busca" />;
  return (
    <div className="form narrow">
      <div aria-live="polite">
        {said?.message ? (
          <Note kind={said.ok ? "good" : "bad"}>
            <p>{said.message}</p>
          </Note>
        ) : null}
      </div>
      {connect.error ? <FailureNote title="A conexão não começou." error={connect.error} /> : null}
      {disconnect.error ? <FailureNote error={disconnect.error} /> : null}
      <State status={data} />
      {edits ? (
        <p className="row wrap">
          {data.status === "connected" ? (
            <button
              type="button"
              className="btn quiet"
              disabled={disconnect.isPending}
              onClick={() => disconnect.mutate()}
            >
              Desconectar
            </button>
          ) : (
            <button
              type="button"
              className="btn main"
              disabled={connect.isPending || !data.configured}
              onClick={() => connect.mutate()}
            >
              {data.status === "none" ? "Conectar à busca" : "Reconectar"}
            </button>
          )}
          {link ? (
            <a href={link} target="_blank" rel="noopener">
              Abrir a página de autorização
            </a>
          ) : null}
        </p>
      ) : null}
      <Sitemap key={data.sitemap_url ?? ""} site={site} address={data.sitemap_url ?? ""} edits={edits} />
      <p className="help">
        Pedidos de indexação:{" "}
        {data.indexing.enabled
          ? `${data.indexing.used_today} de ${data.indexing.allowed_per_day} hoje, somados os de todos os sites.`
          : "desligados."}
      </p>
    </div>
  );
}

function State({ status }: { status: Status }) {
  if (!status.configured) {
    return (
      <Note kind="warn">
        <p>Falta o acesso da agência ao buscador. A administração o cadastra em Configurações, na aba Buscador.</p>
      </Note>
    );
  }
  if (status.status === "connected") {
    return (
      <p>
        Conectado{status.account_email ? ` com ${status.account_email}` : ""}
        {status.connected_at ? `, desde ${full(status.connected_at)}` : ""}.{" "}
        {status.property ? `Propriedade: ${status.property}.` : ""}
      </p>
    );
  }
  if (status.status === "revoked") {
    return (
      <Note kind="warn">
        <p>
          <strong>O acesso foi retirado na conta do buscador.</strong> Reconecte para voltar a ver o desempenho.
        </p>
      </Note>
    );
  }
  if (status.status === "error") {
    return (
      <Note kind="bad">
        <p>
          <strong>O buscador recusou a renovação do acesso.</strong>{" "}
          {status.last_error ? <span className="said">“{status.last_error}”</span> : null}{" "}
          {status.retry_at ? `Tentaremos de novo em ${full(status.retry_at)}.` : ""}
        </p>
      </Note>
    );
  }
  return (
    <p>
      Conectado, o site mostra cliques e posição de cada conteúdo, e os novos são anunciados ao buscador. O site precisa
      estar verificado na conta escolhida.
    </p>
  );
}

function Sitemap({ site, address, edits }: { site: number; address: string; edits: boolean }) {
  const queries = useQueryClient();
  const [url, setUrl] = useState(address);
  const renewed = () => {
    void queries.invalidateQueries({ queryKey: keys.search.site(site) });
    void queries.invalidateQueries({ queryKey: keys.sites.all });
  };
  const save = useMutation({
    mutationFn: () =>
      ask(api.PUT("/api/v1/search-provider/sitemap", { body: { site_id: site, sitemap_url: url.trim() || null } })),
    onSuccess: renewed,
  });
  const detect = useMutation({
    mutationFn: () => ask(api.POST("/api/v1/search-provider/detect-sitemap", { body: { site_id: site } })),
    onSuccess: (found) => {
      if (found.sitemap_url) setUrl(found.sitemap_url);
      renewed();
    },
  });
  const failure = save.error ? asFailure(save.error) : null;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {detect.error ? <FailureNote error={detect.error} /> : null}
      {failure && !failure.issues?.length ? <FailureNote error={failure} /> : null}
      <Field
        label="Mapa do site (sitemap)"
        error={failure?.field("sitemap_url")}
        help={
          detect.data
            ? `${detect.data.message} ${detect.data.hint ?? ""}`
            : "O mapa é reenviado ao buscador depois de cada publicação."
        }
      >
        {(props) => (
          <input
            {...props}
            className="input"
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            readOnly={!edits}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      {edits ? (
        <div className="ends">
          <button className="btn" disabled={save.isPending || url === address}>
            Salvar o mapa
          </button>
          <button type="button" className="btn quiet" disabled={detect.isPending} onClick={() => detect.mutate()}>
            {detect.isPending ? "Procurando…" : "Procurar no site"}
          </button>
        </div>
      ) : null}
    </form>
  );
}
