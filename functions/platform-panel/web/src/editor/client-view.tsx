// The post as its client sees it. Nothing is sent, and no round is opened.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { DialogFrame } from "../design/dialog";
import { FailureNote, Note } from "../design/notes";
import { LoadingRows } from "../design/rows";
import { loadOwnPictures } from "./own-pictures";
import { Picture } from "./picture";

export function ClientViewDialog({ post, onClose }: { post: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.post.clientView(post),
    queryFn: () => ask(api.GET("/api/v1/posts/{id}/client-view", { params: { path: { id: post } } })),
    gcTime: 0,
  });
  return (
    <DialogFrame title="Como o cliente vê" onClose={onClose} wide>
      {error ? (
        <FailureNote title="A página do cliente não chegou." error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <LoadingRows says="Abrindo a página do cliente" /> : null}
      {data ? (
        <>
          <p className="sm soft">
            É o que a página de aprovação mostra da versão {data.version}, sem os botões da resposta. {data.consequence}
          </p>
          {data.changed_since ? (
            <Note kind="warn">
              <p>{data.changed_since}</p>
            </Note>
          ) : null}
          <article className="client-view">
            <p className="xs soft">
              {data.site} · por {data.author}
            </p>
            <h3>{data.title || "Sem título"}</h3>
            {data.picture ? (
              <figure>
                <Picture id={data.picture.media_id} alt={data.picture.alt_text} />
                {data.picture.caption ? <figcaption className="sm soft">{data.picture.caption}</figcaption> : null}
              </figure>
            ) : null}
            <Html className="body" html={data.body} />
            {data.faq ? (
              <section>
                <h4>{data.faq.title}</h4>
                <Html html={data.faq.description} />
                <dl>
                  {data.faq.items.map((item) => (
                    <div key={item.question}>
                      <dt>{item.question}</dt>
                      <dd>
                        <Html html={item.answer} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ) : null}
          </article>
        </>
      ) : null}
    </DialogFrame>
  );
}

/** Markup that the platform sanitised, with the pictures that need the session. */
function Html({ html, className }: { html: string; className?: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // A parsed document loads nothing, so the addresses of pictures can be replaced before they are fetched.
    const { body } = new DOMParser().parseFromString(html, "text/html");
    loadOwnPictures(body);
    for (const link of body.querySelectorAll("a")) {
      link.target = "_blank";
      link.rel = "noreferrer";
    }
    element.replaceChildren(...body.childNodes);
  }, [html]);
  return <div ref={place} className={className} />;
}
