// The desk: what a signed-in person works at.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { I18nProvider } from "react-aria-components";

import { asFailure } from "./api/failure";
import { router } from "./routes";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Only what a repetition can change is repeated.
      retry: (count, error) => {
        const { status } = asFailure(error);
        return count < 2 && (status === 0 || status >= 502);
      },
    },
    mutations: { retry: false },
  },
});

export function Desk() {
  return (
    <I18nProvider locale="pt-BR">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} context={{ queries }} />
      </QueryClientProvider>
    </I18nProvider>
  );
}
