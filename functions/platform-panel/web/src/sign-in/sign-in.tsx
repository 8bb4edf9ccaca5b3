// Signing in: password, then code.
import { useState } from "react";

import { asFailure } from "../api/failure";
import { Field, PasswordInput } from "../design/field";
import { FailureNote, Note } from "../design/notes";
import { time } from "../design/dates";
import { challenge } from "../session/session";
import { CodeStep, type Started } from "./code-step";
import { Forgotten } from "./forgotten";
import { Sheet } from "./sheet";

/** The screens before a session. */
export function SignIn() {
  const [started, setStarted] = useState<Started | null>(null);
  const [forgotten, setForgotten] = useState(false);
  const [email, setEmail] = useState("");
  if (forgotten) return <Forgotten email={email} onEmail={setEmail} onBack={() => setForgotten(false)} />;
  if (started) return <CodeStep started={started} onStart={setStarted} onBack={() => setStarted(null)} />;
  return <PasswordStep email={email} onEmail={setEmail} onStart={setStarted} onForgotten={() => setForgotten(true)} />;
}

type PasswordStepProps = {
  email: string;
  onEmail: (email: string) => void;
  onStart: (started: Started) => void;
  onForgotten: () => void;
};

function PasswordStep({ email, onEmail, onStart, onForgotten }: PasswordStepProps) {
  const [password, setPassword] = useState("");
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function submit() {
    setBusy(true);
    setError(null);
    try {
      const begun = await challenge(email, password);
      onStart({ ...begun, email, password, until: Date.now() + begun.expires_in * 1000 });
    } catch (failed) {
      setError(failed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Sheet
      title="Entrar"
      says="A Pauta é a mesa de trabalho da agência. Recebeu um pedido de aprovação? Abra o link da mensagem: ele não pede senha."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {error ? <Refusal error={error} /> : null}
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
        <Field label="Senha">
          {(props) => (
            <PasswordInput
              {...props}
              shown={shown}
              onToggle={() => setShown(!shown)}
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <button className="btn main" disabled={busy}>
          {busy ? "Conferindo…" : "Continuar"}
        </button>
        <p className="sm">
          <button type="button" className="link" onClick={onForgotten}>
            Esqueci a senha
          </button>
        </p>
      </form>
    </Sheet>
  );
}

/** Why the password was not taken. */
function Refusal({ error }: { error: unknown }) {
  const [since] = useState(() => Date.now());
  const failure = asFailure(error);
  if (failure.code === "invalid_credentials") {
    return (
      <Note kind="bad">
        <p>
          <strong>E-mail ou senha não conferem.</strong> Depois de algumas tentativas é preciso esperar.
        </p>
      </Note>
    );
  }
  if (failure.status === 429) {
    const again = new Date(since + (failure.retryAfter ?? 900) * 1000);
    return (
      <Note kind="bad" icon="lock">
        <p>
          <strong>Tentativas demais.</strong> Você pode tentar de novo às <span className="num">{time(again)}</span>. Se
          não foi você, troque a senha.
        </p>
      </Note>
    );
  }
  return <FailureNote error={error} />;
}
