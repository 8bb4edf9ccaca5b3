// What `/` at the start of a paragraph offers: blocks of the schema, and help.
import type { ChainedCommands, Editor } from "@tiptap/react";

import type { IconName } from "../design/icons";
import { plain } from "../design/text";

/** What the menu opens besides blocks. */
export type Offer = "device" | "stock" | "provider" | "article" | "faq";

export type SlashItem = {
  name: string;
  says: string;
  icon: IconName;
  words?: string;
  block?: (chain: ChainedCommands) => ChainedCommands;
  opens?: Offer;
};

const ITEMS: SlashItem[] = [
  {
    name: "Título de seção",
    says: "Divide o texto",
    icon: "text",
    words: "h2 cabecalho intertitulo",
    block: (chain) => chain.setHeading({ level: 2 }),
  },
  {
    name: "Subtítulo",
    says: "Divide uma seção",
    icon: "text",
    words: "h3 titulo cabecalho intertitulo",
    block: (chain) => chain.setHeading({ level: 3 }),
  },
  {
    name: "Lista",
    says: "Com marcadores",
    icon: "bullets",
    words: "topicos marcadores",
    block: (chain) => chain.toggleBulletList(),
  },
  {
    name: "Lista numerada",
    says: "Passos em ordem",
    icon: "numbers",
    words: "passos ordem",
    block: (chain) => chain.toggleOrderedList(),
  },
  {
    name: "Tabela",
    says: "Três colunas, com cabeçalho",
    icon: "table",
    words: "colunas dados",
    block: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  {
    name: "Imagem",
    says: "Um arquivo deste aparelho",
    icon: "image",
    words: "foto figura ilustracao arquivo",
    opens: "device",
  },
  {
    name: "Citação",
    says: "Palavras de alguém",
    icon: "quote",
    words: "aspas depoimento",
    block: (chain) => chain.toggleBlockquote(),
  },
  {
    name: "Foto do banco",
    says: "Com o crédito na legenda",
    icon: "search",
    words: "imagem banco pexels unsplash",
    opens: "stock",
  },
  {
    name: "Imagem da IA",
    says: "A partir de uma descrição",
    icon: "spark",
    words: "imagem ia gerar criar",
    opens: "provider",
  },
  {
    name: "Divisória",
    says: "Uma linha entre partes",
    icon: "rule",
    words: "linha separador hr",
    block: (chain) => chain.setHorizontalRule(),
  },
  {
    name: "Continuar daqui",
    says: "Uma proposta da IA",
    icon: "spark",
    words: "ia escrever gerar texto",
    opens: "article",
  },
  { name: "Perguntas frequentes", says: "Vão depois do texto", icon: "faq", words: "faq duvidas", opens: "faq" },
];

/** The items whose name or words begin with what was typed, without regard to accents. */
export function itemsFor(typed: string, offers: Offer[]): SlashItem[] {
  const wanted = plain(typed).trim();
  return ITEMS.filter(({ opens }) => !opens || offers.includes(opens)).filter(
    ({ name, words }) =>
      wanted === "" ||
      plain(`${name} ${words ?? ""}`)
        .split(" ")
        .some((word) => word.startsWith(wanted)) ||
      plain(name).startsWith(wanted),
  );
}

const LONGEST = 30;

/** What is typed behind the slash, when the paragraph of the cursor is only that, and where the paragraph's text begins. */
export function slashAt(editor: Editor): { typed: string; from: number } | null {
  const { selection } = editor.state;
  const { $from, empty } = selection;
  if (!empty || $from.parent.type.name !== "paragraph" || $from.parentOffset !== $from.parent.content.size) return null;
  const text = $from.parent.textContent;
  if (!text.startsWith("/") || text.length > LONGEST) return null;
  return { typed: text.slice(1), from: $from.start() };
}

/** Replaces the slash and what is typed behind it by the block of an item. */
export function insert(editor: Editor, from: number, item: SlashItem) {
  const chain = editor.chain().focus().deleteRange({ from, to: editor.state.selection.from });
  (item.block ? item.block(chain) : chain).run();
}
