// Tables: which row is the head, and which are no tables of data.
import { notAllBold, type Piece } from "./inline";

export type Cell = {
  head: boolean;
  columns: number;
  rows: number;
  /** Paragraphs, lists and so on. */
  content: Element;
  /** Whether every word of it is bold, or it is shown as a head. */
  strong: boolean;
};

export type Row = { head: boolean; cells: Cell[] };

/** A number, an amount, a share, a date or a time: what a head cell is not. */
const DATUM =
  /^[^\p{L}]*\d[^\p{L}]*$|^(R\$|US\$|€|\$)\s*[\d.,-]+|^\d{1,2}[/-](\d{1,2}|\p{L}{3})([/-]\d{2,4})?$|^[\d.,]+\s*(%|kg|g|m|cm|km|h|min|s|mil|mi|bi|un|[lL]|ml)$/u;

const words = ({ content }: Cell) => (content.textContent ?? "").trim();

/**
 * Whether the first row is evidently the head, where the source does not say so. All of it must hold: there are further rows and
 * columns; no cell of the row spans rows; each has a text of at most 60 characters (the first may be empty) that is no number,
 * amount or date; and either each text of the row is bold and not every one of the next row is, or some column below it holds
 * nothing but numbers, amounts and dates.
 */
export function firstIsHead(rows: Row[]): boolean {
  const [first, ...others] = rows;
  const second = others[0];
  if (!first || !second || first.cells.length < 2) return false;
  const isLabel = (cell: Cell, index: number) => {
    const text = words(cell);
    return cell.rows === 1 && text.length <= 60 && !DATUM.test(text) && (text !== "" || index === 0);
  };
  if (!first.cells.every(isLabel)) return false;
  const filled = (cells: Cell[]) => cells.filter((cell) => words(cell) !== "");
  if (filled(first.cells).every(({ strong }) => strong) && !filled(second.cells).every(({ strong }) => strong))
    return true;
  return first.cells.some((cell, column) => {
    if (words(cell) === "" || first.cells.some(({ columns }) => columns > 1)) return false;
    const below = others.flatMap(({ cells }) =>
      cells[column] && words(cells[column]) !== "" ? [words(cells[column])] : [],
    );
    return below.length > 0 && below.every((text) => DATUM.test(text));
  });
}

/** Drops rows and columns at the end that hold nothing, as whole columns of a sheet do. */
export function trimmed(rows: Row[]): Row[] {
  const isEmpty = (cell: Cell | undefined) =>
    cell === undefined || (words(cell) === "" && cell.content.querySelector("img") === null);
  const kept = [...rows];
  while (kept.length > 0 && kept.at(-1)?.cells.every(isEmpty)) kept.pop();
  if (kept.some(({ cells }) => cells.some(({ columns, rows }) => columns > 1 || rows > 1))) return kept;
  let width = Math.max(0, ...kept.map(({ cells }) => cells.length));
  while (width > 0 && kept.every(({ cells }) => cells.length < width || isEmpty(cells[width - 1]))) width -= 1;
  return kept.map((row) => ({ ...row, cells: row.cells.slice(0, width) }));
}

/** The table of the rows. */
export function written(document: Document, rows: Row[], caption: Element | null): Element {
  const table = document.createElement("table");
  if (caption) table.append(caption);
  const heads: Row[] = [];
  const body = [...rows];
  while (body.length > 1 && body[0]?.head) heads.push(body.shift() as Row);
  if (heads.length === 0 && firstIsHead(body)) heads.push(body.shift() as Row);
  for (const [name, group] of [
    ["thead", heads],
    ["tbody", body],
  ] as const) {
    if (group.length === 0) continue;
    const part = document.createElement(name);
    for (const { cells } of group) {
      const line = document.createElement("tr");
      for (const cell of cells) {
        const isHead = name === "thead" || cell.head;
        const made = document.createElement(isHead ? "th" : "td");
        if (name === "thead") made.setAttribute("scope", "col");
        else if (isHead) made.setAttribute("scope", "row");
        if (cell.columns > 1) made.setAttribute("colspan", String(cell.columns));
        if (cell.rows > 1) made.setAttribute("rowspan", String(cell.rows));
        if (isHead) withoutStrong(cell.content);
        made.append(...cell.content.childNodes);
        line.append(made);
      }
      part.append(line);
    }
    table.append(part);
  }
  return table;
}

/** Head cells are bold of themselves. */
function withoutStrong(content: Element) {
  for (const strong of [...content.querySelectorAll("strong")]) strong.replaceWith(...strong.childNodes);
  content.normalize();
}

/** Whether all the words of some pieces are bold. */
export const allBold = (pieces: Piece[]) => pieces.length > 0 && notAllBold(pieces) !== pieces;
