// Saving members of a site.
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import type { components } from "../api/schema";

export function useSaveSite(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["SiteInput"]) =>
      ask(api.PUT("/api/v1/sites/{id}", { params: { path: { id } }, body })),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.sites.all });
      void queries.invalidateQueries({ queryKey: keys.me });
    },
  });
}
