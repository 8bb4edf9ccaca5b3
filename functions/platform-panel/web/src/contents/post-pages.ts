// The posts of a long list: the pages that are on the screen, each fetched when it comes into view.
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import type { components } from "../api/schema";

export type Post = components["schemas"]["PostItem"];
/** The filters of a list. */
export type Filters = { q?: string; site_id?: number[]; user_id?: number; status?: components["schemas"]["StatusWord"]; approval?: components["schemas"]["LabelFilter"] };

/** Posts of one request. */
export const PER_PAGE = 50;

function page(filters: Filters, number: number, per_page = PER_PAGE) {
  const query = { ...filters, details: true, page: number, per_page };
  return { queryKey: ["posts", "list", query], queryFn: () => ask(api.GET("/api/v1/posts", { params: { query } })) };
}

/** The first page, which knows how many posts there are. */
export function useFirstPosts(filters: Filters, perPage = PER_PAGE) {
  return useQuery({ ...page(filters, 1, perPage), placeholderData: keepPreviousData });
}

/** The posts by their place in the list, as far as the places from `first` to `last` and their pages are here. */
export function usePosts(filters: Filters, first: number, last: number): (index: number) => Post | undefined {
  const from = Math.floor(first / PER_PAGE) + 1;
  const to = Math.floor(last / PER_PAGE) + 1;
  const numbers = Array.from({ length: to - from + 1 }, (_, step) => from + step);
  const pages = useQueries({ queries: numbers.map((number) => page(filters, number)) });
  return (index) => pages[Math.floor(index / PER_PAGE) + 1 - from]?.data?.items[index % PER_PAGE];
}
