// Clearing every entry that the filters show.
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import type { components } from "../api/schema";
import { DialogFrame } from "../design/dialog";
import { FailureNote } from "../design/notes";
import { count } from "../design/text";

type Filter = {
  channel?: string;
  level?: components["schemas"]["LogLevel"];
  status: components["schemas"]["LogStatus"];
};

export function ClearLogDialog({
  filter,
  total,
  onClose,
  onDone,
}: {
  filter: Filter;
  total: number;
  onClose: () => void;
  onDone: () => void;
}) {
  const queries = useQueryClient();
  const clear = useMutation({
    mutationFn: () => ask(api.POST("/api/v1/logs/clear-all", { params: { query: filter } })),
    onSuccess: () => {
      onDone();
      void queries.invalidateQueries({ queryKey: keys.logs.all });
      onClose();
    },
  });
  return (
    <DialogFrame title="Limpar todos" onClose={onClose}>
      <p>
        {count(total, "registro passa", "registros passam")} para Limpos
        {filter.channel || filter.level ? ", só os dos filtros escolhidos" : ""}. Depois de{" "}
        {count(limits().cleared_log_days, "dia", "dias")} são apagados.
      </p>
      {clear.error ? <FailureNote error={clear.error} /> : null}
      <div className="ends">
        <button type="button" className="btn quiet" onClick={onClose}>
          Manter
        </button>
        <button type="button" className="btn main" disabled={clear.isPending} onClick={() => clear.mutate()}>
          Limpar {count(total, "registro", "registros")}
        </button>
      </div>
    </DialogFrame>
  );
}
