// Who saved the version on the screen.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";

import { aPost } from "../../testing/posts";
import { Server } from "../../testing/server";
import { meQuery } from "../session/use-session";
import { useSaver } from "./saver";

let root: Root | undefined;
afterEach(() => act(() => root?.unmount()));

function Probe() {
  const { self, name } = useSaver(aPost());
  return <output>{self ? "eu" : (name ?? "sem nome")}</output>;
}

it.each([
  ["oneself", 1, "eu"],
  ["a colleague of the site", 2, "Bruna"],
  ["a person who does not work on the site", 9, "sem nome"],
])("%s", async (_, author, shown) => {
  const server = new Server(aPost());
  server.author = author;
  const queries = new QueryClient();
  queries.setQueryData(meQuery.queryKey, { user: { id: 1 } });
  const place = document.createElement("div");
  root = createRoot(place);
  act(() =>
    root?.render(
      <QueryClientProvider client={queries}>
        <Probe />
      </QueryClientProvider>,
    ),
  );
  await act(() => vi.waitFor(() => expect(queries.isFetching()).toBe(0)));
  expect(place.textContent).toBe(shown);
  expect(server.sent("GET", "/versions/1")).toHaveLength(1);
});
