// A month, and the buttons to the ones beside it.
import { Icon } from "./icons";

function neighbour(month: string, step: number): string {
  const date = new Date(`${month}-15T12:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + step);
  return date.toISOString().slice(0, 7);
}

/** novembro de 2026 */
export function monthName(month: string): string {
  return new Intl.DateTimeFormat("pt-BR", { timeZone: "UTC", month: "long", year: "numeric" }).format(
    new Date(`${month}-15T12:00:00Z`),
  );
}

/** `month` such as 2026-11; `last` is the last one that can be chosen. */
export function MonthSteps({
  month,
  today,
  last,
  onMonth,
}: {
  month: string;
  today: string;
  last?: string;
  onMonth: (month: string) => void;
}) {
  const present = today.slice(0, 7);
  return (
    <>
      <button
        type="button"
        className="btn icon small"
        aria-label="Mês anterior"
        onClick={() => onMonth(neighbour(month, -1))}
      >
        <Icon name="back" small />
      </button>
      <button
        type="button"
        className="btn icon small"
        aria-label="Mês seguinte"
        disabled={last !== undefined && month >= last}
        onClick={() => onMonth(neighbour(month, 1))}
      >
        <Icon name="forward" small />
      </button>
      {month === present ? null : (
        <button type="button" className="btn small" onClick={() => onMonth(present)}>
          Este mês
        </button>
      )}
    </>
  );
}
