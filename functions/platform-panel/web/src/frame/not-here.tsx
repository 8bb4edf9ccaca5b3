// Addresses without a screen.
import { Link } from "@tanstack/react-router";

import { useTitle } from "../design/title";

export function NotHere() {
  useTitle("Página não encontrada");
  return (
    <>
      <div className="page-head">
        <h1>Não há nada neste endereço</h1>
      </div>
      <p>
        O link pode estar incompleto, ou o que ele mostrava foi excluído. <Link to="/">Ir para o início</Link>
      </p>
    </>
  );
}

/** A screen that the person's role does not have: who may, and what to do. */
export function NotYours({ title, who }: { title: string; who: string }) {
  useTitle(title);
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      <p>
        Esta página é {who}. Se você precisa dela, peça a quem administra a Pauta na sua agência.{" "}
        <Link to="/">Ir para o início</Link>
      </p>
    </>
  );
}
