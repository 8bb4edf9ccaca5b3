// Unsaved texts on this device, so that a closed tab or a lost network loses nothing.
import type { Fields } from "./draft";

/** What this device and the server last had in common: the time of the working copy, and its fields. */
export type Met = { saved: string; fields: Fields };

/** A text as it was written here; `met` is missing until a working copy is sent or read. */
export type Kept = { fields: Fields; base: Fields; version: number; at: number; met?: Met | null };

const STORE = "texts";

const asError = (error: DOMException | null) => error ?? new Error("the store of this device did not answer");

let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("pauta", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(asError(request.error));
  });
  return opening;
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const store = (await database()).transaction(STORE, mode).objectStore(STORE);
  return new Promise((resolve, reject) => {
    const request = act(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(asError(request.error));
  });
}

const keyOf = (user: number, post: number) => `${user}/${post}`;

/** What the person wrote here and has not saved. */
export function kept(user: number, post: number): Promise<Kept | undefined> {
  return run("readonly", (store) => store.get(keyOf(user, post)) as IDBRequest<Kept | undefined>);
}

export function keep(user: number, post: number, text: Kept): Promise<unknown> {
  return run("readwrite", (store) => store.put(text, keyOf(user, post)));
}

export function drop(user: number, post: number): Promise<unknown> {
  return run("readwrite", (store) => store.delete(keyOf(user, post)));
}
