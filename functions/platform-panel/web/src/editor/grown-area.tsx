// A text area as high as its text.
import { useEffect, useRef } from "react";

type Props = {
  className: string;
  label: string;
  value: string;
  readOnly: boolean;
  maxLength: number;
  placeholder: string;
  /** Whether the text is one line, which wraps. */
  single?: boolean;
  onChange: (value: string) => void;
};

export function GrownArea({ className, label, value, single = false, onChange, ...rest }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const fit = () => {
      if (!area.current) return;
      area.current.style.height = "auto";
      area.current.style.height = `${area.current.scrollHeight}px`;
    };
    fit();
    addEventListener("resize", fit);
    return () => removeEventListener("resize", fit);
  }, [value]);
  return (
    <textarea
      {...rest}
      ref={area}
      id={className}
      className={className}
      aria-label={label}
      rows={1}
      value={value}
      onChange={(event) => onChange(single ? event.target.value.replace(/\s*\n\s*/g, " ") : event.target.value)}
      onKeyDown={(event) => {
        if (single && event.key === "Enter" && !event.nativeEvent.isComposing) event.preventDefault();
      }}
    />
  );
}
