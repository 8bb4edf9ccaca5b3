// The keys of what is kept of the interface's answers. What begins with a key is invalidated with it: `posts.all` with every
// list of posts, `post.all` with everything of one post.
import type { paths } from "./schema";

type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Q } } }
  ? NonNullable<Q>
  : never;
type Posts = Query<"/api/v1/posts">;

/** The keys, by what the answers are about. */
export const keys = {
  me: ["me"],
  quotas: ["quotas"],
  tokens: ["tokens"],
  /** The lists of posts and the numbers of them. */
  posts: {
    all: ["posts"],
    page: (query: Posts) => ["posts", "page", query],
    further: (filters: Posts) => ["posts", "further", filters],
    days: (filters: Posts, first: string, last: string) => ["posts", "days", filters, first, last],
    week: (first: string) => ["posts", "week", first],
    links: (site: number, words: string) => ["posts", "links", site, words],
    named: (words: string) => ["posts", "named", words],
    drafts: (user: number) => ["posts", "drafts", user],
    needs: (states: Posts["state"], counts: Record<string, number>) => ["posts", "needs", states, counts],
    summary: ["posts", "summary"],
    history: (query: Query<"/api/v1/posts/history">) => ["posts", "history", query],
    years: ["posts", "years"],
  },
  /** One post. */
  post: {
    all: (post: number) => ["post", post],
    approvals: (post: number, updatedAt: string) => ["post", post, "approvals", updatedAt],
    checklist: (post: number) => ["post", post, "checklist"],
    clientView: (post: number) => ["post", post, "client-view"],
    difference: (post: number, from: number, to: number) => ["post", post, "difference", from, to],
    /** The post as it is after a publication. */
    published: (post: number) => ["post", post, "published"],
    validation: (post: number, version: number, pictures: number) => ["post", post, "validation", version, pictures],
    version: (post: number, version: number) => ["post", post, "version", version],
    versions: (post: number, page: number) => ["post", post, "versions", page],
  },
  analysis: (draft: unknown) => ["analysis", draft],
  picture: (id: number) => ["picture", id],
  stock: (words: string) => ["stock", words],
  sites: {
    all: ["sites"],
    page: (page: number) => ["sites", "page", page],
    one: (site: number) => ["sites", "one", site],
    /** Whether the client can be asked; `moment` tells answers of different contacts apart. */
    approval: (site: number, moment: string) => ["sites", "approval", site, moment],
    authors: (site: number) => ["sites", "authors", site],
    categories: (site: number) => ["sites", "categories", site],
    faq: (site: number) => ["sites", "faq", site],
    members: (site: number) => ["sites", "members", site],
  },
  /** The search engine. */
  search: {
    site: (site: number) => ["search", "site", site],
    performance: (post: number, days: number) => ["search", "performance", post, days],
  },
  users: {
    all: ["users"],
    choices: ["users", "choices"],
    page: (page: number) => ["users", "page", page],
  },
  settings: {
    all: ["settings"],
    group: (group: string) => ["settings", "group", group],
    apiKeys: ["settings", "api-keys"],
    aiDefaults: ["settings", "ai-defaults"],
  },
  logs: {
    all: ["logs"],
    channels: ["logs", "channels"],
    pages: ["logs", "page"],
    page: (query: Query<"/api/v1/logs">) => ["logs", "page", query],
  },
  queue: {
    all: ["queue"],
    page: (page: number) => ["queue", "page", page],
  },
  reports: (query: Query<"/api/v1/reports/monthly">) => ["reports", query],
} as const;
