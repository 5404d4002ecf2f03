"use client";

import type { RefObject } from "react";
import { PlanImport } from "../plans/plan-import";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { SAMPLE_PLAN } from "./sample-plan";

type PlanFieldProps = {
  plan: string;
  onPlan(plan: string, imported: boolean): void;
  area: RefObject<HTMLTextAreaElement | null>;
  /** Brings back the text from before it was written anew; undefined when it was not. */
  onUndo: (() => void) | undefined;
};

/** A plan that is pasted, typed, dropped or chosen as a file. */
export function PlanField({ plan, onPlan, area, onUndo }: PlanFieldProps) {
  const isEmpty = plan.trim() === "";
  return (
    <details className="rounded-lg border border-line">
      <summary className="px-3 py-2 font-medium">
        Paste a plan <span className="font-normal text-muted">(optional)</span>
      </summary>
      <div className="grid gap-2 border-line border-t p-3">
        <PlanImport
          onText={(text) => onPlan(text, true)}
          beside={
            isEmpty && (
              <Button size="small" onClick={() => onPlan(SAMPLE_PLAN, false)}>
                Put an example here
              </Button>
            )
          }
        >
          <Field
            label="Plan, as JSON or as text"
            help="It is read as you type; a file may be dropped here. With a plan the run starts at once; without one a plan is written first."
          >
            {(wiring) => (
              <TextArea
                {...wiring}
                ref={area}
                rows={14}
                spellCheck={false}
                className="font-mono text-xs"
                value={plan}
                onChange={({ target }) => onPlan(target.value, false)}
              />
            )}
          </Field>
        </PlanImport>
        <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:sr-only">
          {onUndo && (
            <>
              <span>The plan text was written anew, with the changed predicate.</span>
              <Button size="small" onClick={onUndo}>
                Bring the old text back
              </Button>
            </>
          )}
        </div>
      </div>
    </details>
  );
}
