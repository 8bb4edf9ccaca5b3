// Asking the client for approval.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import { useOnce } from "../api/once";
import { DialogFrame } from "../design/dialog";
import { CopyButton, FailureNote, Note } from "../design/notes";
import { LoadingRows } from "../design/rows";
import { Missing } from "./missing";
import type { Post } from "./draft";

const CHANNELS: Record<string, string> = { email: "e-mail", whatsapp: "WhatsApp" };

export function ApprovalDialog({
  post,
  onClose,
  onDone,
}: {
  post: Post;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const queries = useQueryClient();
  const able = useQuery({
    queryKey: keys.sites.approval(post.site_id, "now"),
    queryFn: () => ask(api.GET("/api/v1/sites/{id}/approval-capability", { params: { path: { id: post.site_id } } })),
  });
  const request = useOnce({
    send: (_: Pick<Post, "version">, headers) =>
      ask(
        api.POST("/api/v1/posts/{id}/request-approval", {
          params: { path: { id: post.id } },
          headers,
        }),
      ),
    onSuccess: async () => {
      await onDone();
      void queries.invalidateQueries({ queryKey: keys.posts.all });
    },
  });
  const failure = request.error ? asFailure(request.error) : null;
  const channels =
    able.data && "channels" in able.data
      ? able.data.channels.map((channel) => CHANNELS[channel] ?? channel).join(" e ")
      : "";
  return (
    <DialogFrame title={request.data ? "Pedido enviado" : "Pedir aprovação"} onClose={onClose}>
      {request.data ? (
        <>
          <Note kind="good">
            <p role="status">
              O cliente recebe o link por {channels || "mensagem"}. A resposta chega ao seu e-mail e aparece em Cliente.
            </p>
          </Note>
          {request.data.link ? (
            <p>
              <CopyButton text={request.data.link}>Copiar o link</CopyButton>
            </p>
          ) : null}
        </>
      ) : (
        <>
          {able.isPending ? <LoadingRows rows={2} says="Conferindo o contato" /> : null}
          {able.data && "cause" in able.data ? (
            <Note kind="warn">
              <p>
                <strong>{able.data.message}</strong> {able.data.hint}
              </p>
              <p>
                <Link to="/painel/sites/$id" params={{ id: String(post.site_id) }} search={{ aba: "contatos" }}>
                  Ver os contatos do site
                </Link>
              </p>
            </Note>
          ) : null}
          {failure?.code === "incomplete_content" ? (
            <Missing issues={failure.issues ?? []} onGo={onClose} />
          ) : failure ? (
            <FailureNote error={failure} />
          ) : null}
          <p>
            O cliente vê a versão {post.version}, com a imagem de destaque, e responde sem senha: aprovar, pedir ajustes
            ou rejeitar.
          </p>
          {post.approval === "Pendente" ? (
            <p>O pedido anterior ainda está sem resposta; um novo encerra o link dele.</p>
          ) : null}
          {post.scheduled_at ? null : <p className="help">Sem data marcada, o conteúdo sai assim que for aprovado.</p>}
        </>
      )}
      <div className="ends">
        {request.data ? (
          <button type="button" className="btn main" onClick={onClose}>
            Voltar ao texto
          </button>
        ) : (
          <button
            type="button"
            className="btn main"
            disabled={request.isPending || (able.data !== undefined && "cause" in able.data)}
            onClick={() => request.mutate({ version: post.version })}
          >
            {request.isPending ? "Enviando…" : channels ? `Enviar por ${channels}` : "Enviar"}
          </button>
        )}
      </div>
    </DialogFrame>
  );
}
