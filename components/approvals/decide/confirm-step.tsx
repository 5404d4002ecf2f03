"use client";

import { useEffect, useRef } from "react";
import { Button } from "../../ui/button";

type ConfirmStepProps = {
  risk: string;
  /** What the second step's button says. */
  confirmLabel: string;
  pending: boolean;
  onConfirm(): void;
  onBack(): void;
};

/** The second step of an answer that cannot be taken back. */
export function ConfirmStep({ risk, confirmLabel, pending, onConfirm, onBack }: ConfirmStepProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="grid gap-2 rounded-lg border border-person bg-person-soft px-3 py-2.5">
      <p role="alert">{risk}</p>
      <div className="flex flex-wrap gap-2">
        <Button ref={button} variant="person" disabled={pending} onClick={onConfirm}>
          {pending ? "Sending…" : confirmLabel}
        </Button>
        <Button disabled={pending} onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
