// How the client is asked for approval and told of publications.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { Field } from "../design/field";
import { FailureNote, Note } from "../design/notes";
import { useSaveSite } from "./save-site";

type Site = components["schemas"]["SiteBody"];
type Channel = components["schemas"]["Channel"];

const CHANNELS: { channel: Channel; label: string }[] = [
  { channel: "email", label: "E-mail" },
  { channel: "whatsapp", label: "WhatsApp" },
  { channel: "both", label: "E-mail e WhatsApp" },
  { channel: "none", label: "Nenhum: não avisar de publicações" },
];

export function ContactForm({ site, edits }: { site: Site; edits: boolean }) {
  const [email, setEmail] = useState(site.email ?? "");
  const [whatsapp, setWhatsapp] = useState(site.whatsapp ?? "");
  const [channel, setChannel] = useState<Channel>(site.notification_channel);
  const save = useSaveSite(site.id);
  const { data: approval } = useQuery({
    queryKey: keys.sites.approval(site.id, site.updated_at),
    queryFn: () => ask(api.GET("/api/v1/sites/{id}/approval-capability", { params: { path: { id: site.id } } })),
  });
  const failure = save.error ? asFailure(save.error) : null;
  return (
    <form
      className="form narrow"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ email: email.trim() || null, whatsapp: whatsapp.trim() || null, notification_channel: channel });
      }}
    >
      {approval && "cause" in approval ? (
        <Note kind="warn">
          <p>
            <strong>{approval.message}</strong> {approval.hint}
          </p>
        </Note>
      ) : null}
      {failure && !failure.issues?.length ? <FailureNote error={failure} /> : null}
      <fieldset className="form" disabled={!edits}>
        <Field label="E-mail do cliente" error={failure?.field("email")} help="Recebe os pedidos de aprovação.">
          {(props) => (
            <input
              {...props}
              className="input"
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="WhatsApp do cliente"
          error={failure?.field("whatsapp")}
          help="Com país e DDD, por exemplo +55 11 91234-5678."
        >
          {(props) => (
            <input
              {...props}
              className="input"
              type="tel"
              autoComplete="off"
              value={whatsapp}
              onChange={(event) => setWhatsapp(event.target.value)}
            />
          )}
        </Field>
        <Field label="Avisar de publicações por" error={failure?.field("notification_channel")}>
          {(props) => (
            <select
              {...props}
              className="input"
              value={channel}
              onChange={(event) => setChannel(event.target.value as Channel)}
            >
              {CHANNELS.map(({ channel, label }) => (
                <option key={channel} value={channel}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {edits ? (
          <div className="ends">
            <button className="btn main" disabled={save.isPending}>
              {save.isPending ? "Salvando…" : "Salvar os contatos"}
            </button>
          </div>
        ) : null}
      </fieldset>
    </form>
  );
}
