"use client";

import { useDeferredValue, useMemo } from "react";
import type { RunState } from "@/lib/core/run/state";
import { tailPrefill } from "../approvals/context/changes/plan-text";
import { useApprovalContext } from "../approvals/context/use-approval-context";
import { ReasonField } from "../runs/reason-field";
import type { RunCommands } from "../runs/use-run-commands";
import { Button } from "../ui/button";
import { Field, TextArea } from "../ui/field";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import { editIssues } from "./edit-issues";

const SHOWN_ISSUES = 5;

/** What was typed and not saved, and the version that it began on. */
export type PlanEdit = { baseVersion: number; text?: string; reason?: string };

type EditPlanDialogProps = {
  state: RunState;
  commands: RunCommands;
  /** Kept by the caller, so that closing the dialog loses nothing. */
  edit: PlanEdit;
  onEdit(edit: PlanEdit): void;
  onClose(): void;
};

/** What is left of the plan as text, read while it is changed, and saved as the next version with the reason. */
export function EditPlanDialog({ state, commands, edit, onEdit, onClose }: EditPlanDialogProps) {
  const { baseVersion, text: edited, reason = "" } = edit;
  const discard = () => onEdit({ baseVersion: state.planVersion });
  const approvalContext = useApprovalContext({ runId: state.runId, version: baseVersion });
  const text =
    edited ?? (approvalContext ? tailPrefill({ tail: null, remaining: approvalContext.remaining }) : "");
  const { pending, problem, send } = commands;
  const issues = useIssues(text, state, approvalContext?.effects);
  const hindrance =
    state.planVersion !== baseVersion
      ? `Discard your changes and start from version ${state.planVersion}.`
      : edited === undefined
        ? "Change the plan first."
        : undefined;
  const submit = async () => {
    const order = { type: "edit_plan" as const, plan: text, expectedPlanVersion: baseVersion, reason };
    if (!(await send(order))) return;
    discard();
    onClose();
  };
  return (
    <Dialog
      title="Edit the rest of the plan"
      description={`Based on plan version ${baseVersion}. Finished tasks are kept; running tasks that you change or remove are stopped.`}
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <DialogForm
        onSend={submit}
        action={pending === "edit_plan" ? "Saving…" : "Save as new version"}
        isBusy={pending !== undefined}
        problem={problem}
        hindrance={hindrance}
        className="grid gap-3"
      >
        <Field
          label="Plan"
          help="Plan text or JSON. You can list finished tasks as dependencies."
          error={edited !== undefined && issues.length > 0 ? issuesText(issues) : undefined}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={14}
              spellCheck={false}
              disabled={approvalContext === undefined}
              value={text}
              onChange={({ target }) => onEdit({ ...edit, text: target.value })}
              className="font-mono text-xs"
            />
          )}
        </Field>
        <ReasonField label="Reason" value={reason} onChange={(words) => onEdit({ ...edit, reason: words })} />
        {state.planVersion !== baseVersion && (
          <p role="alert" className="text-amber">
            <span aria-hidden="true">~ </span>The plan is now at version {state.planVersion}. Copy what you
            need, then discard your changes and start from the new version.
          </p>
        )}
        {edited !== undefined && (
          <Button size="small" variant="quiet" className="justify-self-start" onClick={discard}>
            Discard changes
          </Button>
        )}
      </DialogForm>
    </Dialog>
  );
}

/** Read a moment after the last key, so that typing never waits for it. */
function useIssues(text: string, state: RunState, effects: Record<string, unknown> | undefined): string[] {
  const settled = useDeferredValue(text);
  return useMemo(
    () =>
      effects === undefined
        ? []
        : editIssues(settled, state, Object.keys(effects)).map(({ message, taskId }) =>
            taskId === undefined ? message : `${taskId}: ${message}`,
          ),
    [settled, state, effects],
  );
}

function issuesText(issues: readonly string[]): string {
  const more = issues.length - SHOWN_ISSUES;
  return [...issues.slice(0, SHOWN_ISSUES), ...(more > 0 ? [`and ${more} more`] : [])].join(" · ");
}
