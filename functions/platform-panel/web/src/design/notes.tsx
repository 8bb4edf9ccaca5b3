// Notes: what happened, what helps, and the number of the request to copy.
import { type ReactNode, useState } from "react";

import { asFailure } from "../api/failure";
import { Icon, type IconName } from "./icons";

type Kind = "plain" | "warn" | "bad" | "good";

const ICONS: Record<Kind, IconName> = { plain: "mail", warn: "warn", bad: "warn", good: "check" };

/** A note beside its cause. A bad one is announced at once. */
export function Note({ kind = "plain", icon, children }: { kind?: Kind; icon?: IconName; children: ReactNode }) {
  return (
    <div className={kind === "plain" ? "note" : `note ${kind}`} role={kind === "bad" ? "alert" : undefined}>
      <Icon name={icon ?? ICONS[kind]} />
      <div className="grow">{children}</div>
    </div>
  );
}

/** Copies a text and says so. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const [copied, setCopied] = useState(false);
  return (
    <button
      type="button"
      className="btn quiet small"
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => setCopied(true));
      }}
    >
      <Icon name={copied ? "check" : "copy"} small />
      <span aria-live="polite">{copied ? "Copiado" : children}</span>
    </button>
  );
}

/** What failed, in the platform's words, with a way to repeat it. */
export function FailureNote({ error, title, onRetry }: { error: unknown; title?: string; onRetry?: () => void }) {
  const failure = asFailure(error);
  return (
    <Note kind="bad">
      <p>
        {title ? <strong>{title} </strong> : null}
        {failure.message}
      </p>
      {failure.issues?.length ? (
        <ul>
          {failure.issues.map((issue) => (
            <li key={`${issue.field} ${issue.code}`}>{issue.message}</li>
          ))}
        </ul>
      ) : null}
      {onRetry || failure.requestId ? (
        <p className="row wrap">
          {onRetry ? (
            <button type="button" className="btn small" onClick={onRetry}>
              Tentar de novo
            </button>
          ) : null}
          {failure.requestId ? (
            <CopyButton text={failure.requestId}>Copiar código {failure.requestId.slice(0, 8)}</CopyButton>
          ) : null}
        </p>
      ) : null}
    </Note>
  );
}
