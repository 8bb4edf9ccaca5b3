// A date, with or without a time, as every browser shows it: day, month and year, 24 hours. It is typed or chosen in a month.
import {
  type CalendarDate,
  type CalendarDateTime,
  type DateValue,
  parseDate,
  parseDateTime,
} from "@internationalized/date";
import type { ReactNode } from "react";
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
  Text,
} from "react-aria-components";

import "./date-field.css";
import { Icon } from "./icons";

export type DateFieldProps = {
  label: ReactNode;
  /** Such as 2026-11-26, or 2026-11-26T09:00 with a time; empty for none. */
  value: string;
  /** Called with a value of the same form, or an empty one while the date is incomplete. */
  onChange: (value: string) => void;
  withTime?: boolean;
  /** First and last day that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  error?: string | null;
  help?: ReactNode;
};

function parsed<T>(parse: (text: string) => T, text: string | undefined): T | null {
  try {
    return text ? parse(text) : null;
  } catch {
    // Such as a day that an address names and that no month has.
    return null;
  }
}

export function DatePickerField({ label, value, onChange, withTime = false, min, max, error, help }: DateFieldProps) {
  const shown: CalendarDate | CalendarDateTime | null = withTime
    ? parsed(parseDateTime, value)
    : parsed(parseDate, value);
  const [minValue, maxValue] = [parsed(parseDate, min), parsed(parseDate, max)];
  return (
    <DatePicker<DateValue>
      className="field date-field"
      value={shown}
      onChange={(next) => onChange(next ? next.toString().slice(0, withTime ? 16 : 10) : "")}
      granularity={withTime ? "minute" : "day"}
      hourCycle={24}
      shouldForceLeadingZeros
      minValue={minValue}
      maxValue={maxValue}
      isInvalid={error ? true : undefined}
      firstDayOfWeek="mon"
    >
      <Label className="label">{label}</Label>
      <Group className="input">
        <DateInput className="parts">{(segment) => <DateSegment segment={segment} />}</DateInput>
        <Button className="btn quiet icon small">
          <Icon name="calendar" small />
        </Button>
      </Group>
      {error ? (
        <Text slot="errorMessage" className="err" elementType="p" role="alert">
          <Icon name="warn" small />
          {error}
        </Text>
      ) : null}
      {help ? (
        <Text slot="description" className="help" elementType="p">
          {help}
        </Text>
      ) : null}
      <Popover className="menu month">
        <Dialog>
          <Calendar>
            <header>
              <Heading />
              <Button slot="previous" className="btn quiet icon small">
                <Icon name="back" small />
              </Button>
              <Button slot="next" className="btn quiet icon small">
                <Icon name="forward" small />
              </Button>
            </header>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>
                {(name) => <CalendarHeaderCell>{name.replace(".", "")}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
