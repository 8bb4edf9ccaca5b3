// @vitest-environment node
// Days and times are those of the agency's zone, whatever the zone of the person's machine.
import { beforeEach, describe, expect, it, vi } from "vitest";

import {
  ago,
  day,
  dayAfter,
  daysBetween,
  dayWords,
  full,
  longDay,
  setZone,
  shortDay,
  time,
  when,
  zoneWords,
} from "./dates";

beforeEach(() => setZone("America/Sao_Paulo"));

const MACHINES = [
  "America/Sao_Paulo",
  "UTC",
  "Asia/Tokyo",
  "Pacific/Kiritimati",
  "America/St_Johns",
  "Pacific/Pago_Pago",
];

describe.each(MACHINES)("on a machine in %s", (zone) => {
  it.each([
    // The day ends at 03:00 UTC.
    ["2026-11-26T02:59:59Z", "2026-11-25", "23:59"],
    ["2026-11-26T03:00:00Z", "2026-11-26", "00:00"],
    // Ends of months and years.
    ["2026-12-01T02:30:00Z", "2026-11-30", "23:30"],
    ["2027-01-01T02:00:00Z", "2026-12-31", "23:00"],
    ["2028-03-01T01:00:00Z", "2028-02-29", "22:00"],
    ["2027-03-01T01:00:00Z", "2027-02-28", "22:00"],
    // Offsets other than that of UTC.
    ["2026-11-26T23:30:00-05:00", "2026-11-27", "01:30"],
    // The zone had a summer time until 2019: an hour less to UTC, and the day began at 01:00 when it began.
    ["2018-11-04T02:59:00Z", "2018-11-03", "23:59"],
    ["2018-11-04T03:00:00Z", "2018-11-04", "01:00"],
    ["2019-02-17T01:59:00Z", "2019-02-16", "23:59"],
    ["2019-02-17T02:00:00Z", "2019-02-16", "23:00"],
  ])("%s is %s, %s", (instant, itsDay, itsTime) => {
    vi.stubEnv("TZ", zone);
    expect(day(instant)).toBe(itsDay);
    expect(time(instant)).toBe(itsTime);
    expect(day(new Date(instant))).toBe(itsDay);
  });
});

describe("in another zone of the platform", () => {
  it.each([
    ["America/Manaus", "2026-11-26T03:30:00Z", "2026-11-25", "23:30"],
    ["Europe/Lisbon", "2026-03-29T00:59:00Z", "2026-03-29", "00:59"],
    ["Europe/Lisbon", "2026-03-29T01:00:00Z", "2026-03-29", "02:00"],
    ["Europe/Lisbon", "2026-10-25T00:30:00Z", "2026-10-25", "01:30"],
    ["Europe/Lisbon", "2026-10-25T01:30:00Z", "2026-10-25", "01:30"],
  ])("%s, %s is %s, %s", (zone, instant, itsDay, itsTime) => {
    // What was shown in one zone is not shown in the next one.
    time(instant);
    setZone(zone);
    expect([day(instant), time(instant)]).toEqual([itsDay, itsTime]);
  });

  it.each([
    ["America/Sao_Paulo", "horário de Brasília"],
    ["America/Manaus", "horário do Amazonas"],
    ["Europe/Lisbon", "horário da Europa Ocidental"],
  ])("%s is called %s", (zone, words) => {
    setZone(zone);
    expect(zoneWords()).toBe(words);
  });
});

it.each([
  ["2026-12-31", 1, "2027-01-01"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2026-03-28", 1, "2026-03-29"],
  ["2026-10-25", 1, "2026-10-26"],
])("%s and %i day is %s", (start, days, end) => {
  expect(dayAfter(start, days)).toBe(end);
});

it.each(["America/Sao_Paulo", "Pacific/Kiritimati", "Pacific/Pago_Pago"])("in %s a day has its name", (zone) => {
  setZone(zone);
  expect(dayWords("2026-11-23")).toBe("segunda-feira, 23 de novembro");
});

describe("in words", () => {
  const instant = "2026-11-24T02:05:00Z";
  it.each([
    ["short", shortDay, "seg., 23 de nov."],
    ["long", longDay, "segunda-feira, 23 de novembro"],
    ["full", full, "23 de nov. de 2026, 23:05"],
  ])("%s", (_, words, expected) => {
    expect(words(instant)).toBe(expected);
  });
});

it.each([
  ["2026-11-26", "2026-11-26", 0],
  ["2026-11-30", "2026-12-01", 1],
  ["2026-12-31", "2027-01-01", 1],
  ["2028-02-28", "2028-03-01", 2],
  ["2027-02-28", "2027-03-01", 1],
  ["2026-03-01", "2026-02-28", -1],
  // Days on which some zone has 23 or 25 hours.
  ["2026-03-28", "2026-03-30", 2],
  ["2018-11-03", "2018-11-05", 2],
  ["2026-01-01", "2027-01-01", 365],
])("from %s to %s there are %i days", (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
});

describe("relative to the present day", () => {
  const now = new Date("2026-11-30T15:00:00Z");
  it.each([
    ["2026-11-30T03:00:00Z", "hoje, 00:00"],
    ["2026-12-01T02:59:00Z", "hoje, 23:59"],
    ["2026-12-01T03:00:00Z", "amanhã, 00:00"],
    ["2026-11-30T02:59:00Z", "ontem, 23:59"],
    ["2026-12-02T12:00:00Z", "qua., 2 de dez., 09:00"],
    ["2027-05-28T12:00:00Z", "sex., 28 de mai., 09:00"],
    ["2027-05-29T12:00:00Z", "29 de mai. de 2027, 09:00"],
    ["2026-06-04T12:00:00Z", "qui., 4 de jun., 09:00"],
    ["2026-06-03T12:00:00Z", "3 de jun. de 2026, 09:00"],
  ])("%s is %s", (instant, words) => {
    expect(when(instant, now)).toBe(words);
  });
});

describe("relative to the present time", () => {
  const now = new Date("2026-11-30T15:00:00Z");
  it.each([
    ["2026-11-30T15:00:59Z", "agora"],
    ["2026-11-30T14:59:01Z", "agora"],
    ["2026-11-30T14:59:00Z", "há 1 minuto"],
    ["2026-11-30T14:00:01Z", "há 59 minutos"],
    ["2026-11-30T14:00:00Z", "há 1 hora"],
    ["2026-11-29T15:00:01Z", "há 23 horas"],
    ["2026-11-29T15:00:00Z", "ontem"],
    ["2026-11-20T15:00:00Z", "há 10 dias"],
    ["2026-11-30T17:00:00Z", "em 2 horas"],
    ["2026-12-02T15:00:00Z", "depois de amanhã"],
  ])("%s is %s", (instant, words) => {
    expect(ago(instant, now)).toBe(words);
  });
});
