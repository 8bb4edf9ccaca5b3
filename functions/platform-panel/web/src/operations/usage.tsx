// Use of the providers of texts and images, with estimated costs.
import { useQuery } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import "../design/lists.css";
import { FailureNote } from "../design/notes";
import { Empty, LoadingRows } from "../design/rows";
import { count } from "../design/text";
import { useTitle } from "../design/title";
import "./reports.css";

type Sums = components["schemas"]["TokenSums"];

const NAMES: Record<string, string> = { openai: "OpenAI", anthropic: "Anthropic", gemini: "Google Gemini" };
const DOLLARS = new Intl.NumberFormat("pt-BR", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

export function Usage() {
  useTitle("Uso de IA");
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.tokens,
    queryFn: () => ask(api.GET("/api/v1/tokens/summary")),
  });
  const quotas = useQuery({ queryKey: keys.quotas, queryFn: () => ask(api.GET("/api/v1/quotas")) });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Uso de IA</h1>
          <p>O que os provedores escreveram e desenharam. Custos são estimativas pelos preços de tabela, em dólares.</p>
        </div>
      </div>
      {error ? <FailureNote title="Os números não chegaram." error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <LoadingRows says="Carregando o uso" /> : null}
      {data ? (
        <>
          <div className="figures">
            <Figure title="Hoje" sums={data.today} />
            <Figure title="Este mês" sums={data.month} />
            <Figure title="Desde o começo" sums={data.total} />
            {quotas.data ? (
              <div>
                <span className="sm soft">Suas imagens este mês</span>
                <b>
                  {quotas.data.images.used} de {quotas.data.images.allowed}
                </b>
                <span className="sm soft">{count(quotas.data.images.remaining, "resta", "restam")}</span>
              </div>
            ) : null}
          </div>
          <section className="sec" aria-labelledby="h-providers">
            <header>
              <h2 id="h-providers">Por provedor, este mês</h2>
            </header>
            {data.month.providers.length === 0 ? (
              <Empty title="Nada este mês.">
                <p className="soft">
                  Sugestões, artigos e imagens gerados aparecem aqui, com o provedor que respondeu.
                </p>
              </Empty>
            ) : (
              <div className="scroll" role="region" aria-label="Uso por provedor" tabIndex={0}>
                <table className="list report">
                  <thead>
                    <tr>
                      <th scope="col">Provedor e modelo</th>
                      <th scope="col" className="right">
                        Chamadas
                      </th>
                      <th scope="col" className="right">
                        Entrada
                      </th>
                      <th scope="col" className="right">
                        Saída
                      </th>
                      <th scope="col" className="right">
                        Estimativa
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.month.providers.flatMap((provider) => [
                      <Row
                        key={provider.provider}
                        name={NAMES[provider.provider] ?? provider.provider}
                        sums={provider}
                        strong
                      />,
                      ...provider.models.map((model) => (
                        <Row key={`${provider.provider} ${model.model}`} name={model.model} sums={model} />
                      )),
                    ])}
                  </tbody>
                </table>
              </div>
            )}
          </section>
          <p className="help">
            Preços de tabela lidos em {data.prices_as_of.slice(0, 10).split("-").reverse().join("/")}.{" "}
            {data.month.unpriced_calls > 0
              ? `${count(data.month.unpriced_calls, "chamada", "chamadas")} deste mês não têm preço conhecido e ficam fora da estimativa.`
              : ""}
          </p>
        </>
      ) : null}
    </>
  );
}

function Figure({ title, sums }: { title: string; sums: Sums }) {
  return (
    <div>
      <span className="sm soft">{title}</span>
      <b>{DOLLARS.format(sums.estimated_cost_usd)}</b>
      <span className="sm soft num">
        {count(sums.calls, "chamada", "chamadas")} · {(sums.input_tokens + sums.output_tokens).toLocaleString("pt-BR")}{" "}
        tokens
      </span>
    </div>
  );
}

function Row({ name, sums, strong = false }: { name: string; sums: Sums; strong?: boolean }) {
  return (
    <tr>
      <th scope="row">{strong ? name : <span className="soft sm">{name}</span>}</th>
      <td className="right num">{sums.calls.toLocaleString("pt-BR")}</td>
      <td className="right num">{sums.input_tokens.toLocaleString("pt-BR")}</td>
      <td className="right num">{sums.output_tokens.toLocaleString("pt-BR")}</td>
      <td className="right num">
        {sums.unpriced_calls === sums.calls && sums.calls > 0 ? "sem preço" : DOLLARS.format(sums.estimated_cost_usd)}
      </td>
    </tr>
  );
}
