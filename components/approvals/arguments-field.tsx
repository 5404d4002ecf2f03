"use client";

import type { FormNode } from "@/lib/core/form";
import { Button } from "../ui/button";
import { FormFields } from "./form-fields";

type ArgumentsFieldProps = {
  nodes: readonly FormNode[];
  entries: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  onChange(id: string, text: string): void;
  asJson: boolean;
  onToggle(): void;
};

/** The arguments of a call in the fields of its tool's schema, or the way back to them from JSON. */
export function ArgumentsField({ asJson, onToggle, ...fields }: ArgumentsFieldProps) {
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-2">
        <p className="font-medium">Arguments</p>
        <Button size="small" onClick={onToggle}>
          {asJson ? "In fields" : "As JSON"}
        </Button>
      </div>
      {!asJson && (
        // Many fields scroll by themselves, so that the verbs below and what is read above stay in reach.
        <div className="max-h-[40vh] overflow-y-auto p-0.5">
          <FormFields {...fields} />
        </div>
      )}
    </div>
  );
}
