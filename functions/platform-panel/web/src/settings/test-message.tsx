// A test message, with the server's own words when it fails.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { Field } from "../design/field";
import { FailureNote, Note } from "../design/notes";
import { useMe } from "../session/use-session";

export function TestMessage() {
  const me = useMe();
  const [number, setNumber] = useState("");
  const mail = useMutation({
    mutationFn: () => ask(api.POST("/api/v1/settings/notifications/test", { body: { channel: "email" } })),
  });
  const message = useMutation({
    mutationFn: () =>
      ask(api.POST("/api/v1/settings/notifications/test", { body: { channel: "whatsapp", to: number } })),
  });
  return (
    <section className="sec test" aria-labelledby="h-test">
      <header>
        <h2 id="h-test">Enviar um teste</h2>
      </header>
      <div className="form narrow">
        <p>
          <button type="button" className="btn" disabled={mail.isPending} onClick={() => mail.mutate()}>
            {mail.isPending ? "Enviando…" : `Enviar um e-mail para ${me.user.email}`}
          </button>
        </p>
        {mail.data ? (
          <Note kind="good">
            <p role="status">O servidor aceitou o e-mail para {mail.data.to}.</p>
          </Note>
        ) : null}
        {mail.error ? <FailureNote title="O teste não saiu." error={mail.error} /> : null}
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            message.mutate();
          }}
        >
          <Field label="WhatsApp para o teste" help="Com país e DDD.">
            {(props) => (
              <input
                {...props}
                className="input"
                type="tel"
                autoComplete="off"
                required
                value={number}
                onChange={(event) => setNumber(event.target.value)}
              />
            )}
          </Field>
          <div className="ends">
            <button className="btn" disabled={message.isPending}>
              {message.isPending ? "Enviando…" : "Enviar por WhatsApp"}
            </button>
          </div>
        </form>
        {message.data ? (
          <Note kind="good">
            <p role="status">O provedor aceitou a mensagem para {message.data.to}.</p>
          </Note>
        ) : null}
        {message.error ? <FailureNote title="O teste não saiu." error={message.error} /> : null}
      </div>
    </section>
  );
}
