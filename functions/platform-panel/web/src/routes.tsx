// The screens and their addresses.
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  stringifySearchWith,
} from "@tanstack/react-router";

import type { FilterSearch } from "./contents/filters";
import { Frame } from "./frame/frame";
import { NotHere } from "./frame/not-here";
import { Home } from "./home/home";

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Frame, notFoundComponent: NotHere });

const text = (value: unknown): string | undefined => {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
};
/** A month such as 2026-11. */
const month = (value: unknown): string | undefined =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(String(value)) ? String(value) : undefined;
const number = (value: unknown): number | undefined => {
  const found = Number(value);
  return Number.isInteger(found) && found > 0 ? found : undefined;
};

type HistorySearch = { ano?: number; mes?: number; site?: number; excluidos?: boolean; pagina?: number };
type LogSearch = { aba?: string; nivel?: string; canal?: string; pagina?: number };
type ContentsSearch = FilterSearch & { visao?: string; mes?: string };

const home = createRoute({ getParentRoute: () => root, path: "/", component: Home });
const contents = createRoute({
  getParentRoute: () => root,
  path: "/painel/conteudos",
  validateSearch: (search: Record<string, unknown>): ContentsSearch => ({
    visao: text(search.visao),
    mes: month(search.mes),
    busca: text(search.busca),
    site: text(search.site),
    estado: text(search.estado),
    pessoa: number(search.pessoa),
    resposta: text(search.resposta),
    quando: text(search.quando),
    de: text(search.de),
    ate: text(search.ate),
  }),
  component: lazyRouteComponent(() => import("./contents/contents"), "Contents"),
});
const post = createRoute({
  getParentRoute: () => root,
  path: "/painel/conteudos/$id",
  validateSearch: (search: Record<string, unknown>): { aba?: string } => ({ aba: text(search.aba) }),
  component: lazyRouteComponent(() => import("./editor/editor"), "EditorScreen"),
});
const sites = createRoute({
  getParentRoute: () => root,
  path: "/painel/sites",
  component: lazyRouteComponent(() => import("./sites/sites"), "Sites"),
});
const newSite = createRoute({
  getParentRoute: () => root,
  path: "/painel/sites/novo",
  component: lazyRouteComponent(() => import("./sites/new-site"), "NewSite"),
});
const site = createRoute({
  getParentRoute: () => root,
  path: "/painel/sites/$id",
  validateSearch: (search: Record<string, unknown>): { aba?: string } => ({ aba: text(search.aba) }),
  component: lazyRouteComponent(() => import("./sites/site"), "SiteScreen"),
});
const people = createRoute({
  getParentRoute: () => root,
  path: "/painel/pessoas",
  component: lazyRouteComponent(() => import("./people/people"), "People"),
});
const account = createRoute({
  getParentRoute: () => root,
  path: "/painel/conta",
  component: lazyRouteComponent(() => import("./account/account"), "Account"),
});

const history = createRoute({
  getParentRoute: () => root,
  path: "/painel/historico",
  validateSearch: (search: Record<string, unknown>): HistorySearch => ({
    ano: number(search.ano),
    mes: number(search.mes),
    site: number(search.site),
    excluidos: String(search.excluidos) === "true" || undefined,
    pagina: number(search.pagina),
  }),
  component: lazyRouteComponent(() => import("./history/history"), "History"),
});
const queue = createRoute({
  getParentRoute: () => root,
  path: "/painel/fila",
  component: lazyRouteComponent(() => import("./operations/queue"), "Queue"),
});
const log = createRoute({
  getParentRoute: () => root,
  path: "/painel/registro",
  validateSearch: (search: Record<string, unknown>): LogSearch => ({
    aba: text(search.aba),
    nivel: text(search.nivel),
    canal: text(search.canal),
    pagina: number(search.pagina),
  }),
  component: lazyRouteComponent(() => import("./operations/log"), "Log"),
});
const reports = createRoute({
  getParentRoute: () => root,
  path: "/painel/relatorios",
  validateSearch: (search: Record<string, unknown>): { mes?: string; site?: number } => ({
    mes: month(search.mes),
    site: number(search.site),
  }),
  component: lazyRouteComponent(() => import("./operations/reports"), "Reports"),
});
const usage = createRoute({
  getParentRoute: () => root,
  path: "/painel/uso-de-ia",
  component: lazyRouteComponent(() => import("./operations/usage"), "Usage"),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: "/painel/configuracoes",
  validateSearch: (search: Record<string, unknown>): { aba?: string } => ({ aba: text(search.aba) }),
  component: lazyRouteComponent(() => import("./settings/settings"), "SettingsScreen"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    contents,
    post,
    sites,
    newSite,
    site,
    people,
    account,
    history,
    queue,
    log,
    reports,
    usage,
    settings,
  ]),
  context: { queries: undefined as unknown as QueryClient },
  // Values stand in the address as they are, without the quotes of JSON.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
