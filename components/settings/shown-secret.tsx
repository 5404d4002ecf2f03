"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "../ui/button";
import { TextInput } from "../ui/field";
import { useToast } from "../ui/overlay/toast";

type Props = {
  /** What it is called, within a sentence. */
  name: "key" | "secret";
  secret: string;
  /** The dialog was to be closed, and the secret has not been copied: what follows. */
  warning: string | undefined;
  onCopied(): void;
  onDone(): void;
  /** What it is for. */
  children: ReactNode;
};

/** A secret that is seen this once, to be copied. */
export function ShownSecret({ name, secret, warning, onCopied, onDone, children }: Props) {
  const label = name === "key" ? "Key" : "Secret";
  const toast = useToast();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // The form that had the focus is gone.
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      onCopied();
      toast({ title: `${label} copied`, tone: "ok", icon: "✓" });
    } catch {
      field.current?.select();
      toast({ title: `Could not copy the ${name}`, text: "Copy the selected text.", tone: "bad", icon: "✕" });
    }
  };
  return (
    <div className="mt-4 grid gap-4">
      <div className="grid gap-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <div className="flex flex-wrap gap-2">
          <TextInput
            ref={field}
            id={id}
            readOnly
            value={secret}
            onCopy={onCopied}
            onFocus={({ target }) => target.select()}
            spellCheck={false}
            autoComplete="off"
            className="min-w-0 flex-1 basis-64 font-mono text-xs"
          />
          <Button variant="main" onClick={copy}>
            Copy
          </Button>
        </div>
        <p className="break-words text-muted text-xs">{children}</p>
      </div>
      <div role="alert" className="empty:sr-only">
        {warning !== undefined && (
          <p className="text-bad">
            <span aria-hidden="true">✕ </span>
            You have not copied the {name}. Close again to discard it; {warning}
          </p>
        )}
      </div>
      <div className="flex justify-end">
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
