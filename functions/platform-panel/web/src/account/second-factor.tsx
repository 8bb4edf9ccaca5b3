// The second factor: codes by mail, or an authenticator app with recovery codes.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { encode } from "uqr";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { Field, PasswordInput } from "../design/field";
import { Icon } from "../design/icons";
import { CopyButton, FailureNote, Note } from "../design/notes";

export function SecondFactor({ factor }: { factor: components["schemas"]["SecondFactorName"] }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <section className="sec" aria-labelledby="h-factor">
      <header>
        <h2 id="h-factor">Segundo passo da entrada</h2>
      </header>
      <div className="after form">
        {codes ? (
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        ) : factor === "email" ? (
          <Begin onCodes={setCodes} />
        ) : (
          <Remove />
        )}
      </div>
    </section>
  );
}

function Begin({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const begin = useMutation({ mutationFn: () => ask(api.POST("/api/v1/auth/totp")) });
  if (begin.data) return <Confirm totp={begin.data} onCodes={onCodes} />;
  return (
    <>
      <p>
        Hoje um código chega ao seu e-mail a cada entrada. Com um aplicativo autenticador, o código aparece no celular,
        mesmo sem rede.
      </p>
      {begin.error ? <FailureNote error={begin.error} /> : null}
      <p>
        <button type="button" className="btn" disabled={begin.isPending} onClick={() => begin.mutate()}>
          Usar um aplicativo
        </button>
      </p>
    </>
  );
}

function Confirm({ totp, onCodes }: { totp: components["schemas"]["TotpBody"]; onCodes: (codes: string[]) => void }) {
  const queries = useQueryClient();
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => ask(api.POST("/api/v1/auth/totp/confirm", { body: { code } })),
    onSuccess: ({ recovery_codes }) => {
      onCodes(recovery_codes);
      void queries.invalidateQueries({ queryKey: keys.me });
    },
  });
  const failure = confirm.error ? asFailure(confirm.error) : null;
  // Addresses of this form can state another number of digits.
  const digits = Number(new URL(totp.otpauth_url).searchParams.get("digits") ?? 6);
  return (
    <div className="totp">
      <QrCode text={totp.otpauth_url} />
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate();
        }}
      >
        <p>Leia o código com o aplicativo. Se a câmera não ajudar, digite nele esta chave:</p>
        <p className="row wrap">
          <span className="secret">{totp.secret}</span>
          <CopyButton text={totp.secret}>Copiar a chave</CopyButton>
        </p>
        {failure && failure.code !== "invalid_code" ? <FailureNote error={failure} /> : null}
        <Field
          label="Código que o aplicativo mostra"
          error={failure?.code === "invalid_code" ? "Este código não confere. Espere o próximo e tente de novo." : null}
        >
          {(props) => (
            <input
              {...props}
              className="input num"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              pattern={`\\d{${digits}}`}
              maxLength={digits}
              value={code}
              onChange={(event) => setCode(event.target.value.replace(/\D/g, ""))}
            />
          )}
        </Field>
        <div>
          <button className="btn main" disabled={confirm.isPending}>
            Ligar o aplicativo
          </button>
        </div>
      </form>
    </div>
  );
}

/** A QR code as one path, without inline styles. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: 1 });
    const cells = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: cells.join("") };
  }, [text]);
  return (
    <div className="qr">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="Código QR para o aplicativo autenticador"
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#000" />
      </svg>
    </div>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join("\n");
  const file = useMemo(
    () => URL.createObjectURL(new Blob([`Códigos de recuperação da Pauta\n\n${text}\n`], { type: "text/plain" })),
    [text],
  );
  return (
    <>
      <Note kind="good">
        <p role="status">
          <strong>O aplicativo está ligado.</strong> Guarde estes códigos: cada um entra uma vez, sem o celular. Eles
          não aparecem de novo.
        </p>
      </Note>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="row wrap">
        <CopyButton text={text}>Copiar os códigos</CopyButton>
        <a className="btn quiet small" href={file} download="pauta-codigos.txt">
          <Icon name="download" small />
          Baixar
        </a>
        <button type="button" className="btn small" onClick={onDone}>
          Já guardei
        </button>
      </p>
    </>
  );
}

function Remove() {
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState("");
  const [shown, setShown] = useState(false);
  const remove = useMutation({
    mutationFn: () => ask(api.DELETE("/api/v1/auth/totp", { body: { password } })),
    onSuccess: () => void queries.invalidateQueries({ queryKey: keys.me }),
  });
  const failure = remove.error ? asFailure(remove.error) : null;
  return (
    <>
      <p>O código vem do seu aplicativo autenticador. Sem o celular, use um dos códigos de recuperação.</p>
      {open ? (
        <form
          className="form narrow"
          onSubmit={(event) => {
            event.preventDefault();
            remove.mutate();
          }}
        >
          {failure && failure.code !== "wrong_password" ? <FailureNote error={failure} /> : null}
          <Field
            label="Senha"
            error={failure?.code === "wrong_password" ? "Senha incorreta." : null}
            help="Voltar para o e-mail anula os códigos de recuperação."
          >
            {(props) => (
              <PasswordInput
                {...props}
                shown={shown}
                onToggle={() => setShown(!shown)}
                autoComplete="current-password"
                required
                autoFocus
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          <div className="ends">
            <button className="btn" disabled={remove.isPending}>
              Voltar para o código por e-mail
            </button>
          </div>
        </form>
      ) : (
        <p>
          <button type="button" className="btn" onClick={() => setOpen(true)}>
            Voltar para o código por e-mail…
          </button>
        </p>
      )}
    </>
  );
}
