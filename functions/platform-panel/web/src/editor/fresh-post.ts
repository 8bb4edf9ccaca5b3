// The post that was just made, whose text the person is about to write.

let fresh: number | null = null;

/** Says that a post was made now. */
export function begin(post: number) {
  fresh = post;
}

/** Whether the post was just made; only the first time. */
export function hasBegun(post: number): boolean {
  const is = fresh === post;
  if (is) fresh = null;
  return is;
}
