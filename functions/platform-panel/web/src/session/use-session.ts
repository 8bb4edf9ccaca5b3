// The session and the signed-in person, for components.
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { setLimits } from "../api/limits";
import type { components } from "../api/schema";
import { setZone } from "../design/dates";
import { type SessionState, sessionState, subscribe } from "./session";

export type Me = components["schemas"]["MeBody"];
export type Role = components["schemas"]["RoleName"];

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, sessionState);
}

export const meQuery = {
  queryKey: keys.me,
  queryFn: async () => {
    const me = await ask(api.GET("/api/v1/auth/me"));
    setZone(me.time_zone);
    setLimits(me.limits);
    return me;
  },
  staleTime: 60_000,
};

/** The signed-in person. Only below the frame, which waits for it. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error("used outside the frame");
  return data;
}

/** Whether the person has a permission somewhere. */
export function may(me: Me, permission: string): boolean {
  return me.permissions.some(({ name }) => name === permission);
}

/** Whether the person may change a site's members, address and login: its owner, and roles that edit all sites. */
export function administersSite(me: Me, site: { user_id: number }): boolean {
  return me.permissions.some(
    ({ name, reach }) => name === "sites.edit" && (reach === "all" || site.user_id === me.user.id),
  );
}

export const ROLES: Record<Role, { name: string; says: string }> = {
  admin: { name: "Administração", says: "Faz tudo, inclusive pessoas, chaves e limpeza do histórico." },
  gerente: { name: "Gerente", says: "Cuida de todos os sites e conteúdos, da fila e do registro." },
  editor: { name: "Editor", says: "Escreve, publica, agenda e exclui nos próprios sites." },
  redator: { name: "Redator", says: "Escreve os próprios conteúdos e pede aprovação." },
};
