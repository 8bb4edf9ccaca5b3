// Dates of São Paulo as a field takes them.
import { ZONE } from "../design/dates";

/** The zone's offset from UTC at an instant, in minutes. */
function offsetAt(instant: Date): number {
  const name =
    new Intl.DateTimeFormat("en-US", { timeZone: ZONE, timeZoneName: "longOffset" })
      .formatToParts(instant)
      .find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = name.match(/GMT([+-])(\d{2}):(\d{2})/) ?? [];
  if (!sign) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The instant of a local date and time such as 2026-11-26T09:00. */
export function atSaoPaulo(local: string): Date | null {
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  return new Date(asUtc - offsetAt(new Date(asUtc)) * 60_000);
}

/** The local date and time of an instant. */
export function localOf(instant: Date): string {
  return new Date(instant.getTime() + offsetAt(instant) * 60_000).toISOString().slice(0, 16);
}

/** daqui a 2 dias e 18 h */
export function distance(at: Date, now = new Date()): string {
  const minutes = Math.round((at.getTime() - now.getTime()) / 60_000);
  if (minutes <= 0) return "já passou";
  if (minutes < 60) return `daqui a ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `daqui a ${hours} h`;
  const days = Math.floor(hours / 24);
  const rest = hours % 24;
  return `daqui a ${days === 1 ? "1 dia" : `${days} dias`}${rest > 0 ? ` e ${rest} h` : ""}`;
}
