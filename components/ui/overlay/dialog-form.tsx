"use client";

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button, type ButtonVariant } from "../button";
import { REQUIRED } from "../field";
import { Problem, type ProblemFacts } from "../problem";
import { DialogClose, useLosesTyped } from "./dialog";

const WRONG = '[aria-invalid="true"]';

type DialogFormProps = {
  /** Called when every field has what it needs, nothing hinders, and nothing is under way. */
  onSend(): void;
  /** What sending does, on its button, and while it does. */
  action: ReactNode;
  isBusy: boolean;
  /** What was wrong with the last try. */
  problem: ProblemFacts | undefined;
  /** Why it cannot be sent where no field is wrong; said to those who try. */
  hindrance?: string | undefined;
  /** Where leaving the form does not close what it stands in. */
  onCancel?: (() => void) | undefined;
  cancelLabel?: string;
  /** Closing it loses nothing: what was typed is kept by the caller, or only confirms what is on the screen. */
  closesFreely?: boolean;
  variant?: ButtonVariant;
  className?: string;
  children: ReactNode;
};

/**
 * A form in a dialog, and its end: what went wrong, and the buttons that leave it and that send it. Its button can always
 * be pressed: what cannot be sent says why, and the first field that is wrong gets the focus.
 */
export function DialogForm(props: DialogFormProps) {
  const { onSend, action, isBusy, problem, hindrance, onCancel, cancelLabel = "Cancel", children } = props;
  const { variant = "main", className = "grid gap-4", closesFreely = false } = props;
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0 && !isBusy) form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [tries, isBusy]);
  const losesTyped = useLosesTyped();
  /** What the fields held before the first letter was typed. */
  const begun = useRef<string>(undefined);
  const isTyped = useRef(false);
  useEffect(() => {
    if (closesFreely) return;
    losesTyped.current = () => isTyped.current && !!form.current && valuesOf(form.current) !== begun.current;
    return () => {
      losesTyped.current = undefined;
    };
  }, [losesTyped, closesFreely]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setTries(tries + 1);
    const { currentTarget } = event;
    if (isFilled(currentTarget) && !currentTarget.querySelector(WRONG) && hindrance === undefined) onSend();
  };
  const said = tries > 0 && hindrance !== undefined ? { message: hindrance, issues: [] } : undefined;
  return (
    <form
      ref={form}
      onSubmit={submit}
      onFocus={({ currentTarget }) => {
        if (!isTyped.current) begun.current = valuesOf(currentTarget);
      }}
      onInput={() => {
        isTyped.current = true;
      }}
      className={className}
      noValidate
    >
      {children}
      <Problem problem={problem ?? said} />
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel ? (
          <Button onClick={onCancel}>{cancelLabel}</Button>
        ) : (
          <DialogClose>
            <Button>{cancelLabel}</Button>
          </DialogClose>
        )}
        {/* Disabled for good it would lose the focus while it sends, and with it the keys of the dialog. */}
        <Button type="submit" variant={variant} aria-disabled={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** All that the fields hold, to be compared and never shown or stored. */
const valuesOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...form.elements].flatMap((one) => {
      if (one instanceof HTMLInputElement) return [one.type === "file" ? "" : one.value, one.checked];
      return one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement ? one.value : [];
    }),
  );

/** Whether each field has what it needs; one that does not says so. Blanks, which a browser takes for words, are nothing. */
function isFilled(form: HTMLFormElement): boolean {
  const blank = [...form.elements].filter(
    (one): one is HTMLInputElement | HTMLTextAreaElement =>
      (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) &&
      one.required &&
      one.value.trim() === "",
  );
  for (const field of blank) field.setCustomValidity(REQUIRED);
  const isValid = form.checkValidity();
  for (const field of blank) field.setCustomValidity("");
  return isValid;
}
