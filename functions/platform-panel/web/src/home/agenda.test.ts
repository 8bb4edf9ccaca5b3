// @vitest-environment node
// The days of the agenda are those of the calendar, also when one of them has 23 or 25 hours.
import { expect, it } from "vitest";

import { day, setZone } from "../design/dates";
import { daysFrom } from "./agenda";

it.each([
  ["America/Sao_Paulo", "2026-11-30T02:30:00Z", ["2026-11-29", "2026-11-30", "2026-12-01"]],
  ["Europe/Lisbon", "2026-03-28T23:30:00Z", ["2026-03-28", "2026-03-29", "2026-03-30"]],
  ["Europe/Lisbon", "2026-10-24T23:15:00Z", ["2026-10-25", "2026-10-26", "2026-10-27"]],
  ["Europe/Lisbon", "2026-10-25T23:30:00Z", ["2026-10-25", "2026-10-26", "2026-10-27"]],
  ["Pacific/Kiritimati", "2026-11-29T10:00:00Z", ["2026-11-30", "2026-12-01", "2026-12-02"]],
])("in %s, from %s", (zone, now, days) => {
  setZone(zone);
  expect(daysFrom(new Date(now), 3).map((date) => day(date))).toEqual(days);
});
