// The rest of the navigation on narrow windows.
import { Link } from "@tanstack/react-router";

import { DialogFrame } from "../design/dialog";
import { Icon } from "../design/icons";
import type { Me } from "../session/use-session";
import { screensOf } from "./screens";

export function MoreSheet({ me, onClose }: { me: Me; onClose: () => void }) {
  return (
    <DialogFrame title="Mais" onClose={onClose}>
      <nav className="nav" aria-label="Mais páginas">
        {screensOf(me)
          .slice(3)
          .map(({ to, icon, label }) => (
            <Link key={to} to={to} onClick={onClose}>
              <Icon name={icon} />
              {label}
            </Link>
          ))}
      </nav>
    </DialogFrame>
  );
}
