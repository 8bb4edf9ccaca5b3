// The page of the screens before a session.
import type { ReactNode } from "react";

import { Brand } from "../design/icons";
import { useTitle } from "../design/title";
import "./sign-in.css";

export function Sheet({ title, says, children }: { title: string; says: ReactNode; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="entry">
      <div className="left">
        <header>
          <span className="brand">
            <Brand />
            Pauta
          </span>
        </header>
        <main className="box">
          <div>
            <h1>{title}</h1>
            <p>{says}</p>
          </div>
          {children}
        </main>
        <footer className="xs faint">Pauta</footer>
      </div>
      <div className="right" aria-hidden="true">
        <p>O que sai esta semana, o que espera resposta, o que falta escrever.</p>
      </div>
    </div>
  );
}
