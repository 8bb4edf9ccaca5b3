// The rounds of approval of a post.
import { queryOptions } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import type { Post } from "./draft";

/** Asked anew when the post changes. */
export const approvalsQuery = (post: Post) =>
  queryOptions({
    queryKey: keys.post.approvals(post.id, post.updated_at),
    queryFn: () => ask(api.GET("/api/v1/posts/{id}/approvals", { params: { path: { id: post.id } } })),
  });
