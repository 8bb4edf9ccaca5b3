// The month in figures, per site, as a table, a chart and a file.
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { day, zoneWords } from "../design/dates";
import { Icon } from "../design/icons";
import "../design/lists.css";
import { MonthSteps, monthName } from "../design/month-steps";
import { FailureNote } from "../design/notes";
import { Empty, LoadingRows } from "../design/rows";
import { useTitle } from "../design/title";
import { useMe } from "../session/use-session";
import "./reports.css";

type Figures = components["schemas"]["MonthlyFigures"];

const route = getRouteApi("/painel/relatorios");

const COLUMNS: { label: string; value: (figures: Figures) => string }[] = [
  { label: "Criados", value: ({ posts }) => posts.toLocaleString("pt-BR") },
  { label: "Publicados", value: ({ published }) => published.toLocaleString("pt-BR") },
  { label: "Palavras", value: ({ words }) => words.toLocaleString("pt-BR") },
  {
    label: "Leitura média",
    value: ({ average_reading_seconds: seconds }) => (seconds ? `${Math.max(1, Math.round(seconds / 60))} min` : "–"),
  },
  { label: "Ajustes", value: ({ adjustments }) => adjustments.toLocaleString("pt-BR") },
  { label: "Rejeições", value: ({ rejections }) => rejections.toLocaleString("pt-BR") },
  { label: "Resposta do cliente", value: ({ average_decision_seconds: seconds }) => waiting(seconds) },
];

function waiting(seconds: number | null | undefined): string {
  if (!seconds) return "–";
  const hours = seconds / 3600;
  return hours < 48 ? `${Math.max(1, Math.round(hours))} h` : `${Math.round(hours / 24)} dias`;
}

export function Reports() {
  useTitle("Relatórios");
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const today = day(new Date());
  const month = search.mes ?? today.slice(0, 7);
  const query = { month, site_id: search.site, per_page: 100 };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.reports(query),
    queryFn: () =>
      ask(
        api.GET("/api/v1/reports/monthly", { params: { query } }) as Promise<{
          data?: components["schemas"]["MonthlyReport"];
          error?: unknown;
          response: Response;
        }>,
      ),
  });
  const file = useMutation({
    mutationFn: async () => {
      const text = await ask(
        api.GET("/api/v1/reports/monthly", {
          params: { query: { ...query, format: "csv" } },
          parseAs: "blob",
        }) as Promise<{ data?: Blob; error?: unknown; response: Response }>,
      );
      const address = URL.createObjectURL(text);
      const link = document.createElement("a");
      link.href = address;
      link.download = `pauta-${month}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    },
  });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Relatórios</h1>
          <p>O mês de cada site, no {zoneWords()}.</p>
        </div>
        <div className="actions">
          <button type="button" className="btn" disabled={file.isPending} onClick={() => file.mutate()}>
            <Icon name="download" small />
            Baixar CSV
          </button>
        </div>
      </div>
      <search className="filters" aria-label="Escolher o mês e o site">
        <h2 className="month-name">{monthName(month)}</h2>
        <MonthSteps
          month={month}
          today={today}
          last={today.slice(0, 7)}
          onMonth={(mes) => void navigate({ search: { ...search, mes } })}
        />
        <select
          className="input"
          aria-label="Site"
          value={search.site ?? ""}
          onChange={(event) => void navigate({ search: { ...search, site: Number(event.target.value) || undefined } })}
        >
          <option value="">Todos os sites</option>
          {me.sites.map((site) => (
            <option key={site.id} value={site.id}>
              {site.name}
            </option>
          ))}
        </select>
      </search>
      {error ? <FailureNote title="O relatório não chegou." error={error} onRetry={() => void refetch()} /> : null}
      {file.error ? <FailureNote title="O arquivo não foi feito." error={file.error} /> : null}
      {isPending ? <LoadingRows says="Carregando o relatório" /> : null}
      {data && data.items.length === 0 ? <Empty title="Nada neste mês." /> : null}
      {data && data.items.length > 0 ? (
        <>
          <Chart items={data.items} />
          <div className="scroll" role="region" aria-label="Relatório do mês" tabIndex={0}>
            <table className="list report">
              <thead>
                <tr>
                  <th scope="col">Site</th>
                  {COLUMNS.map(({ label }) => (
                    <th key={label} scope="col" className="right">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.items.map((item) => (
                  <tr key={item.site_id}>
                    <th scope="row">{item.site_name ?? `Site ${item.site_id}`}</th>
                    {COLUMNS.map(({ label, value }) => (
                      <td key={label} className="right num">
                        {value(item)}
                      </td>
                    ))}
                  </tr>
                ))}
                <tr className="sum">
                  <th scope="row">Todos</th>
                  {COLUMNS.map(({ label, value }) => (
                    <td key={label} className="right num">
                      {value(data.sums)}
                    </td>
                  ))}
                </tr>
              </tbody>
            </table>
          </div>
        </>
      ) : null}
    </>
  );
}

/** Published posts of each site; the table below has the same figures. */
function Chart({ items }: { items: components["schemas"]["SiteMonthlyFigures"][] }) {
  const most = Math.max(0, ...items.map(({ published }) => published));
  if (most === 0) return null;
  return (
    <figure className="bars" aria-hidden="true">
      <figcaption className="sm soft">Publicados</figcaption>
      {items.slice(0, 12).map((item) => (
        <div key={item.site_id}>
          <span className="sm">{item.site_name ?? `Site ${item.site_id}`}</span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none">
            <rect width={(item.published * 100) / most} height="8" />
          </svg>
          <b className="num">{item.published}</b>
        </div>
      ))}
    </figure>
  );
}
