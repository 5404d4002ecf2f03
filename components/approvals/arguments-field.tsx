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
    <section aria-label="Arguments" className="grid gap-2">
      <div className="flex items-baseline justify-between gap-2">
        <p className="font-medium">Arguments</p>
        <Button size="small" onClick={onToggle}>
          {asJson ? "In fields" : "As JSON"}
        </Button>
      </div>
      {!asJson && <FormFields {...fields} />}
    </section>
  );
}
