// The screens of the navigation, by role.
import type { IconName } from "../design/icons";
import { may, type Me } from "../session/use-session";

export type Screen = {
  to:
    | "/"
    | "/painel/conteudos"
    | "/painel/sites"
    | "/painel/historico"
    | "/painel/fila"
    | "/painel/registro"
    | "/painel/relatorios"
    | "/painel/uso-de-ia"
    | "/painel/pessoas"
    | "/painel/configuracoes"
    | "/painel/conta";
  icon: IconName;
  label: string;
  /** Letter after G. */
  key?: string;
  group: "main" | "operation" | "administration" | "own";
  shown: (me: Me) => boolean;
};

export const SCREENS: Screen[] = [
  { to: "/", icon: "home", label: "Início", key: "i", group: "main", shown: () => true },
  { to: "/painel/conteudos", icon: "list", label: "Conteúdos", key: "c", group: "main", shown: () => true },
  { to: "/painel/sites", icon: "globe", label: "Sites", key: "s", group: "main", shown: () => true },
  { to: "/painel/historico", icon: "history", label: "Histórico", key: "h", group: "main", shown: () => true },
  {
    to: "/painel/fila",
    icon: "queue",
    label: "Fila",
    key: "f",
    group: "operation",
    shown: (me) => may(me, "queue.read"),
  },
  {
    to: "/painel/registro",
    icon: "log",
    label: "Registro",
    key: "r",
    group: "operation",
    shown: (me) => may(me, "logs.read"),
  },
  {
    to: "/painel/relatorios",
    icon: "chart",
    label: "Relatórios",
    group: "operation",
    shown: (me) => may(me, "queue.read"),
  },
  {
    to: "/painel/uso-de-ia",
    icon: "spark",
    label: "Uso de IA",
    group: "operation",
    shown: (me) => may(me, "queue.read"),
  },
  {
    to: "/painel/pessoas",
    icon: "people",
    label: "Pessoas",
    key: "p",
    group: "administration",
    shown: (me) => may(me, "users.manage"),
  },
  {
    to: "/painel/configuracoes",
    icon: "settings",
    label: "Configurações",
    group: "administration",
    shown: (me) => may(me, "settings.manage"),
  },
  { to: "/painel/conta", icon: "user", label: "Minha conta", group: "own", shown: () => true },
];

export const GROUPS: { group: Screen["group"]; title: string | null }[] = [
  { group: "main", title: null },
  { group: "operation", title: "Operação" },
  { group: "administration", title: "Administração" },
];

/** The screens of a person. */
export function screensOf(me: Me): Screen[] {
  return SCREENS.filter((screen) => screen.shown(me));
}
