// Shortcuts of all screens. Single letters never act in fields, and a person can switch them off.
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

import { may, type Me } from "../session/use-session";
import { screensOf } from "./screens";

const KEY = "pauta.letters";
/** How long G waits for its second letter. */
const SEQUENCE = 1500;

export function lettersOn(): boolean {
  return localStorage.getItem(KEY) !== "off";
}

export function switchLetters(on: boolean) {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "off");
}

function inField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select"))
  );
}

type Actions = { onPalette: () => void; onKeys: () => void; onNew: () => void; me: Me | undefined };

export function useShortcuts(actions: Actions) {
  const navigate = useNavigate();
  const latest = useEffectEvent(() => actions);
  useEffect(() => {
    let began = 0;
    function press(event: KeyboardEvent) {
      const { onPalette, onKeys, onNew, me } = latest();
      if (!me || event.isComposing || event.altKey) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k" && !event.defaultPrevented) {
        event.preventDefault();
        return onPalette();
      }
      if (event.ctrlKey || event.metaKey || !lettersOn() || inField(event.target)) return;
      if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
      const key = event.key.toLowerCase();
      if (key === "?") return onKeys();
      if (key === "g") {
        began = Date.now();
        return;
      }
      if (Date.now() - began < SEQUENCE) {
        began = 0;
        const screen = screensOf(me).find((screen) => screen.key === key);
        if (screen) {
          event.preventDefault();
          void navigate({ to: screen.to });
        }
        return;
      }
      if (key === "n" && may(me, "posts.create") && me.sites_total > 0) {
        event.preventDefault();
        return onNew();
      }
      if (key === "/") {
        const search = document.querySelector<HTMLElement>("[data-search]");
        event.preventDefault();
        if (search) search.focus();
        else onPalette();
      }
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [navigate]);
}
