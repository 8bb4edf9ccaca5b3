// The choice of the form of a site's texts.
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, it } from "vitest";

import { type BodyForm, BodyFormField } from "./body-form";

let root: Root | undefined;
afterEach(() => act(() => root?.unmount()));

function shown(value: BodyForm, usesBlocks: boolean | null, onChange: (value: BodyForm) => void = () => {}) {
  const place = document.createElement("div");
  root = createRoot(place);
  act(() => root?.render(<BodyFormField usesBlocks={usesBlocks} value={value} onChange={onChange} />));
  return place;
}

it.each<[BodyForm, boolean | null, string]>([
  ["automatic", true, "Os posts recentes do site usam blocos"],
  ["automatic", false, "Os posts recentes do site não usam blocos"],
  ["automatic", null, "O teste da conexão descobre"],
  ["blocks", false, "Os textos abrem no editor de blocos"],
  ["html", true, "Serve para qualquer site"],
])("%s on a host with blocks %s", (value, usesBlocks, help) => {
  const place = shown(value, usesBlocks);
  expect(place.querySelector("select")?.value).toBe(value);
  expect(place.querySelector(".help")?.textContent).toContain(help);
});

it("tells the choice", () => {
  const chosen: BodyForm[] = [];
  const select = shown("automatic", null, (value) => chosen.push(value)).querySelector("select");
  act(() => {
    if (select) select.value = "blocks";
    select?.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(chosen).toEqual(["blocks"]);
});
