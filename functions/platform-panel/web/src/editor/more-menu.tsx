// Further actions of a post.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { DialogFrame } from "../design/dialog";
import { Icon } from "../design/icons";
import { FailureNote } from "../design/notes";
import { may, useMe } from "../session/use-session";
import type { Post } from "./draft";
import { usePostEditor } from "./post-editor";

export function MoreMenu() {
  const me = useMe();
  const { post, open } = usePostEditor();
  const [leaving, setLeaving] = useState(false);
  const deletes = may(me, "posts.delete") && !post.deleted_at;
  const asks = may(me, "posts.request_approval") && post.status === "draft";
  return (
    <>
      <MenuTrigger>
        <Button className="btn quiet icon" aria-label="Mais ações">
          <Icon name="menu" small />
        </Button>
        <Popover className="menu">
          <Menu
            onAction={(key) => {
              if (key === "site" && post.host_post_url) window.open(post.host_post_url, "_blank", "noreferrer");
              if (key === "client" || key === "approval") open(key);
              if (key === "delete") setLeaving(true);
            }}
          >
            <MenuItem id="client">Ver como o cliente vê…</MenuItem>
            {post.host_post_url ? <MenuItem id="site">Ver no site</MenuItem> : null}
            {asks ? <MenuItem id="approval">Pedir aprovação…</MenuItem> : null}
            {deletes ? (
              <MenuItem id="delete" className="bad">
                Excluir…
              </MenuItem>
            ) : null}
          </Menu>
        </Popover>
      </MenuTrigger>
      {leaving ? <DeleteDialog post={post} onClose={() => setLeaving(false)} /> : null}
    </>
  );
}

function DeleteDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => ask(api.DELETE("/api/v1/posts/{id}", { params: { path: { id: post.id } } })),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.posts.all });
      void navigate({ to: "/painel/conteudos" });
    },
  });
  return (
    <DialogFrame title="Excluir este conteúdo?" onClose={onClose} alert>
      <p>
        “{post.title || "Sem título"}” sai das listas. Ele continua no Histórico, de onde pode ser restaurado.
        {post.status === "scheduled" ? " A publicação agendada é cancelada no site do cliente." : ""}
        {post.status === "published" ? " O que já está no ar continua no ar." : ""}
      </p>
      {remove.error ? <FailureNote error={remove.error} /> : null}
      <div className="ends">
        <button type="button" className="btn quiet" onClick={onClose}>
          Manter
        </button>
        <button type="button" className="btn bad" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Excluir
        </button>
      </div>
    </DialogFrame>
  );
}
