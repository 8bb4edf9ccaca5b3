// A range of days: which date is meant, from when, until when.
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";

import { DateField } from "../design/date-field";
import { Field } from "../design/field";
import { Icon } from "../design/icons";
import { DATES, type FilterSearch, rangeOf } from "./filters";

export function DateFilter({ search, onChange }: { search: FilterSearch; onChange: (changes: FilterSearch) => void }) {
  const quando = search.quando ?? "publicado";
  // The days hold together with the date that they are of.
  const set = (changes: FilterSearch) => onChange({ quando, ...changes });
  return (
    <DialogTrigger>
      <Button className="btn">
        Data
        {rangeOf(search) ? <span className="num">1</span> : null}
        <Icon name="down" small />
      </Button>
      <Popover className="menu">
        <Dialog className="form date-filter" aria-label="Data">
          <Field label="Qual data">
            {(props) => (
              <select
                {...props}
                className="input"
                value={quando}
                onChange={(event) => set({ quando: event.target.value })}
              >
                {DATES.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <DateField
            label="De"
            max={search.ate}
            value={search.de ?? ""}
            onChange={(de) => set({ de: de || undefined })}
          />
          <DateField
            label="Até"
            min={search.de}
            value={search.ate ?? ""}
            onChange={(ate) => set({ ate: ate || undefined })}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
