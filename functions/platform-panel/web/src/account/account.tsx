// The person's own account: password, second factor, theme and shortcuts.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { limits } from "../api/limits";
import { Field, PasswordInput } from "../design/field";
import { Icon } from "../design/icons";
import { FailureNote, Note } from "../design/notes";
import { chooseTheme, storedTheme, type Theme } from "../design/theme";
import { useTitle } from "../design/title";
import { lettersOn, switchLetters } from "../frame/shortcuts";
import { signOut } from "../session/session";
import { ROLES, useMe } from "../session/use-session";
import "./account.css";
import { SecondFactor } from "./second-factor";

const THEMES: { theme: Theme; label: string }[] = [
  { theme: "system", label: "Do sistema" },
  { theme: "light", label: "Claro" },
  { theme: "dark", label: "Escuro" },
];

export function Account() {
  useTitle("Minha conta");
  const me = useMe();
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Minha conta</h1>
          <p>
            {me.user.name} · {me.user.email} · {ROLES[me.role].name}
          </p>
        </div>
        <div className="actions">
          <button
            type="button"
            className="btn"
            onClick={() => {
              // What this person saw must not stay for the next one.
              void signOut().then(() => location.assign("/"));
            }}
          >
            <Icon name="out" small />
            Sair
          </button>
        </div>
      </div>
      <div className="account-parts">
        <Password />
        <SecondFactor factor={me.user.second_factor} />
        <Device />
      </div>
    </>
  );
}

function Password() {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [shown, setShown] = useState(false);
  const change = useMutation({
    mutationFn: () =>
      ask(api.PUT("/api/v1/auth/password", { body: { current_password: current, new_password: next } })),
    onSuccess: () => {
      setCurrent("");
      setNext("");
    },
  });
  const failure = change.error ? asFailure(change.error) : null;
  const ofField = failure && ["wrong_password", "weak_password"].includes(failure.code);
  return (
    <section className="sec" aria-labelledby="h-password">
      <header>
        <h2 id="h-password">Senha</h2>
      </header>
      <form
        className="form narrow"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        {failure && !ofField ? <FailureNote error={failure} /> : null}
        {change.isSuccess ? (
          <Note kind="good">
            <p role="status">A senha foi trocada. Suas outras sessões terminaram.</p>
          </Note>
        ) : null}
        <Field label="Senha atual" error={failure?.code === "wrong_password" ? "Esta não é a senha atual." : null}>
          {(props) => (
            <PasswordInput
              {...props}
              shown={shown}
              onToggle={() => setShown(!shown)}
              autoComplete="current-password"
              required
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Nova senha"
          error={failure?.code === "weak_password" ? failure.message : null}
          help={`Pelo menos ${limits().password_min_chars} caracteres. Uma frase é fácil de lembrar.`}
        >
          {(props) => (
            <PasswordInput
              {...props}
              shown={shown}
              onToggle={() => setShown(!shown)}
              autoComplete="new-password"
              minLength={limits().password_min_chars}
              required
              value={next}
              onChange={(event) => setNext(event.target.value)}
            />
          )}
        </Field>
        <div className="ends">
          <button className="btn" disabled={change.isPending}>
            {change.isPending ? "Trocando…" : "Trocar a senha"}
          </button>
        </div>
      </form>
    </section>
  );
}

function Device() {
  const [theme, setTheme] = useState(storedTheme);
  const [letters, setLetters] = useState(lettersOn);
  return (
    <section className="sec" aria-labelledby="h-device">
      <header>
        <h2 id="h-device">Neste aparelho</h2>
      </header>
      <div className="form narrow">
        <fieldset className="choices">
          <legend className="label">Tema</legend>
          {THEMES.map((choice) => (
            <label key={choice.theme} className="check">
              <input
                type="radio"
                name="theme"
                checked={theme === choice.theme}
                onChange={() => {
                  setTheme(choice.theme);
                  chooseTheme(choice.theme);
                }}
              />
              {choice.label}
            </label>
          ))}
        </fieldset>
        <label className="check">
          <input
            type="checkbox"
            checked={letters}
            onChange={(event) => {
              setLetters(event.target.checked);
              switchLetters(event.target.checked);
            }}
          />
          <span>
            Atalhos de uma letra
            <span className="help"> Não agem dentro de campos. A tecla ? mostra todos.</span>
          </span>
        </label>
      </div>
    </section>
  );
}
