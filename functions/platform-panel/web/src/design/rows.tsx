// Lists while they load, when they are empty, and their pages.
import { type ReactNode, useEffect, useState } from "react";

import { count } from "./text";

/** The shape of rows; shown after a moment, so that quick answers do not flicker. */
export function LoadingRows({ rows = 6, says }: { rows?: number; says: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div aria-busy="true">
      <p className="vh" role="status">
        {says}
      </p>
      <div className="bones" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="bone" />
        ))}
      </div>
    </div>
  );
}

/** What an empty list says: what to do first. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="serif empty-title">{title}</p>
      {children}
    </div>
  );
}

/** Buttons to the pages before and after. */
export function Pages({
  page,
  perPage,
  total,
  onPage,
}: {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last === 1) return null;
  return (
    <nav className="foot" aria-label="Páginas">
      <span className="num">
        Página {page} de {last} · {count(total, "item", "itens")}
      </span>
      <button type="button" className="btn small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Anterior
      </button>
      <button type="button" className="btn small" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Próxima
      </button>
    </nav>
  );
}
