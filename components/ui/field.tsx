"use client";

import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from "react";
import { LiveInput, LiveSelect, LiveTextArea } from "./live";

const CONTROL_CLASS =
  "w-full rounded-lg border border-edge bg-panel px-3 py-2 text-ink placeholder:text-muted disabled:border-line disabled:bg-ground aria-[invalid=true]:border-bad";

type ControlProps = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

type FieldProps = {
  label: ReactNode;
  /** A sentence of help under the control. */
  help?: ReactNode;
  /** What is wrong with the value; read out with the control. */
  error?: string | undefined;
  /** The control, given its id and what describes it. */
  children: (wiring: ControlProps) => ReactNode;
  className?: string;
};

/** What a field says that has to be filled and is not. */
export const REQUIRED = "This field is required.";

/**
 * A control with its label, its help and its error, tied together for a screen reader. What the browser finds missing when
 * its form is sent is said there, too, instead of in a bubble that goes.
 */
export function Field({ label, help, error: known, children, className = "" }: FieldProps) {
  const id = useId();
  const [missing, setMissing] = useState<string>();
  const error = known ?? missing;
  const onInvalid = (event: FormEvent<HTMLDivElement>) => {
    event.preventDefault();
    const field = event.target as HTMLInputElement;
    setMissing(field.validity.valueMissing ? REQUIRED : field.validationMessage);
    const folded = field.closest("details");
    if (folded) folded.open = true;
    if (field.form?.querySelector(":invalid:not(fieldset)") === field) field.focus();
  };
  const described = [help !== undefined && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div
      className={`grid gap-1 ${className}`}
      onInvalidCapture={onInvalid}
      onInput={() => setMissing(undefined)}
    >
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        ...(described === "" ? {} : { "aria-describedby": described }),
        ...(error ? { "aria-invalid": true as const } : {}),
      })}
      {help !== undefined && (
        <p id={`${id}-help`} className="text-muted text-xs">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-bad text-xs">
          <span aria-hidden="true">✕ </span>
          {error}
        </p>
      )}
    </div>
  );
}

/** As high as buttons are, and as a thumb needs it. */
const LINE_CLASS = "min-h-9 pointer-coarse:min-h-11";

export function TextInput({ className = "", type = "text", ...rest }: ComponentProps<"input">) {
  return <LiveInput type={type} className={`${LINE_CLASS} ${CONTROL_CLASS} ${className}`} {...rest} />;
}

export function TextArea({ className = "", ...rest }: ComponentProps<"textarea">) {
  return <LiveTextArea className={`${CONTROL_CLASS} ${className}`} {...rest} />;
}

/** For code, JSON and other text of machines: keyboards and browsers leave it as it is typed. */
export function CodeArea({ className = "", ...rest }: ComponentProps<"textarea">) {
  return (
    <TextArea
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      className={`font-mono text-xs ${className}`}
      {...rest}
    />
  );
}

/** The browser's own list of choices: it works everywhere, with every input device. */
export function Select({ className = "", ...rest }: ComponentProps<"select">) {
  return <LiveSelect className={`${LINE_CLASS} ${CONTROL_CLASS} ${className}`} {...rest} />;
}
