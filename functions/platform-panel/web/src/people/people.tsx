// The people of the agency: who there is, invitations, roles.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import { useOnce } from "../api/once";
import type { components } from "../api/schema";
import { ago } from "../design/dates";
import { DialogFrame } from "../design/dialog";
import { Field } from "../design/field";
import { Icon } from "../design/icons";
import "../design/lists.css";
import { FailureNote, Note } from "../design/notes";
import { LoadingRows, Pages } from "../design/rows";
import { count } from "../design/text";
import { useTitle } from "../design/title";
import { initials } from "../frame/frame";
import { NotYours } from "../frame/not-here";
import { may, ROLES, type Role, useMe } from "../session/use-session";

type User = components["schemas"]["UserBody"];

const PER_PAGE = 50;

export function People() {
  const me = useMe();
  return may(me, "users.manage") ? (
    <PeopleList own={me.user.id} />
  ) : (
    <NotYours title="Pessoas" who="da administração" />
  );
}

function PeopleList({ own }: { own: number }) {
  useTitle("Pessoas");
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<"new" | User | null>(null);
  const [said, setSaid] = useState("");
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.users.page(page),
    queryFn: () => ask(api.GET("/api/v1/users", { params: { query: { page, per_page: PER_PAGE } } })),
  });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Pessoas</h1>
          <p>Quem entra na Pauta, e o que cada perfil pode.</p>
        </div>
        <div className="actions">
          <button type="button" className="btn main" onClick={() => setOpen("new")}>
            <Icon name="plus" small />
            Convidar
          </button>
        </div>
      </div>
      <p className="summary" role="status">
        {said}
      </p>
      {error ? <FailureNote title="A lista não chegou." error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <LoadingRows says="Carregando as pessoas" /> : null}
      {data ? (
        <>
          <table className="list">
            <thead>
              <tr>
                <th scope="col">Nome</th>
                <th scope="col">Perfil</th>
                <th scope="col" className="c-who">
                  Segundo passo
                </th>
                <th scope="col">Última entrada</th>
                <th scope="col">
                  <span className="vh">Ações</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((user) => (
                <tr key={user.id}>
                  <td className="t">
                    <div className="resp">
                      <span className="avatar" aria-hidden="true">
                        {initials(user.name)}
                      </span>
                      <span>
                        <strong>{user.name}</strong>
                        <small>{user.email}</small>
                      </span>
                    </div>
                  </td>
                  <td>
                    {ROLES[user.role].name}
                    {user.active ? null : <small className="soft"> · desativada</small>}
                  </td>
                  <td className="c-who">{user.second_factor === "totp" ? "Aplicativo" : "E-mail"}</td>
                  <td className="num">{user.last_login_at ? ago(user.last_login_at) : "ainda não"}</td>
                  <td className="right">
                    <button
                      type="button"
                      className="btn small"
                      onClick={() => setOpen(user)}
                      aria-label={`Alterar ${user.name}`}
                    >
                      Alterar
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pages page={page} perPage={PER_PAGE} total={data.total} onPage={setPage} />
        </>
      ) : null}
      {open ? (
        <PersonDialog user={open === "new" ? null : open} own={own} onClose={() => setOpen(null)} onDone={setSaid} />
      ) : null}
    </>
  );
}

type DialogProps = { user: User | null; own: number; onClose: () => void; onDone: (said: string) => void };

function PersonDialog({ user, own, onClose, onDone }: DialogProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(user?.name ?? "");
  const [email, setEmail] = useState(user?.email ?? "");
  const [role, setRole] = useState<Role>(user?.role ?? "redator");
  const [active, setActive] = useState(user?.active ?? true);
  const [leaving, setLeaving] = useState(false);
  const [warning, setWarning] = useState<string | null>(null);
  const done = (said: string) => {
    void queries.invalidateQueries({ queryKey: keys.users.all });
    onDone(said);
    onClose();
  };
  const save = useOnce({
    send: async (body: components["schemas"]["NewUserBody"], headers) => {
      if (user) {
        await ask(api.PUT("/api/v1/users/{id}", { params: { path: { id: user.id } }, body }));
        return true;
      }
      const added = await ask(api.POST("/api/v1/users", { body, headers }));
      return added.invitation_sent;
    },
    onSuccess: (sent) => {
      if (user) return done(`${name} está com os novos dados.`);
      if (sent)
        return done(`Enviamos o convite para ${email}. O link vale ${count(limits().invitation_days, "dia", "dias")}.`);
      void queries.invalidateQueries({ queryKey: keys.users.all });
      setWarning(`${name} foi incluída, mas o convite não saiu. Ela pode usar “Esqueci a senha” na entrada.`);
    },
  });
  const remove = useMutation({
    mutationFn: () => ask(api.DELETE("/api/v1/users/{id}", { params: { path: { id: user?.id ?? 0 } } })),
    onSuccess: () => done(`${name} foi excluída.`),
  });
  const failure = save.error ? asFailure(save.error) : null;
  return (
    <DialogFrame title={user ? `Alterar ${user.name}` : "Convidar uma pessoa"} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ name, email, role, active });
        }}
      >
        {failure && !failure.issues?.length && failure.code !== "email_taken" ? <FailureNote error={failure} /> : null}
        {remove.error ? <FailureNote error={remove.error} /> : null}
        {warning ? (
          <Note kind="warn">
            <p>{warning}</p>
          </Note>
        ) : null}
        <Field label="Nome" error={failure?.field("name")}>
          {(props) => (
            <input
              {...props}
              className="input"
              required
              autoFocus
              autoComplete="off"
              maxLength={limits().user_name_chars}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="E-mail"
          error={failure?.field("email") ?? (failure?.code === "email_taken" ? failure.message : null)}
          help={user ? undefined : "O convite vai para este endereço."}
        >
          {(props) => (
            <input
              {...props}
              className="input"
              type="email"
              required
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <fieldset className="choices">
          <legend className="label">Perfil</legend>
          {(Object.keys(ROLES) as Role[]).reverse().map((name) => (
            <label key={name} className="check">
              <input type="radio" name="role" checked={role === name} onChange={() => setRole(name)} />
              <span>
                <strong>{ROLES[name].name}</strong>
                <span className="help"> {ROLES[name].says}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {user ? (
          <label className="check">
            <input type="checkbox" checked={active} onChange={(event) => setActive(event.target.checked)} />
            <span>
              Pode entrar
              <span className="help"> Desmarcar encerra as sessões abertas na hora.</span>
            </span>
          </label>
        ) : null}
        {leaving ? (
          <Note kind="warn">
            <p>Excluir {user?.name} encerra as sessões. O que escreveu continua, com o nome.</p>
            <p className="row wrap">
              <button
                type="button"
                className="btn bad small"
                disabled={remove.isPending}
                onClick={() => remove.mutate()}
              >
                Excluir {user?.name}
              </button>
              <button type="button" className="btn quiet small" onClick={() => setLeaving(false)}>
                Manter
              </button>
            </p>
          </Note>
        ) : null}
        <div className="ends">
          {user && user.id !== own && !leaving ? (
            <button type="button" className="btn quiet" onClick={() => setLeaving(true)}>
              Excluir…
            </button>
          ) : null}
          {warning ? null : (
            <button className="btn main" disabled={save.isPending}>
              {save.isPending ? "Salvando…" : user ? "Salvar" : "Enviar o convite"}
            </button>
          )}
        </div>
      </form>
    </DialogFrame>
  );
}
