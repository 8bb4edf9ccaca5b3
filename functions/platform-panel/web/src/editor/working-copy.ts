// The person's working copy of a post on the server, from which the text goes on at any device.
import { api, ask } from "../api/client";
import { type Fields, inputOf } from "./draft";

export type WorkingCopy = { version: number; at: Date; fields: Partial<Fields> };

/** Keeps what differs from the saved version. Returns the number of the post's current version. */
export async function keepCopy(post: number, version: number, base: Fields, now: Fields): Promise<number> {
  const receipt = await ask(api.PUT("/api/v1/posts/{id}/autosave", { params: { path: { id: post } }, body: { version, content: inputOf(base, now) as never } }));
  return receipt.current_version;
}

/** The working copy, if there is one. */
export async function readCopy(post: number): Promise<WorkingCopy | null> {
  const { working_copy } = await ask(api.GET("/api/v1/posts/{id}/autosave", { params: { path: { id: post } } }));
  if (!working_copy) return null;
  return { version: working_copy.version, at: new Date(working_copy.saved_at), fields: working_copy.content as Partial<Fields> };
}

export async function dropCopy(post: number): Promise<void> {
  await ask(api.DELETE("/api/v1/posts/{id}/autosave", { params: { path: { id: post } } }));
}
