// The panel beside the text.
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { limits } from "../api/limits";
import { Icon } from "../design/icons";
import { ClientTab } from "./client-tab";
import { DataTab } from "./data-tab";
import { usePostEditor } from "./post-editor";
import { ReviewTab } from "./review-tab";
import { SearchTab } from "./search-tab";
import { VersionsTab } from "./versions-tab";

const TABS = [
  { name: "revisao", label: "Revisão" },
  { name: "dados", label: "Dados" },
  { name: "busca", label: "Busca" },
  { name: "cliente", label: "Cliente" },
  { name: "versoes", label: "Versões" },
] as const;

type Props = {
  open: boolean;
  /** Closes the panel where it lies over the text. */
  onClose: () => void;
  tab: string;
};

export function Panel({ open, onClose, tab }: Props) {
  const { post, analysis } = usePostEditor();
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    close.current?.focus();
    const press = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [open, onClose]);
  return (
    <aside className={open ? "side open" : "side"} aria-label="Painel do conteúdo">
      <div className="side-head">
        <nav className="tabs" aria-label="Partes do painel">
          {TABS.map(({ name, label }) => (
            <Link
              key={name}
              to="/painel/conteudos/$id"
              params={{ id: String(post.id) }}
              search={{ aba: name === "revisao" ? undefined : name }}
              replace
              resetScroll={false}
              activeOptions={{ exact: true, explicitUndefined: true }}
              aria-current={tab === name ? "page" : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <button
          ref={close}
          type="button"
          className="btn quiet icon closer"
          aria-label="Fechar o painel"
          onClick={onClose}
        >
          <Icon name="close" small />
        </button>
      </div>
      <div className="side-body">
        {tab === "revisao" ? <ReviewTab onLeave={onClose} /> : null}
        {tab === "dados" ? <DataTab /> : null}
        {tab === "busca" ? <SearchTab /> : null}
        {tab === "cliente" ? <ClientTab /> : null}
        {tab === "versoes" ? <VersionsTab /> : null}
      </div>
      <p className="sidefoot">
        {analysis ? (
          <>
            <span className="num">{analysis.words.toLocaleString("pt-BR")} palavras</span>
            <span className="num">
              {Math.max(1, Math.round(analysis.words / limits().words_per_minute))} min de leitura
            </span>
          </>
        ) : null}
      </p>
    </aside>
  );
}
