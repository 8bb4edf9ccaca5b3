// Dates of the agency's zone as a field takes them.
import { parseAbsolute, parseDateTime, toCalendarDateTime, toZoned } from "@internationalized/date";

import { zone } from "../design/dates";

/** The instant of a local date and time such as 2026-11-26T09:00; none for anything else. A time that a summer time leaves
 * out is the one as much later, and of one that comes twice it is the first. */
export function instantOf(local: string): Date | null {
  if (!LOCAL.test(local)) return null;
  try {
    return toZoned(parseDateTime(local), zone()).toDate();
  } catch {
    // No such day or hour.
    return null;
  }
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** The local date and time of an instant. */
export function localOf(instant: Date): string {
  return toCalendarDateTime(parseAbsolute(instant.toISOString(), zone())).toString().slice(0, 16);
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
