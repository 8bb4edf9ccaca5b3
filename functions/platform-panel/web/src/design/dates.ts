// Dates as people read them, in the time zone of the agency.

/** The zone of days and times on the screens. Until the platform states it, with the signed-in person, it is the device's. */
let known = Intl.DateTimeFormat().resolvedOptions().timeZone;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Keeps the zone that the platform states, by its IANA name. */
export function setZone(name: string) {
  if (name === known) return;
  known = name;
  formats.clear();
}

/** The IANA name of the zone. */
export const zone = () => known;

/** horário de Brasília */
export function zoneWords(): string {
  const words = format({ timeZoneName: "longGeneric" })
    .formatToParts(new Date())
    .find(({ type }) => type === "timeZoneName")?.value;
  // Names of zones without a summer time say that theirs is the standard time.
  return (words ?? known).replace(/^Horário (Padrão )?/, "horário ");
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat("pt-BR", { timeZone: known, ...options });
    formats.set(key, made);
  }
  return made;
}

type Instant = string | Date;

const of = (instant: Instant) => (typeof instant === "string" ? new Date(instant) : instant);

/** The day in the zone, as YYYY-MM-DD. */
export function day(instant: Instant): string {
  const parts = format({ year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(of(instant));
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** 14:05 */
export function time(instant: Instant): string {
  return format({ hour: "2-digit", minute: "2-digit" }).format(of(instant));
}

/** seg., 23 de nov. */
export function shortDay(instant: Instant): string {
  return format({ weekday: "short", day: "numeric", month: "short" }).format(of(instant));
}

/** segunda-feira, 23 de novembro */
export function longDay(instant: Instant): string {
  return format({ weekday: "long", day: "numeric", month: "long" }).format(of(instant));
}

const NAMED = new Intl.DateTimeFormat("pt-BR", { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" });

/** A day such as 2026-11-23 as segunda-feira, 23 de novembro */
export function dayWords(name: string): string {
  return NAMED.format(new Date(name));
}

/** 23 de nov. de 2026, 14:05 */
export function full(instant: Instant): string {
  return format({ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" }).format(
    of(instant),
  );
}

/** The day so many days after another. */
export function dayAfter(start: string, days: number): string {
  return new Date(Date.parse(start) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Days between two days of the calendar. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** hoje, 14:05 · amanhã, 08:00 · qui., 26 de nov., 09:00 · 3 de mar. de 2025, 10:00 */
export function when(instant: Instant, now = new Date()): string {
  const distance = daysBetween(day(now), day(instant));
  if (distance === 0) return `hoje, ${time(instant)}`;
  if (distance === 1) return `amanhã, ${time(instant)}`;
  if (distance === -1) return `ontem, ${time(instant)}`;
  return Math.abs(distance) < 180 ? `${shortDay(instant)}, ${time(instant)}` : full(instant);
}

const RELATIVE = new Intl.RelativeTimeFormat("pt-BR", { numeric: "auto" });

/** há 3 horas · em 2 dias */
export function ago(instant: Instant, now = new Date()): string {
  const seconds = (of(instant).getTime() - now.getTime()) / 1000;
  for (const [unit, size] of [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
  ] as const) {
    if (Math.abs(seconds) >= size) return RELATIVE.format(Math.trunc(seconds / size), unit);
  }
  return "agora";
}
