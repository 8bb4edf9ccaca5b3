// What a person wrote and did not save, here or at another device.
import { api, ask } from "../api/client";
import * as device from "./device";
import { changed, type Fields, fieldsOf, type Post } from "./draft";
import type { Conflict, Text } from "./saving";
import { readCopy } from "./working-copy";

type Found = { fields: Fields; base: Fields; version: number; at: number; met: device.Met };

/** The working copy of the server over the fields of the version that it began from. */
async function copyOf(post: Post): Promise<Found | null> {
  const copy = await readCopy(post.id);
  if (!copy) return null;
  let base = fieldsOf(post);
  if (copy.version !== post.version) {
    const { title, body } = await ask(
      api.GET("/api/v1/posts/{id}/versions/{n}", { params: { path: { id: post.id, n: copy.version } } }),
    );
    base = { ...base, title, body };
  }
  const fields = { ...base, ...copy.fields };
  return { base, fields, version: copy.version, at: Date.parse(copy.saved), met: { saved: copy.saved, fields } };
}

/** Whether the text of this device has words that were sent nowhere. */
function hasOwn(here: device.Kept): boolean {
  return changed(here.met?.fields ?? here.base, here.fields).length > 0;
}

/** Lets `text` go on from what was not saved. Returns when that was written; none when there is nothing.
 *
 * Both the device and the server may have a text. The server's goes on if this device has nothing that it lacks; if both have
 * words of their own, they are compared. */
export async function recover(user: number, post: Post, text: Text): Promise<number | null> {
  const [here, copy] = await Promise.all([
    device.kept(user, post.id).catch(() => undefined),
    copyOf(post).catch(() => null),
  ]);
  const foreign = here && copy && here.met?.saved !== copy.met.saved && changed(here.fields, copy.fields).length > 0;
  const both = foreign && hasOwn(here);
  const found = foreign && !both ? copy : (here ?? copy);
  text.met = copy && (!foreign || found === copy) ? copy.met : (here?.met ?? null);
  if (!found || changed(text.base, found.fields).length === 0) return null;
  text.now = found.fields;
  // The version of someone else, unless one of the texts began from it.
  const saved: Conflict | undefined =
    found.version === text.version || (both && copy.version === text.version)
      ? undefined
      : { other: post, theirs: fieldsOf(post), base: found.base };
  if (found.version !== text.version) text.base = found.base;
  if (both) {
    // What the later of two versions changed is part of the text that began from it.
    const base =
      here.version === copy.version
        ? (here.met?.fields ?? here.base)
        : here.version < copy.version
          ? here.base
          : copy.base;
    text.state = { kind: "conflict", other: post, theirs: copy.fields, base, ownDevice: copy.met.saved, next: saved };
  } else if (saved) {
    text.state = { kind: "conflict", ...saved };
  }
  // What the server has already is not sent again for having been looked at.
  if (text.state.kind !== "conflict" && copy && changed(copy.fields, found.fields).length === 0)
    text.goOn(new Date(found.at));
  else text.touched();
  return found.at;
}
