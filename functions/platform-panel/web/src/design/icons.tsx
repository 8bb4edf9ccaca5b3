// Icons: one path each, drawn on a field of 20.
import { memo } from "react";

const PATHS = {
  search: "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4ZM12.7 12.7 16.5 16.5",
  user: "M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 16.5c.4-3 2.7-4.7 6-4.7s5.6 1.7 6 4.7",
  people:
    "M7.5 9.5a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM2.5 16c.3-2.7 2.2-4.2 5-4.2s4.7 1.5 5 4.2M13 4.6a2.5 2.5 0 0 1 0 4.7M14 11.9c2 .4 3.3 1.8 3.5 4.1",
  plus: "M10 4.5v11M4.5 10h11",
  home: "M3.5 9.5 10 4l6.5 5.5M5 8.5V16h10V8.5M8.5 16v-4h3v4",
  list: "M4 5.5h12M4 10h12M4 14.5h7",
  board: "M3.5 4h3.7v12H3.5zM8.2 4h3.6v8H8.2zM12.8 4h3.7v10h-3.7z",
  calendar: "M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5",
  globe:
    "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM3.3 10h13.4M10 3c2 2 2.8 4.4 2.8 7s-.8 5-2.8 7c-2-2-2.8-4.4-2.8-7S8 5 10 3Z",
  history: "M4 10a6 6 0 1 0 2-4.47M4 4v3h3M10 7v3.3l2.2 1.4",
  queue: "M4 5h12v3H4zM4 10.5h12M4 14.5h12",
  log: "M5 3.5h10v13H5zM7.5 7h5M7.5 10h5M7.5 13h2.5",
  chart: "M4 4v12h12M7.5 13V9.5M11 13V6.5M14.5 13v-2.5",
  spark: "M10 3.5 11.6 8.4 16.5 10l-4.9 1.6L10 16.5l-1.6-4.9L3.5 10l4.9-1.6Z",
  settings:
    "M10 7.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4ZM10 3v2M10 15v2M3 10h2M15 10h2M5.05 5.05l1.4 1.4M13.55 13.55l1.4 1.4M5.05 14.95l1.4-1.4M13.55 6.45l1.4-1.4",
  menu: "M4 6h12M4 10h12M4 14h12",
  warn: "M10 3.8 17 16H3ZM10 8.5v3.2M10 13.9v.1",
  lock: "M5 9h10v7.5H5zM7 9V6.8a3 3 0 0 1 6 0V9",
  check: "M4.5 10.5 8.3 14.2 15.5 6.5",
  close: "M5 5l10 10M15 5 5 15",
  back: "M12 4.5 6.5 10l5.5 5.5",
  forward: "M8 4.5 13.5 10 8 15.5",
  down: "M5.5 8 10 12.5 14.5 8",
  copy: "M7 7h9v9H7zM4 12.5V4h8.5",
  link: "M8.3 11.7a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3l-1 1M11.7 8.3a3 3 0 0 0-4.3 0l-2.6 2.6a3 3 0 0 0 4.3 4.3l1-1",
  out: "M8 4H4v12h4M8.5 10H17M13.5 6.5 17 10l-3.5 3.5",
  external: "M8 5H4.5v10.5H15V12M11 4h5v5M16 4 9 11",
  filter: "M3.5 5h13M6 10h8M8.5 15h3",
  trash: "M4.5 6h11M8 6V4h4v2M6 6l.7 10.5h6.6L14 6",
  undo: "M7 5 3.5 8.5 7 12M4 8.5h7.5a4 4 0 0 1 0 8H9",
  redo: "M13 5l3.5 3.5L13 12M16 8.5H8.5a4 4 0 0 0 0 8H11",
  image: "M3.5 4.5h13v11h-13zM3.5 13l3.8-3.7 3 2.9 2.2-2 4 3.8M12.7 8.2v.1",
  table: "M3.5 4.5h13v11h-13zM3.5 8.2h13M3.5 11.9h13M8 4.5v11",
  quote:
    "M5 13.5c1.7-.5 2.5-1.7 2.5-3.5H5V6.5h3.5V10c0 2.5-1.2 4.2-3.5 5M11.5 13.5c1.7-.5 2.5-1.7 2.5-3.5h-2.5V6.5H15V10c0 2.5-1.2 4.2-3.5 5",
  bold: "M6.5 4.5h4.2a2.7 2.7 0 0 1 0 5.4H6.5zM6.5 9.9h5a2.9 2.9 0 0 1 0 5.8h-5z",
  italic: "M9 4.5h5M6 15.5h5M12 4.5 8.5 15.5",
  text: "M4.5 5h11M10 5v10.5M8 15.5h4",
  rule: "M3.5 10h13M7 5.5h6M7 14.5h6",
  faq: "M4 4.5h12v9H9.5L6.5 16v-2.5H4zM8.4 7.6c.3-1 2.9-1.2 2.9.3 0 1-1.3 1-1.3 2M10 11.5v.1",
  bullets: "M7.5 5.5H16M7.5 10H16M7.5 14.5H16M4 5.5v.1M4 10v.1M4 14.5v.1",
  numbers: "M8.5 5.5H16M8.5 10H16M8.5 14.5H16M4 4.5h1v3M4 12.5h1.7l-1.7 3h1.8",
  send: "M3.5 10 16.5 4l-4 12.5-3-5z",
  eye: "M2.5 10s2.8-5 7.5-5 7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5ZM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  pause: "M7 5v10M13 5v10",
  play: "M6.5 4.5v11l9-5.5z",
  mail: "M3.5 5h13v10.5h-13zM3.5 5.5 10 11l6.5-5.5",
  keyboard: "M2.5 6h15v8.5h-15zM5 9h.1M8 9h.1M11 9h.1M14 9h.1M6.5 12h7",
  download: "M10 3.5v9M6.5 9.5 10 13l3.5-3.5M4 16h12",
  retry: "M15.5 8A6 6 0 1 0 16 11M16 4v4h-4",
  sDraft:
    "M10 4.2a5.8 5.8 0 0 1 5 2.9M15.8 10a5.8 5.8 0 0 1-2.9 5M10 15.8a5.8 5.8 0 0 1-5-2.9M4.2 10a5.8 5.8 0 0 1 2.9-5",
  sPending: "M6 4h8M6 16h8M7 4c0 3 6 4.5 6 6s-6 3-6 6M13 4c0 3-6 4.5-6 6s6 3 6 6",
  sAdjustments: "M8 5 4.5 8.5 8 12M5 8.5h6a4 4 0 0 1 0 8H8",
  sApproved: "M4.5 10.5 8.3 14.2 15.5 6.5",
  sRejected: "M7.3 3.5h5.4l3.8 3.8v5.4l-3.8 3.8H7.3l-3.8-3.8V7.3ZM7.5 7.5l5 5M12.5 7.5l-5 5",
  sScheduled: "M10 3.8a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 0 0 0-12.4ZM10 6.8V10l2.3 1.5",
  sPublished: "M10 16V5M5.5 9 10 4.5 14.5 9",
  sSending: "M15.5 8A6 6 0 1 0 16 11M16 4v4h-4",
  sFailed: "M10 3.5 17.2 16.2H2.8ZM10 8.3v3.4M10 13.8v.1",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon; decorative, so the control that holds it needs a name of its own. */
export const Icon = memo(function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? "i s" : "i"} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
});

/** The mark of Pauta: a ruled page with its margin. */
export function Brand() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect x="4" y="3" width="24" height="26" rx="4" fill="var(--accent)" />
      <path d="M10.5 3v26" stroke="var(--margin)" strokeWidth="1.8" />
      <path d="M14 10.5h10M14 16h10M14 21.5h6" stroke="var(--on-accent)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
