// The people of a site.
import { queryOptions } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";

/** Who works on the site. */
export const membersOf = (site: number) =>
  queryOptions({
    queryKey: keys.sites.members(site),
    queryFn: () => ask(api.GET("/api/v1/sites/{id}/members", { params: { path: { id: site } } })),
  });
