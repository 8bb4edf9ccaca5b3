// @vitest-environment node
// The filters of an address, in the words of the interface and of the screen.
import { describe, expect, it } from "vitest";

import { filtersOf, type FilterSearch, joined, listed, NO_FILTERS, rangeOf, STATES } from "./filters";

/** The members that are set. */
const set = (filters: object) => Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));

describe("the filters of an address", () => {
  it.each<[FilterSearch, object]>([
    [{}, {}],
    [NO_FILTERS, {}],
    [{ busca: "café" }, { q: "café" }],
    [{ site: "3" }, { site_id: [3] }],
    [{ site: "3,8" }, { site_id: [3, 8] }],
    [{ site: "3,x,,4.5" }, { site_id: [3] }],
    [{ site: "x" }, {}],
    [{ site: " ,0,-2" }, {}],
    [{ pessoa: 5 }, { user_id: 5 }],
    [{ estado: "rascunho" }, { state: ["draft"] }],
    // One word of the screen can stand for several states.
    [{ estado: "enviando,ajustes" }, { state: ["retrying", "sending", "adjustments"] }],
    [{ estado: "de-ferias,falhou" }, { state: ["parked"] }],
    [{ estado: "de-ferias" }, {}],
    [{ resposta: "ajustes" }, { approval: "ajustes" }],
    [{ resposta: "talvez" }, {}],
    [
      { quando: "criado", de: "2026-11-01", ate: "2026-11-30" },
      { created_from: "2026-11-01", created_to: "2026-11-30" },
    ],
    [{ quando: "agendado", de: "2026-11-01" }, { scheduled_from: "2026-11-01" }],
    [{ quando: "publicado", ate: "2028-02-29" }, { published_to: "2028-02-29" }],
    // Days need the date that they are of, and have to exist.
    [{ de: "2026-11-01", ate: "2026-11-30" }, {}],
    [{ quando: "ontem", de: "2026-11-01" }, {}],
    [{ quando: "criado", de: "1/11/2026", ate: "2026-11-30 " }, {}],
    [{ quando: "criado", de: "2026-13-01", ate: "2026-11-31" }, {}],
    [{ quando: "criado", de: "2027-02-29" }, {}],
  ])("%o asks for %o", (search, filters) => {
    expect(set(filtersOf(search))).toEqual(filters);
  });

  it("has every state of the interface once", () => {
    const states = STATES.flatMap(({ states }) => states);
    expect(new Set(states).size).toBe(states.length);
    expect(filtersOf({ estado: joined(STATES.map(({ value }) => value)) }).state).toEqual(states);
  });
});

describe("a range of days in words", () => {
  it.each<[FilterSearch, string | null]>([
    [{}, null],
    [{ quando: "criado" }, null],
    [{ de: "2026-11-01" }, null],
    [{ quando: "criado", de: "2026-11-01", ate: "2026-11-30" }, "Criado: 1 de nov. de 2026 a 30 de nov. de 2026"],
    [{ quando: "agendado", de: "2026-12-31" }, "Data de saída: desde 31 de dez. de 2026"],
    [{ quando: "publicado", ate: "2028-02-29" }, "Publicado: até 29 de fev. de 2028"],
    [{ quando: "criado", de: "2026-13-45" }, null],
    [{ quando: "criado", de: "2026-02-31", ate: "2026-03-01" }, "Criado: até 1 de mar. de 2026"],
  ])("%o is %s", (search, words) => {
    expect(rangeOf(search)).toBe(words);
  });
});

it.each<[string | undefined, string[]]>([
  [undefined, []],
  ["", []],
  [",", []],
  ["a", ["a"]],
  ["a,,b", ["a", "b"]],
])("the list %o is %o", (value, list) => {
  expect(listed(value)).toEqual(list);
});

it("an empty list has no place in the address", () => {
  expect(joined([])).toBeUndefined();
  expect(joined(["3", "8"])).toBe("3,8");
});
