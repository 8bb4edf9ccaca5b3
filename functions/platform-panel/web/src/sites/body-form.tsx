// The form in which a site gets the texts of contents.
import type { components } from "../api/schema";
import { Field } from "../design/field";

export type BodyForm = components["schemas"]["BodyForm"];

const CHOICES: { value: BodyForm; label: string }[] = [
  { value: "automatic", label: "Automática" },
  { value: "blocks", label: "Blocos do editor do site" },
  { value: "html", label: "HTML simples" },
];

const LASTING = "O que já foi publicado em HTML simples continua assim.";

/** What the choice means for new contents of the site. */
function help(choice: BodyForm, usesBlocks: boolean | null): string {
  if (choice === "blocks") return `Os textos abrem no editor de blocos do site. ${LASTING}`;
  if (choice === "html") return "Serve para qualquer site, também para os que usam outro editor.";
  if (usesBlocks === null)
    return `Blocos, se os posts recentes do site os usarem. O teste da conexão descobre. ${LASTING}`;
  return usesBlocks
    ? `Os posts recentes do site usam blocos, e os novos textos também saem em blocos. ${LASTING}`
    : "Os posts recentes do site não usam blocos, e os textos saem em HTML simples.";
}

export function BodyFormField({
  usesBlocks,
  value,
  error,
  onChange,
}: {
  usesBlocks: boolean | null;
  value: BodyForm;
  error?: string | undefined;
  onChange: (value: BodyForm) => void;
}) {
  return (
    <Field label="Forma dos textos no site" error={error} help={help(value, usesBlocks)}>
      {(props) => (
        <select
          {...props}
          className="input"
          value={value}
          onChange={(event) => {
            const choice = CHOICES.find((choice) => choice.value === event.target.value);
            if (choice) onChange(choice.value);
          }}
        >
          {CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
