// @vitest-environment node
// Local dates and times of the agency's zone, and instants.
import { beforeEach, describe, expect, it, vi } from "vitest";

import { setZone } from "../design/dates";
import { distance, instantOf, localOf } from "./schedule";

beforeEach(() => setZone("America/Sao_Paulo"));

const PAIRS = [
  ["2026-11-26T09:00", "2026-11-26T12:00:00.000Z"],
  ["2026-11-30T23:59", "2026-12-01T02:59:00.000Z"],
  ["2026-12-31T21:00", "2027-01-01T00:00:00.000Z"],
  ["2028-02-29T22:30", "2028-03-01T01:30:00.000Z"],
  // Summer time began on 4 November 2018 at midnight and ended on 17 February 2019 at midnight; there is none any more.
  ["2018-11-03T23:59", "2018-11-04T02:59:00.000Z"],
  ["2018-11-04T01:00", "2018-11-04T03:00:00.000Z"],
  ["2018-11-04T03:30", "2018-11-04T05:30:00.000Z"],
  ["2019-01-15T09:00", "2019-01-15T11:00:00.000Z"],
  ["2019-02-16T22:30", "2019-02-17T00:30:00.000Z"],
  ["2019-02-17T00:00", "2019-02-17T03:00:00.000Z"],
  ["2019-11-10T09:00", "2019-11-10T12:00:00.000Z"],
] as const;

describe.each(["UTC", "America/Sao_Paulo", "Asia/Tokyo", "America/New_York"])("on a machine in %s", (zone) => {
  it.each(PAIRS)("%s is %s, and back", (local, instant) => {
    vi.stubEnv("TZ", zone);
    expect(instantOf(local)?.toISOString()).toBe(instant);
    expect(localOf(new Date(instant))).toBe(local);
  });
});

const ELSEWHERE = [
  ["America/Manaus", "2026-11-26T09:00", "2026-11-26T13:00:00.000Z"],
  ["America/Manaus", "2026-12-31T20:00", "2027-01-01T00:00:00.000Z"],
  ["Europe/Lisbon", "2026-01-15T09:00", "2026-01-15T09:00:00.000Z"],
  ["Europe/Lisbon", "2026-07-15T09:00", "2026-07-15T08:00:00.000Z"],
  // Summer time begins at 01:00 on 29 March and ends at 02:00 on 25 October.
  ["Europe/Lisbon", "2026-03-29T00:59", "2026-03-29T00:59:00.000Z"],
  ["Europe/Lisbon", "2026-03-29T02:00", "2026-03-29T01:00:00.000Z"],
  ["Europe/Lisbon", "2026-10-25T00:59", "2026-10-24T23:59:00.000Z"],
  ["Europe/Lisbon", "2026-10-25T02:00", "2026-10-25T02:00:00.000Z"],
] as const;

describe.each(["UTC", "America/Sao_Paulo", "Europe/Lisbon"])("in another zone, on a machine in %s", (machine) => {
  it.each(ELSEWHERE)("%s: %s is %s, and back", (zone, local, instant) => {
    vi.stubEnv("TZ", machine);
    setZone(zone);
    expect(instantOf(local)?.toISOString()).toBe(instant);
    expect(localOf(new Date(instant))).toBe(local);
  });

  it("a time that Lisbon leaves out is the one an hour later", () => {
    vi.stubEnv("TZ", machine);
    setZone("Europe/Lisbon");
    const at = instantOf("2026-03-29T01:30");
    expect(at?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
    expect(localOf(at as Date)).toBe("2026-03-29T02:30");
  });

  it("of a time that comes twice in Lisbon it is the first, and both are shown alike", () => {
    vi.stubEnv("TZ", machine);
    setZone("Europe/Lisbon");
    expect(instantOf("2026-10-25T01:30")?.toISOString()).toBe("2026-10-25T00:30:00.000Z");
    expect(localOf(new Date("2026-10-25T00:30:00Z"))).toBe("2026-10-25T01:30");
    expect(localOf(new Date("2026-10-25T01:30:00Z"))).toBe("2026-10-25T01:30");
  });
});

it("a time that a summer time left out is the one an hour later", () => {
  expect(instantOf("2018-11-04T00:30")?.toISOString()).toBe("2018-11-04T03:30:00.000Z");
});

it("of a time that came twice it is the first", () => {
  expect(instantOf("2019-02-16T23:30")?.toISOString()).toBe("2019-02-17T01:30:00.000Z");
});

it.each(["", "2026-11-26", "2026-11-26T", "2026-13-01T09:00", "2026-11-26T25:00", "amanhã"])(
  "“%s” is no date with a time",
  (local) => {
    expect(instantOf(local)).toBeNull();
  },
);

describe("how far it is", () => {
  const now = new Date("2026-11-26T12:00:00Z");
  it.each([
    ["2026-11-26T11:59:00Z", "já passou"],
    ["2026-11-26T12:00:00Z", "já passou"],
    ["2026-11-26T12:00:29Z", "já passou"],
    ["2026-11-26T12:01:00Z", "daqui a 1 min"],
    ["2026-11-26T12:59:29Z", "daqui a 59 min"],
    ["2026-11-26T12:59:30Z", "daqui a 1 h"],
    ["2026-11-27T11:59:00Z", "daqui a 23 h"],
    ["2026-11-27T12:00:00Z", "daqui a 1 dia"],
    ["2026-11-27T13:00:00Z", "daqui a 1 dia e 1 h"],
    ["2026-11-29T06:00:00Z", "daqui a 2 dias e 18 h"],
    ["2026-12-26T12:00:00Z", "daqui a 30 dias"],
  ])("%s is %s", (at, words) => {
    expect(distance(new Date(at), now)).toBe(words);
  });
});
