// A date in a dialogue. Its parts are fetched when the first one is shown.
import { lazy, Suspense } from "react";

import type { DateFieldProps } from "./date-picker";

const Picker = lazy(() => import("./date-picker").then(({ DatePickerField }) => ({ default: DatePickerField })));

export function DateField(props: DateFieldProps) {
  return (
    <Suspense
      fallback={
        <div className="field">
          <span className="label">{props.label}</span>
          <span className="input" aria-busy="true" />
        </div>
      }
    >
      <Picker {...props} />
    </Suspense>
  );
}
