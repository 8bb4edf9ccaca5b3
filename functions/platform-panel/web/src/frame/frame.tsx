// What surrounds every screen: navigation, palette and shortcuts.
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { Brand, Icon } from "../design/icons";
import { FailureNote } from "../design/notes";
import { may, type Me, meQuery, ROLES } from "../session/use-session";
import "./frame.css";
import { NewPostDialog } from "../editor/new-post";
import { MoreSheet } from "./more-sheet";
import { Palette } from "./palette";
import { GROUPS, screensOf } from "./screens";
import { ShortcutList } from "./shortcut-list";
import { useShortcuts } from "./shortcuts";

export function Frame() {
  const { data: me, error, refetch } = useQuery(meQuery);
  const [open, setOpen] = useState<"palette" | "keys" | "more" | "new" | null>(null);
  const { pathname } = useLocation();
  useShortcuts({ onPalette: () => setOpen("palette"), onKeys: () => setOpen("keys"), onNew: () => setOpen("new"), me });
  const [shown, setShown] = useState(pathname);
  if (pathname !== shown) {
    setShown(pathname);
    setOpen(null);
  }
  // A new screen begins at its heading for those who do not see it change.
  useEffect(() => {
    document.getElementById("conteudo")?.focus({ preventScroll: true });
  }, [pathname]);

  if (!me) {
    return error ? (
      <main className="page">
        <FailureNote title="A Pauta não abriu." error={error} onRetry={() => void refetch()} />
      </main>
    ) : (
      <p className="vh" role="status">
        Abrindo a Pauta
      </p>
    );
  }
  const close = () => setOpen(null);
  // The editor has no navigation of its own but the way back.
  const writing = /^\/painel\/conteudos\/\d+$/.test(pathname);
  const dialogues = (
    <>
      {open === "palette" ? <Palette me={me} onClose={close} /> : null}
      {open === "keys" ? <ShortcutList onClose={close} /> : null}
      {open === "more" ? <MoreSheet me={me} onClose={close} /> : null}
      {open === "new" ? <NewPostDialog me={me} onClose={close} /> : null}
    </>
  );
  if (writing) {
    return (
      <>
        <a className="skip" href="#corpo">
          Pular para o texto
        </a>
        <main className="page writing" id="conteudo" tabIndex={-1}>
          <Outlet />
        </main>
        {dialogues}
      </>
    );
  }
  return (
    <>
      <a className="skip" href="#conteudo">
        Pular para o conteúdo
      </a>
      <div className="app">
        <header className="topline">
          <Link className="brand" to="/">
            <Brand />
            Pauta
          </Link>
          <button
            type="button"
            className="btn quiet icon"
            aria-label="Buscar ou ir para"
            onClick={() => setOpen("palette")}
          >
            <Icon name="search" />
          </button>
          <Link className="btn quiet icon" aria-label="Minha conta" to="/painel/conta">
            <Icon name="user" />
          </Link>
        </header>
        <Rail me={me} onPalette={() => setOpen("palette")} onNew={() => setOpen("new")} />
        <main className="page" id="conteudo" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <nav className="bar" aria-label="Principal, celular">
        {screensOf(me)
          .filter(({ group }) => group === "main")
          .slice(0, 3)
          .map(({ to, icon, label }) => (
            <Link key={to} to={to} activeOptions={{ exact: to === "/" }}>
              <Icon name={icon} />
              {label}
            </Link>
          ))}
        {may(me, "posts.create") && me.sites_total > 0 ? (
          <button type="button" className="plus" aria-haspopup="dialog" onClick={() => setOpen("new")}>
            <Icon name="plus" />
            Novo
          </button>
        ) : null}
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen("more")}>
          <Icon name="menu" />
          Mais
        </button>
      </nav>
      {dialogues}
    </>
  );
}

function Rail({ me, onPalette, onNew }: { me: Me; onPalette: () => void; onNew: () => void }) {
  const screens = screensOf(me);
  return (
    <header className="rail">
      <Link className="brand" to="/">
        <Brand />
        Pauta
      </Link>
      <button type="button" className="go" aria-keyshortcuts="Control+K" onClick={onPalette}>
        <Icon name="search" small />
        <span>Buscar ou ir para</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {may(me, "posts.create") && me.sites_total > 0 ? (
        <button type="button" className="btn main new" aria-keyshortcuts="N" onClick={onNew}>
          <Icon name="plus" small />
          <span>Novo conteúdo</span>
        </button>
      ) : null}
      <nav aria-label="Principal">
        {GROUPS.map(({ group, title }) => {
          const own = screens.filter((screen) => screen.group === group);
          if (own.length === 0) return null;
          return (
            <div key={group}>
              {title ? <p className="nav-title">{title}</p> : null}
              <div className="nav">
                {own.map(({ to, icon, label }) => (
                  <Link key={to} to={to} activeOptions={{ exact: to === "/", includeSearch: false }}>
                    <Icon name={icon} />
                    {label}
                  </Link>
                ))}
              </div>
            </div>
          );
        })}
      </nav>
      <Link className="me" to="/painel/conta">
        <span className="avatar" aria-hidden="true">
          {initials(me.user.name)}
        </span>
        <span className="who">
          <span className="vh">Minha conta: </span>
          {me.user.name}
          <small>{ROLES[me.role].name}</small>
        </span>
      </Link>
    </header>
  );
}

/** The first letters of the first and the last name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => word?.charAt(0) ?? "");
  return letters.join("").toLocaleUpperCase("pt-BR");
}
