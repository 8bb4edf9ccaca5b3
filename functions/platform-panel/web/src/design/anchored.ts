// Places what floats beside a part of the page: below it, above where there is no room, and never outside the window.
import { type RefObject, useLayoutEffect } from "react";

const GAP = 6;
const EDGE = 8;

/** Keeps an element with a fixed position beside the rectangle that `place` names, while the page scrolls too.
 *
 * `onGone` is called when there is no such place any more. */
export function useAnchored(
  floatingRef: RefObject<HTMLElement | null>,
  place: () => DOMRect | null,
  onGone: () => void,
) {
  useLayoutEffect(() => {
    function settle() {
      const element = floatingRef.current;
      const anchor = place();
      if (!anchor) return onGone();
      if (!element) return;
      const { width, height } = element.getBoundingClientRect();
      const below = anchor.bottom + GAP;
      const above = anchor.top - GAP - height;
      const top = below + height > innerHeight - EDGE && above > EDGE ? above : below;
      element.style.left = `${Math.max(EDGE, Math.min(anchor.left, innerWidth - EDGE - width))}px`;
      element.style.top = `${top}px`;
    }
    settle();
    addEventListener("scroll", settle, { capture: true, passive: true });
    addEventListener("resize", settle);
    return () => {
      removeEventListener("scroll", settle, { capture: true });
      removeEventListener("resize", settle);
    };
  });
}
