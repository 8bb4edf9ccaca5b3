// The dialogues of a post, opened from a list: they need the whole post.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { DialogFrame } from "../design/dialog";
import { FailureNote } from "../design/notes";

const ApprovalDialog = lazy(() =>
  import("../editor/approval-dialog").then(({ ApprovalDialog }) => ({ default: ApprovalDialog })),
);
const PublishDialog = lazy(() =>
  import("../editor/publish-dialog").then(({ PublishDialog }) => ({ default: PublishDialog })),
);

export type Opened = { id: number; what: "approval" | "publish" };

export function PostDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const [asks, setAsks] = useState(opened.what === "approval");
  const queries = useQueryClient();
  const { data: post, error } = useQuery({
    queryKey: keys.post.all(opened.id),
    queryFn: () => ask(api.GET("/api/v1/posts/{id}", { params: { path: { id: opened.id } } })),
    staleTime: 0,
  });
  if (error) {
    return (
      <DialogFrame title="O conteúdo não chegou" onClose={onClose}>
        <FailureNote error={error} />
      </DialogFrame>
    );
  }
  if (!post) return null;
  const done = () => queries.invalidateQueries({ queryKey: keys.post.all(opened.id) });
  return (
    <Suspense fallback={null}>
      {asks ? (
        <ApprovalDialog post={post} onClose={onClose} onDone={done} />
      ) : (
        <PublishDialog post={post} onClose={onClose} onDone={done} onAsk={() => setAsks(true)} />
      )}
    </Suspense>
  );
}
