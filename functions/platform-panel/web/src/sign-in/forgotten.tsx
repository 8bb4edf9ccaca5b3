// A forgotten password: the link goes by mail, whether or not the address is known.
import { useState } from "react";

import { Field } from "../design/field";
import { FailureNote, Note } from "../design/notes";
import { requestReset } from "../session/session";
import { Sheet } from "./sheet";

export function Forgotten({
  email,
  onEmail,
  onBack,
}: {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function submit() {
    setBusy(true);
    setError(null);
    try {
      await requestReset(email);
      setSentTo(email);
    } catch (failed) {
      setError(failed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Sheet title="Esqueci a senha" says="Enviamos um link para definir outra. Ele vale uma vez, por uma hora.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {error ? <FailureNote error={error} /> : null}
        {sentTo ? (
          <Note kind="good" icon="mail">
            <p role="status">
              Se existe uma conta com <strong>{sentTo}</strong>, o link está a caminho. Confira também a caixa de spam.
            </p>
          </Note>
        ) : null}
        <Field label="E-mail">
          {(props) => (
            <input
              {...props}
              className="input"
              type="email"
              autoComplete="username"
              inputMode="email"
              required
              autoFocus
              value={email}
              onChange={(event) => onEmail(event.target.value)}
            />
          )}
        </Field>
        <button className="btn main" disabled={busy}>
          {busy ? "Enviando…" : "Enviar o link"}
        </button>
      </form>
      <div className="ways">
        <button type="button" className="link" onClick={onBack}>
          Voltar para e-mail e senha
        </button>
      </div>
    </Sheet>
  );
}
