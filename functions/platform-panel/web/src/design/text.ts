// Small rules of text.

/** Lower case without accents, for comparisons. */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** 1 conteúdo, 2 conteúdos */
export function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString("pt-BR")} ${number === 1 ? one : many}`;
}
