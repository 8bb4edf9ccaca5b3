// The person's working copy of a post on the server, from which the text goes on at any device.
import { api, ask } from "../api/client";
import { type Fields, inputOf } from "./draft";

/** A working copy; `saved` is the server's time of it, by which one is told from another. */
export type WorkingCopy = { version: number; saved: string; fields: Partial<Fields> };

/** Keeps what differs from the saved version. Returns the number of the post's current version and the time of the copy. */
export async function keepCopy(
  post: number,
  version: number,
  base: Fields,
  now: Fields,
): Promise<{ current: number; saved: string }> {
  const receipt = await ask(
    api.PUT("/api/v1/posts/{id}/autosave", {
      params: { path: { id: post } },
      body: { version, content: inputOf(base, now) as never },
    }),
  );
  return { current: receipt.current_version, saved: receipt.saved_at };
}

/** The working copy, if there is one. */
export async function readCopy(post: number): Promise<WorkingCopy | null> {
  const { working_copy } = await ask(api.GET("/api/v1/posts/{id}/autosave", { params: { path: { id: post } } }));
  if (!working_copy) return null;
  return {
    version: working_copy.version,
    saved: working_copy.saved_at,
    fields: working_copy.content as Partial<Fields>,
  };
}

export async function dropCopy(post: number): Promise<void> {
  await ask(api.DELETE("/api/v1/posts/{id}/autosave", { params: { path: { id: post } } }));
}
