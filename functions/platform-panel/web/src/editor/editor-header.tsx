// The bar above the text: where it stands, whether it is saved, and what can be done with it.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { Icon } from "../design/icons";
import { State } from "../design/state";
import { may, useMe } from "../session/use-session";
import { MoreMenu } from "./more-menu";
import { usePostEditor } from "./post-editor";

export function EditorHeader({ site, children }: { site: string | undefined; children: ReactNode }) {
  const me = useMe();
  const { post, edits, open } = usePostEditor();
  return (
    <header className="top">
      <Link className="btn quiet" to="/painel/conteudos">
        <Icon name="back" small />
        <span className="hide-md">Conteúdos</span>
        <span className="vh medium-only">Conteúdos</span>
      </Link>
      <div className="where">
        <span className="hide-md nowrap">{site}</span>
        <State post={post} />
      </div>
      {children}
      <div className="acts">
        <button type="button" className="btn quiet hide-md" onClick={() => open("client")}>
          <Icon name="eye" small />
          Ver como o cliente vê
        </button>
        {edits && may(me, "posts.request_approval") && post.status === "draft" ? (
          <button
            type="button"
            className={may(me, "posts.publish") ? "btn hide-sm" : "btn main"}
            onClick={() => open("approval")}
          >
            <Icon name="send" small />
            Pedir aprovação
          </button>
        ) : null}
        {edits && may(me, "posts.publish") ? (
          <button type="button" className="btn main" onClick={() => open("publish")}>
            Publicar…
          </button>
        ) : null}
        <MoreMenu />
      </div>
    </header>
  );
}
