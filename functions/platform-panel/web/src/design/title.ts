// The title of the window.
import { useEffect } from "react";

export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Pauta`;
  }, [title]);
}
