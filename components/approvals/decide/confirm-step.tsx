"use client";

import { useEffect, useRef } from "react";
import { Button } from "../../ui/button";
import { useJustShown } from "../settling";

type ConfirmStepProps = {
  risk: string;
  /** What the second step's button says. */
  confirmLabel: string;
  pending: boolean;
  /** It stops what was asked about: its button is never the highlighted one. */
  refuses?: boolean;
  /** Something is still missing. */
  disabled?: boolean;
  onConfirm(): void;
  onBack(): void;
};

/** The second step of an answer that cannot be taken back. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { risk, confirmLabel, pending, refuses = false, disabled = false, onConfirm, onBack } = props;
  const button = useRef<HTMLButtonElement>(null);
  const isJustShown = useJustShown(confirmLabel);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="grid gap-2 rounded-lg border border-person bg-person-soft px-3 py-2.5">
      <p role="alert">{risk}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          ref={button}
          variant={refuses ? "danger" : "person"}
          disabled={pending || disabled}
          // The focus is on it already, and it stands where the first step's button stood.
          aria-disabled={isJustShown || undefined}
          onClick={isJustShown ? undefined : onConfirm}
        >
          {pending ? "Sending…" : confirmLabel}
        </Button>
        <Button disabled={pending} onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
