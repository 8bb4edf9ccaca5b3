// Clearing the events of all posts, with the password.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { DialogFrame } from "../design/dialog";
import { Field, PasswordInput } from "../design/field";
import { FailureNote, Note } from "../design/notes";

export function ClearDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState("");
  const [shown, setShown] = useState(false);
  const clear = useMutation({ mutationFn: () => ask(api.POST("/api/v1/posts/history/clear", { body: { password } })) });
  const failure = clear.error ? asFailure(clear.error) : null;
  return (
    <DialogFrame title="Limpar histórico" onClose={onClose}>
      {clear.isSuccess ? (
        <Note kind="good">
          <p role="status">O histórico de acontecimentos foi limpo.</p>
        </Note>
      ) : (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            clear.mutate();
          }}
        >
          <p>
            Some o registro de acontecimentos de todos os conteúdos, de todos os clientes, até agora. Conteúdos, versões
            e respostas dos clientes ficam. Não há volta.
          </p>
          {failure && failure.code !== "wrong_password" ? <FailureNote error={failure} /> : null}
          <Field label="Sua senha" error={failure?.code === "wrong_password" ? "Senha incorreta" : null}>
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
            <button type="button" className="btn quiet" onClick={onClose}>
              Manter
            </button>
            <button className="btn bad" disabled={clear.isPending}>
              Limpar o histórico de todos
            </button>
          </div>
        </form>
      )}
    </DialogFrame>
  );
}
