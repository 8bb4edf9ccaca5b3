// A picture of the platform. It needs the session, so it is fetched and shown from memory.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";

export function Picture({ id, alt }: { id: number; alt: string }) {
  const { data } = useQuery({
    queryKey: keys.picture(id),
    queryFn: async () =>
      URL.createObjectURL(
        await ask(
          api.GET("/api/v1/media/{id}/webp", { params: { path: { id } }, parseAs: "blob" }) as Promise<{
            data?: Blob;
            error?: unknown;
            response: Response;
          }>,
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => () => (data ? URL.revokeObjectURL(data) : undefined), [data]);
  return data ? <img src={data} alt={alt} /> : <div className="bone pic" />;
}
