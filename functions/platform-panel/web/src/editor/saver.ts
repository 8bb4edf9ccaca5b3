// Who saved a version.
import { useQuery } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { useMe } from "../session/use-session";
import { membersOf } from "../sites/member-query";
import type { Post } from "./draft";

/** The person who saved the present version of `post`: oneself or a colleague; no name if the person does not work on the site. */
export function useSaver({ id, site_id, version }: Post): { self: boolean; name: string | null } {
  const me = useMe();
  const { data: saved } = useQuery({
    queryKey: keys.post.version(id, version),
    queryFn: () => ask(api.GET("/api/v1/posts/{id}/versions/{n}", { params: { path: { id, n: version } } })),
  });
  const { data: colleagues } = useQuery(membersOf(site_id));
  return {
    self: saved?.user_id === me.user.id,
    name: colleagues?.members.find((colleague) => colleague.id === saved?.user_id)?.name ?? null,
  };
}
