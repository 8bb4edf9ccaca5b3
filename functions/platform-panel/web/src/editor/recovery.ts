// What a person wrote and did not save, here or at another device: the later of the two goes on.
import { api, ask } from "../api/client";
import * as device from "./device";
import { changed, type Fields, fieldsOf, type Post } from "./draft";
import type { Text } from "./saving";
import { readCopy } from "./working-copy";

type Found = { fields: Fields; base: Fields; version: number; at: number };

/** The working copy of the server over the fields of the version that it began from. */
async function copyOf(post: Post): Promise<Found | null> {
  const copy = await readCopy(post.id);
  if (!copy) return null;
  let base = fieldsOf(post);
  if (copy.version !== post.version) {
    const { title, body } = await ask(api.GET("/api/v1/posts/{id}/versions/{n}", { params: { path: { id: post.id, n: copy.version } } }));
    base = { ...base, title, body };
  }
  return { base, fields: { ...base, ...copy.fields }, version: copy.version, at: copy.at.getTime() };
}

/** Lets `text` go on from what was not saved. Returns when that was written; none when there is nothing. */
export async function recover(user: number, post: Post, text: Text): Promise<number | null> {
  const [here, copy] = await Promise.all([device.kept(user, post.id).catch(() => undefined), copyOf(post).catch(() => null)]);
  const [found] = [here ?? null, copy].filter((found) => found !== null).sort((one, other) => other.at - one.at);
  if (!found || changed(text.base, found.fields).length === 0) return null;
  text.now = found.fields;
  if (found.version !== text.version) {
    text.base = found.base;
    text.state = { kind: "conflict", other: post };
  }
  text.touched();
  return found.at;
}
