"use client";

import { useDeferredValue, useMemo } from "react";
import type { Plan } from "@/lib/core/plan/schema";
import { stageText } from "@/lib/core/plan/staged/from-text";
import { restOfPlan } from "@/lib/core/run/plan-edits";
import type { RunState } from "@/lib/core/run/state";
import { tailPrefill } from "../approvals/context/changes/plan-text";
import { Button } from "../ui/button";
import { CodeArea, Field } from "../ui/field";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import { editIssues, readRest } from "./edit-issues";
import type { PlanFacts } from "./use-plan-facts";
import type { Staging } from "./use-staging";

const SHOWN_ISSUES = 5;

/** What was typed and not staged, and the plan that it began with. */
export type WrittenText = { text: string; version: number; before: Plan };

type TextDialogProps = {
  state: RunState;
  staging: Staging;
  facts: PlanFacts;
  /** Kept by the caller, so that closing the dialog loses nothing. */
  written: WrittenText | null;
  onWrite(written: WrittenText | null): void;
  onClose(): void;
};

/** What is left of the plan as text, read while it is changed; what differs is staged like any other edit. */
export function TextDialog({ state, staging, facts, written, onWrite, onClose }: TextDialogProps) {
  const { base, edits, outcome, version, stage } = staging;
  const begun = useMemo(
    () => tailPrefill({ tail: null, remaining: restOfPlan(outcome.plan, base) }),
    [outcome.plan, base],
  );
  const text = written?.text ?? begun;
  const issues = useIssues(text, state, facts, written?.before ?? outcome.plan);
  const submit = () => {
    const after = written && readRest(text, facts.reviews, written.before).plan;
    if (!after) return;
    stage(stageText(base, edits, { before: written.before, after }));
    onWrite(null);
    onClose();
  };
  return (
    <Dialog
      title="Edit the rest of the plan as text"
      description="What you change is staged like any other edit, to be reviewed and applied. Finished tasks are kept; running tasks that you change or remove are stopped."
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <DialogForm
        closesFreely
        onSend={submit}
        action="Stage changes"
        isBusy={false}
        problem={undefined}
        hindrance={written ? undefined : "Change the plan first."}
        className="grid gap-3"
      >
        <Field
          label="Plan"
          help="Plan text or JSON. You can list finished tasks as dependencies."
          error={written && issues.length > 0 ? issuesText(issues) : undefined}
        >
          {(wiring) => (
            <CodeArea
              {...wiring}
              rows={14}
              value={text}
              onChange={({ target }) =>
                onWrite({ version, before: outcome.plan, ...written, text: target.value })
              }
            />
          )}
        </Field>
        {written && written.version !== version && (
          <p role="alert" className="text-amber">
            <span aria-hidden="true">~ </span>Plan version {version} came in the meantime. What you changed is
            staged on it; what does not fit becomes a conflict.
          </p>
        )}
        {written && (
          <Button size="small" variant="quiet" className="justify-self-start" onClick={() => onWrite(null)}>
            Discard text
          </Button>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** Read a moment after the last key, so that typing never waits for it. */
function useIssues(text: string, state: RunState, { tools, reviews }: PlanFacts, before: Plan): string[] {
  const settled = useDeferredValue(text);
  return useMemo(() => {
    const names = tools.map(({ name }) => name);
    return editIssues(settled, state, { tools: names, reviews, before }).map(({ message, taskId }) =>
      taskId === undefined ? message : `${taskId}: ${message}`,
    );
  }, [settled, state, tools, reviews, before]);
}

function issuesText(issues: readonly string[]): string {
  const more = issues.length - SHOWN_ISSUES;
  return [...issues.slice(0, SHOWN_ISSUES), ...(more > 0 ? [`and ${more} more`] : [])].join(" · ");
}
