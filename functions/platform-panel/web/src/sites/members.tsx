// Who works on a site.
import { useQuery } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import type { components } from "../api/schema";
import { FailureNote } from "../design/notes";
import { LoadingRows } from "../design/rows";
import { initials } from "../frame/frame";
import { may, ROLES, useMe } from "../session/use-session";
import { membersOf } from "./member-query";
import { useSaveSite } from "./save-site";

type Site = components["schemas"]["SiteBody"];

export function Members({ site, edits }: { site: Site; edits: boolean }) {
  const me = useMe();
  if (!may(me, "users.manage")) return <Colleagues site={site.id} me={me.user.id} />;
  return <MemberList site={site} edits={edits} />;
}

/** The names of those who work on the site, for people who do not manage users. */
function Colleagues({ site, me }: { site: number; me: number }) {
  const { data, error, refetch } = useQuery(membersOf(site));
  if (error) return <FailureNote title="A lista de pessoas não chegou." error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={4} says="Carregando as pessoas" />;
  return (
    <div className="form">
      <p className="soft">
        Quem trabalha neste site. Administração e gerentes alcançam todos. Quem administra a Pauta inclui e retira
        pessoas.
      </p>
      <ul className="plain-list" aria-label="Pessoas do site">
        {data.members.map(({ id, name, owner }) => (
          <li key={id}>
            <span className="avatar" aria-hidden="true">
              {initials(name)}
            </span>
            <span className="grow">
              {name}
              {id === me ? <span className="soft sm"> · você</span> : null}
            </span>
            {owner ? <span className="soft sm">responsável</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function MemberList({ site, edits }: { site: Site; edits: boolean }) {
  const save = useSaveSite(site.id);
  const { data, error, refetch } = useQuery({
    queryKey: keys.users.choices,
    queryFn: () => ask(api.GET("/api/v1/users", { params: { query: { per_page: 100 } } })),
  });
  if (error) return <FailureNote title="A lista de pessoas não chegou." error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows rows={4} says="Carregando as pessoas" />;
  const change = (id: number, member: boolean) => {
    const others = site.member_ids.filter((other) => other !== id);
    save.mutate({ member_ids: member ? [...others, id] : others });
  };
  return (
    <div className="form">
      <p className="soft">
        Administração e gerentes alcançam todos os sites. Editores e redatores alcançam os sites em que estão.
      </p>
      {save.error ? <FailureNote error={save.error} /> : null}
      <ul className="plain-list" aria-label="Pessoas do site">
        {data.items.map((user) => {
          const owns = user.id === site.user_id;
          return (
            <li key={user.id}>
              <span className="avatar" aria-hidden="true">
                {initials(user.name)}
              </span>
              <span className="grow">
                {user.name} <span className="soft sm">· {ROLES[user.role].name}</span>
              </span>
              {owns ? (
                <span className="soft sm">responsável</span>
              ) : (
                <label className="check sm">
                  <input
                    type="checkbox"
                    disabled={
                      !edits ||
                      save.isPending ||
                      (site.member_ids.length >= limits().site_members && !site.member_ids.includes(user.id))
                    }
                    checked={site.member_ids.includes(user.id)}
                    onChange={(event) => change(user.id, event.target.checked)}
                  />
                  <span>
                    trabalha aqui<span className="vh">: {user.name}</span>
                  </span>
                </label>
              )}
              {owns || !edits ? null : (
                <button
                  type="button"
                  className="btn quiet small"
                  disabled={save.isPending}
                  onClick={() => save.mutate({ user_id: user.id })}
                >
                  Tornar responsável<span className="vh">: {user.name}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
