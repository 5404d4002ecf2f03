import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { LiveInput } from "./live";

type SearchInputProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange" | "className"> & {
  /** What is searched, as the field's name and in the empty field. */
  label: string;
  value: string;
  onChange(text: string): void;
  /** Of the field with its sign, such as its width. */
  className?: string;
};

/** A field that searches while one types. */
export function SearchInput({ label, onChange, className = "", ...rest }: SearchInputProps) {
  return (
    <label className={`relative block ${className}`}>
      <span className="sr-only">{label}</span>
      <Search aria-hidden="true" className="absolute top-2.5 left-2.5 size-4 text-muted" />
      <LiveInput
        {...rest}
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-9 w-full rounded-lg border border-edge bg-panel pr-2 pl-8 placeholder:text-muted"
      />
    </label>
  );
}
