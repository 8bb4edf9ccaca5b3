// A labelled control with its help and its error.
import { type ReactNode, useId } from "react";

import { Icon } from "./icons";

export type FieldProps = {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
};

/** Label, control, error and help. `id` names the control, for those that other parts of the screen lead to. `children` gets the attributes of the control. */
export function Field({
  label,
  error,
  help,
  id: given,
  children,
}: {
  label: ReactNode;
  error?: string | null;
  help?: ReactNode;
  id?: string;
  children: (props: FieldProps) => ReactNode;
}) {
  const made = useId();
  const id = given ?? made;
  const described = [error ? `${id}-e` : "", help ? `${id}-h` : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {error ? (
        <p className="err" id={`${id}-e`} role="alert">
          <Icon name="warn" small />
          {error}
        </p>
      ) : null}
      {help ? (
        <p className="help" id={`${id}-h`}>
          {help}
        </p>
      ) : null}
    </div>
  );
}

/** A password that can be shown. */
export function PasswordInput({
  shown,
  onToggle,
  ...props
}: { shown: boolean; onToggle: () => void } & React.InputHTMLAttributes<HTMLInputElement>) {
  return (
    <div className="pw">
      <input {...props} className="input" type={shown ? "text" : "password"} />
      <button
        type="button"
        className="btn quiet small"
        aria-pressed={shown}
        aria-controls={props.id}
        onClick={onToggle}
      >
        {shown ? "Ocultar" : "Mostrar"}
      </button>
    </div>
  );
}
