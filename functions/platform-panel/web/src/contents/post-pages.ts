// The posts of long lists: pages by their place in the list, further pages of a lane of the board, and all posts of a range of
// days.
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import type { Filters } from "./filters";

export type Post = components["schemas"]["PostItem"];

/** Posts of one request. */
export const PER_PAGE = 50;

/** Posts of one request for a range of days, the most that the interface gives. */
const MOST = 100;

const asked = (query: Filters & { page: number; per_page: number }) =>
  ask(api.GET("/api/v1/posts", { params: { query: { ...query, details: true } } }));

function page(filters: Filters, number: number) {
  const query = { ...filters, page: number, per_page: PER_PAGE };
  return { queryKey: keys.posts.page(query), queryFn: () => asked(query) };
}

/** The first page, which knows how many posts there are. */
export function useFirstPosts(filters: Filters) {
  return useQuery({ ...page(filters, 1), placeholderData: keepPreviousData });
}

/** The posts by their place in the list, as far as the places from `first` to `last` and their pages are here. */
export function usePosts(filters: Filters, first: number, last: number): (index: number) => Post | undefined {
  const from = Math.floor(first / PER_PAGE) + 1;
  const to = Math.floor(last / PER_PAGE) + 1;
  const numbers = Array.from({ length: to - from + 1 }, (_, step) => from + step);
  const pages = useQueries({ queries: numbers.map((number) => page(filters, number)) });
  return (index) => pages[Math.floor(index / PER_PAGE) + 1 - from]?.data?.items[index % PER_PAGE];
}

/** Posts page by page, as many as were asked for. */
export function useFurtherPosts(filters: Filters, enabled = true) {
  return useInfiniteQuery({
    queryKey: keys.posts.further(filters),
    queryFn: ({ pageParam }) => asked({ ...filters, page: pageParam, per_page: PER_PAGE }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, number) => (number * PER_PAGE < last.total ? number + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** All posts of the filters, page by page; for filters that leave few. */
export async function allPosts(filters: Filters): Promise<Post[]> {
  const found = new Map<number, Post>();
  for (let number = 1; ; number += 1) {
    const { items, total } = await asked({ ...filters, page: number, per_page: MOST });
    // A post that moved to the next page while the pages were asked for is there twice.
    for (const post of items) found.set(post.id, post);
    if (items.length === 0 || number * MOST >= total) return [...found.values()];
  }
}

/** A post with the time of its publication. */
export type Dated = { post: Post; at: string };

/** When a post appears: the publication that happened, else the planned one. */
export function dateOf(post: Post): string | null {
  return (post.status === "published" ? post.published_at : null) ?? post.scheduled_at ?? post.published_at ?? null;
}

/** All posts whose publication falls, or is planned, on the days from `first` to `last`, by date. */
export async function postsOfDays(filters: Filters, first: string, last: string): Promise<Dated[]> {
  const [planned, published] = await Promise.all(
    (["scheduled", "published"] as const).map((name) => {
      const [from, to] = [filters[`${name}_from`], filters[`${name}_to`]];
      const [begin, end] = [from && from > first ? from : first, to && to < last ? to : last];
      return begin <= end
        ? allPosts({ ...filters, [`${name}_from`]: begin, [`${name}_to`]: end })
        : Promise.resolve([]);
    }),
  );
  const posts = new Map([...(planned ?? []), ...(published ?? [])].map((post) => [post.id, post]));
  const dated = [...posts.values()].flatMap((post): Dated[] => {
    const at = dateOf(post);
    return at ? [{ post, at }] : [];
  });
  return dated.sort((one, other) => one.at.localeCompare(other.at));
}
