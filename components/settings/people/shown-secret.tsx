"use client";

import { useEffect, useId, useRef } from "react";
import { Button } from "../../ui/button";
import { TextInput } from "../../ui/field";
import { useToast } from "../../ui/overlay/toast";

type Props = {
  secret: string;
  /** The dialog was to be closed, and the secret has not been copied. */
  isWarned: boolean;
  onCopied(): void;
  onDone(): void;
};

/** The secret of a new key, to be copied, and how it is sent. */
export function ShownSecret({ secret, isWarned, onCopied, onDone }: Props) {
  const toast = useToast();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // The form that had the focus is gone.
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      onCopied();
      toast({ title: "Key copied", tone: "ok", icon: "✓" });
    } catch {
      field.current?.select();
      toast({ title: "Could not copy the key", text: "Copy the selected text.", tone: "bad", icon: "✕" });
    }
  };
  const header = `Authorization: Bearer ${secret.slice(0, 10)}…`;
  return (
    <div className="mt-4 grid gap-4">
      <div className="grid gap-1">
        <label htmlFor={id} className="font-medium">
          Key
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
        <p className="break-words text-muted text-xs">
          Send it with each request to the API: <code className="text-ink">{header}</code>
        </p>
      </div>
      <div role="alert" className="empty:sr-only">
        {isWarned && (
          <p className="text-bad">
            <span aria-hidden="true">✕ </span>
            You have not copied the key. Close again to discard it; you can then only revoke it.
          </p>
        )}
      </div>
      <div className="flex justify-end">
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
