// The second factor: a code by mail, of an authenticator app, or a recovery code.
import { useRef, useState } from "react";

import { asFailure } from "../api/failure";
import type { components } from "../api/schema";
import { time } from "../design/dates";
import { Field } from "../design/field";
import { FailureNote, Note } from "../design/notes";
import { challenge, signIn } from "../session/session";
import { Sheet } from "./sheet";

/** A sign-in after its first step. The password is kept to request another code. */
export type Started = components["schemas"]["ChallengeBody"] & { email: string; password: string; until: number };

type Props = { started: Started; onStart: (started: Started) => void; onBack: () => void };

export function CodeStep({ started, onStart, onBack }: Props) {
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState(0);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const input = useRef<HTMLInputElement>(null);
  const byMail = started.method === "email";

  async function submit(given: string) {
    setBusy(true);
    setError(null);
    try {
      await signIn(started.challenge, given);
    } catch (failed) {
      if (asFailure(failed).code === "invalid_code") {
        setWrong((count) => count + 1);
        setCode("");
      } else {
        setError(failed);
      }
      setBusy(false);
      input.current?.focus();
    }
  }

  async function another() {
    setBusy(true);
    setError(null);
    try {
      const begun = await challenge(started.email, started.password);
      onStart({
        ...begun,
        email: started.email,
        password: started.password,
        until: Date.now() + begun.expires_in * 1000,
      });
      setWrong(0);
      setCode("");
      setSent(true);
    } catch (failed) {
      setError(failed);
    } finally {
      setBusy(false);
    }
  }

  function type(text: string) {
    setSent(false);
    if (recovery) return setCode(text);
    const digits = text.replace(/\D/g, "").slice(0, started.code_digits);
    setCode(digits);
    if (digits.length === started.code_digits && !busy) void submit(digits);
  }

  const left = started.attempts - wrong;
  const refusal =
    wrong === 0
      ? null
      : left > 0
        ? `Este código não confere. ${left === 1 ? "Resta 1 tentativa" : `Restam ${left} tentativas`}.`
        : "Este código não vale mais. Comece de novo.";
  const title = recovery ? "Código de recuperação" : byMail ? "Confira seu e-mail" : "Código do aplicativo";
  return (
    <Sheet title={title} says={<Explanation recovery={recovery} started={started} />}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(code.trim());
        }}
      >
        {error ? <FailureNote error={error} /> : null}
        {sent ? (
          <Note kind="good">
            <p role="status">Enviamos outro código. O anterior não vale mais.</p>
          </Note>
        ) : null}
        <Field
          label={recovery ? "Código de recuperação" : "Código"}
          error={refusal}
          help={
            recovery
              ? undefined
              : `Colar funciona. Ao completar os ${started.code_digits} dígitos, entramos sem outro clique.`
          }
        >
          {(props) => (
            <input
              {...props}
              key={recovery ? "recovery" : "code"}
              ref={input}
              className={recovery ? "input recover" : "input code"}
              inputMode={recovery ? "text" : "numeric"}
              autoComplete={recovery ? "off" : "one-time-code"}
              autoCapitalize="off"
              spellCheck={false}
              required
              autoFocus
              value={code}
              onChange={(event) => type(event.target.value)}
            />
          )}
        </Field>
        <button className="btn main" disabled={busy || left <= 0}>
          {busy ? "Conferindo…" : "Entrar"}
        </button>
      </form>
      <div className="ways">
        {byMail ? (
          <button type="button" className="link" disabled={busy} onClick={() => void another()}>
            Enviar outro código
          </button>
        ) : (
          <button
            type="button"
            className="link"
            onClick={() => {
              setRecovery(!recovery);
              setCode("");
            }}
          >
            {recovery ? "Voltar para o aplicativo" : "Estou sem o celular: usar um código de recuperação"}
          </button>
        )}
        {recovery ? (
          <p>Sem os códigos? Peça à administração da agência que volte sua conta para o código por e-mail.</p>
        ) : null}
        <button type="button" className="link" onClick={onBack}>
          Voltar para e-mail e senha
        </button>
      </div>
    </Sheet>
  );
}

function Explanation({ recovery, started }: { recovery: boolean; started: Started }) {
  if (recovery) return <>Use um dos códigos que você guardou ao ligar o aplicativo. Cada um vale uma vez.</>;
  if (started.method === "totp") {
    return (
      <>
        Abra o seu aplicativo autenticador e digite o código de <strong>Pauta</strong>.
      </>
    );
  }
  return (
    <>
      Enviamos um código de {started.code_digits} dígitos para <strong>{started.email}</strong>. Vale até as{" "}
      <span className="num">{time(new Date(started.until))}</span>.
    </>
  );
}
