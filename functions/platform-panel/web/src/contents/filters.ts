// The filters of the posts, as the address has them, and as the interface takes them.
import type { components } from "../api/schema";

type ApiState = components["schemas"]["StateWord"];
type Label = components["schemas"]["LabelFilter"];

/** What the interface takes. */
export type Filters = {
  q?: string;
  site_id?: number[];
  user_id?: number;
  state?: ApiState[];
  approval?: Label;
  created_from?: string;
  created_to?: string;
  scheduled_from?: string;
  scheduled_to?: string;
  published_from?: string;
  published_to?: string;
};

/** What the address has; lists are separated by commas. */
export type FilterSearch = {
  busca?: string;
  site?: string;
  estado?: string;
  pessoa?: number;
  resposta?: string;
  quando?: string;
  de?: string;
  ate?: string;
};

export const NO_FILTERS: FilterSearch = {
  busca: undefined,
  site: undefined,
  estado: undefined,
  pessoa: undefined,
  resposta: undefined,
  quando: undefined,
  de: undefined,
  ate: undefined,
};

/** The states in the words of the address and of the screen. */
export const STATES: { value: string; label: string; states: ApiState[] }[] = [
  { value: "falhou", label: "Falhou", states: ["parked"] },
  { value: "enviando", label: "Enviando", states: ["retrying", "sending"] },
  { value: "com-o-cliente", label: "Com o cliente", states: ["with_client"] },
  { value: "ajustes", label: "Ajustes", states: ["adjustments"] },
  { value: "rejeitado", label: "Rejeitado", states: ["rejected"] },
  { value: "agendado", label: "Agendado", states: ["scheduled"] },
  { value: "publicado", label: "Publicado", states: ["published"] },
  { value: "aprovado", label: "Aprovado", states: ["approved"] },
  { value: "rascunho", label: "Rascunho", states: ["draft"] },
];

/** What the client said last. */
export const ANSWERS: { value: Label; label: string }[] = [
  { value: "pendente", label: "Sem resposta" },
  { value: "aprovado", label: "Aprovou" },
  { value: "ajustes", label: "Pediu ajustes" },
  { value: "rejeitado", label: "Rejeitou" },
];

export const DATES = [
  { value: "criado", label: "Criado", name: "created" },
  { value: "agendado", label: "Data de saída", name: "scheduled" },
  { value: "publicado", label: "Publicado", name: "published" },
] as const;

export const listed = (value: string | undefined): string[] => (value ? value.split(",").filter(Boolean) : []);
export const joined = (values: string[]): string | undefined => (values.length > 0 ? values.join(",") : undefined);

/** Whether it is a day of the calendar. */
function isDay(value: string | undefined): value is string {
  if (!value || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value);
}

/** The filters of an address, without unknown ones. */
export function filtersOf(search: FilterSearch): Filters {
  const sites = listed(search.site)
    .map(Number)
    .filter((site) => Number.isInteger(site) && site > 0);
  const states = STATES.filter(({ value }) => listed(search.estado).includes(value)).flatMap(({ states }) => states);
  const dates = DATES.find(({ value }) => value === search.quando);
  return {
    q: search.busca,
    site_id: sites.length > 0 ? sites : undefined,
    user_id: search.pessoa,
    state: states.length > 0 ? states : undefined,
    approval: ANSWERS.find(({ value }) => value === search.resposta)?.value,
    ...(dates && isDay(search.de) ? { [`${dates.name}_from`]: search.de } : {}),
    ...(dates && isDay(search.ate) ? { [`${dates.name}_to`]: search.ate } : {}),
  };
}

const shortDay = (day: string) =>
  new Intl.DateTimeFormat("pt-BR", { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" }).format(
    new Date(`${day}T12:00:00Z`),
  );

/** A range of days in words; none when there is none. */
export function rangeOf({ quando, de, ate }: FilterSearch): string | null {
  const dates = DATES.find(({ value }) => value === quando);
  const [from, to] = [isDay(de) ? shortDay(de) : null, isDay(ate) ? shortDay(ate) : null];
  if (!dates || (!from && !to)) return null;
  return `${dates.label}: ${from && to ? `${from} a ${to}` : from ? `desde ${from}` : `até ${to}`}`;
}
