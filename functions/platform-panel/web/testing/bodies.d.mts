/** `count` bodies that follow from `seed`. */
export function bodies(count: number, seed: number): string[];
/** One body for each kind of block, between two paragraphs. */
export function bodyOfEachKind(seed: number): { kind: string; body: string }[];
/** Names of the blocks. */
export const KINDS: string[];
