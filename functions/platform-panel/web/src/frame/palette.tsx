// The palette: screens, actions and posts by a few letters.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useId, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { Icon, type IconName } from "../design/icons";
import { plain } from "../design/text";
import type { Me } from "../session/use-session";
import { screensOf } from "./screens";

type Choice = { id: string; group: string; icon: IconName; label: string; note?: string; go: () => void };

export function Palette({ me, onClose }: { me: Me; onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [place, setPlace] = useState(0);
  const list = useId();
  const wanted = useDeferredValue(text.trim());
  const { data: posts } = useQuery({
    queryKey: keys.posts.named(wanted),
    queryFn: () => ask(api.GET("/api/v1/posts", { params: { query: { q: wanted, per_page: 6 } } })),
    enabled: wanted.length > 1,
    placeholderData: (before) => before,
  });
  const matches = (label: string) => plain(label).includes(plain(wanted));
  const choices: Choice[] = [];
  for (const post of wanted.length > 1 ? (posts?.items ?? []) : []) {
    const site = me.sites.find(({ id }) => id === post.site_id);
    choices.push({
      id: `p${post.id}`,
      group: "Conteúdos",
      icon: "list",
      label: post.title || "Sem título",
      note: site?.name,
      go: () => void navigate({ to: "/painel/conteudos/$id", params: { id: String(post.id) } }),
    });
  }
  for (const screen of screensOf(me).filter(({ label }) => matches(label))) {
    choices.push({
      id: screen.to,
      group: "Ir para",
      icon: screen.icon,
      label: screen.label,
      note: screen.key ? `G ${screen.key.toUpperCase()}` : undefined,
      go: () => void navigate({ to: screen.to }),
    });
  }
  for (const site of me.sites.filter(({ name }) => wanted && matches(name)).slice(0, 5)) {
    choices.push({
      id: `s${site.id}`,
      group: "Sites",
      icon: "globe",
      label: site.name,
      go: () => void navigate({ to: "/painel/sites/$id", params: { id: String(site.id) } }),
    });
  }
  const current = Math.min(place, choices.length - 1);

  function press(event: React.KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPlace((current + step + choices.length) % Math.max(choices.length, 1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(choices[current]);
    }
  }

  function choose(choice: Choice | undefined) {
    if (!choice) return;
    onClose();
    choice.go();
  }

  return (
    <ModalOverlay className="scrim pal" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className="dialog">
        <Dialog aria-label="Buscar ou ir para">
          <label className="with-icon">
            <Icon name="search" />
            <span className="vh">Buscar ou ir para</span>
            <input
              className="input"
              role="combobox"
              aria-expanded={choices.length > 0}
              aria-controls={list}
              aria-autocomplete="list"
              aria-activedescendant={choices[current] ? `${list}${current}` : undefined}
              autoFocus
              autoComplete="off"
              placeholder="Um título, um site, uma página"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setPlace(0);
              }}
              onKeyDown={press}
            />
          </label>
          <ul id={list} role="listbox" aria-label="Resultados">
            {choices.map((choice, index) => (
              <li
                key={choice.id}
                id={`${list}${index}`}
                role="option"
                aria-selected={index === current}
                onMouseMove={() => setPlace(index)}
                onClick={() => choose(choice)}
              >
                <Icon name={choice.icon} small />
                <span>{choice.label}</span>
                <small>{choice.note ?? choice.group}</small>
              </li>
            ))}
          </ul>
          {choices.length === 0 ? <p className="none">Nada com “{wanted}”.</p> : null}
          <footer aria-hidden="true">
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> escolher
            </span>
            <span>
              <kbd>Enter</kbd> abrir
            </span>
            <span>
              <kbd>Esc</kbd> fechar
            </span>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
