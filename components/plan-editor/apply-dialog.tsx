"use client";

import { useState } from "react";
import { formatCounted } from "@/lib/core/describe/amounts";
import { diffLines } from "@/lib/core/describe/plans/plan-diff";
import { getOwn } from "@/lib/core/own";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import type { Plan } from "@/lib/core/plan/schema";
import { serializePlan } from "@/lib/core/plan/write/json";
import { restOfPlan } from "@/lib/core/run/plan-edits";
import type { RunState } from "@/lib/core/run/state";
import { ForgoneNote } from "../approvals/lazy-forgone-note";
import { findingCounts } from "../plans/critique/issues-by-task";
import { Score } from "../plans/critique/score";
import { DiffLines } from "../plans/diff-lines";
import { ReasonField } from "../runs/reason-field";
import type { RunCommands } from "../runs/use-run-commands";
import { LiveButton } from "../ui/live";
import { Dialog } from "../ui/overlay/dialog";
import { DialogForm } from "../ui/overlay/dialog-form";
import type { EditChecks } from "./check-edit";
import type { Staging } from "./use-staging";

const SHOWN_ERRORS = 5;

type ApplyDialogProps = {
  state: RunState;
  staging: Staging;
  checks: EditChecks | undefined;
  /** The checks are those of other edits, or there are none yet. */
  isBehind: boolean;
  commands: RunCommands;
  /** Kept by the caller, so that closing the dialog loses nothing. */
  reason: string;
  onReason(reason: string): void;
  onClose(): void;
  onApplied(): void;
};

/** What the next version changes, and the reason for it: sent for the version it is shown against, and for no other. */
export function ApplyDialog(props: ApplyDialogProps) {
  const { state, staging, checks, isBehind, commands, reason, onReason, onClose, onApplied } = props;
  const { base, outcome, version, settledState } = staging;
  const { plan, applied, settled, idle, conflicts } = outcome;
  // What is shown is what the server makes of it.
  const next = (!isBehind && checks?.read) || plan;
  const [shownVersion, setShownVersion] = useState(version);
  const { pending, problem, send } = commands;
  // While it is being applied, the version that comes is the person's own.
  const hasMoved = shownVersion !== version && pending === undefined;
  const errors = checks?.errors ?? [];
  const hindrance = hasMoved
    ? `Read what your changes do to version ${version}, then apply them to it.`
    : errors.length > 0
      ? "Fix the errors first."
      : applied.length === 0
        ? "Nothing is staged that fits the plan."
        : isBehind
          ? "Checking…"
          : undefined;
  const submit = async () => {
    const order = {
      type: "edit_plan" as const,
      plan: serializePlan(restOfPlan(plan, base)),
      expectedPlanVersion: shownVersion,
      reason,
    };
    if (!(await send(order))) return;
    staging.forget([...applied, ...settled, ...idle]);
    onApplied();
  };
  const stopped = stoppedTasks(settledState, next, base.plan);
  const isDraft = state.phase === "planning";
  return (
    <Dialog
      title={`Apply ${formatCounted(applied.length, "change", "changes")}`}
      description={
        isDraft
          ? `They become plan version ${version + 1}, which waits for approval in place of version ${version}.`
          : `They become plan version ${version + 1}. Finished tasks are kept.`
      }
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <DialogForm
        closesFreely
        onSend={submit}
        action={pending === "edit_plan" ? "Applying…" : `Apply as version ${version + 1}`}
        isBusy={pending !== undefined}
        problem={problem}
        hindrance={hindrance}
        className="grid gap-3"
      >
        <section aria-label="Changes" className="grid gap-1">
          <h3 className="font-medium">
            Plan v{version} <span aria-hidden="true">→</span> v{version + 1}
          </h3>
          <div className="max-h-[40dvh] overflow-y-auto">
            <DiffLines lines={diffLines(diffPlans(base.plan, next))} />
          </div>
        </section>
        {stopped.length > 0 && (
          <p className="text-amber">
            <span aria-hidden="true">▲ </span>Stops work in progress: {stopped.join(", ")}.
          </p>
        )}
        <ForgoneNote isOwn state={state} />
        {conflicts.length > 0 && (
          <p className="text-amber">
            <span aria-hidden="true">~ </span>
            {conflicts.length === 1
              ? "1 change is in conflict and stays staged."
              : `${conflicts.length} changes are in conflict and stay staged.`}
          </p>
        )}
        <p>
          Critic:{" "}
          {checks ? (
            <>
              <Score score={checks.critique.score} />
              <span className="text-muted">
                {" "}
                · {findingCounts(checks.critique.findings) || "no findings"}
              </span>
            </>
          ) : (
            <span className="text-muted">checking…</span>
          )}
        </p>
        {errors.length > 0 && (
          <div role="alert" className="text-bad">
            <p>
              <span aria-hidden="true">✕ </span>Fix the errors first:
            </p>
            <ul className="list-disc pl-5">
              {errors.slice(0, SHOWN_ERRORS).map(({ code, taskId, message }) => (
                <li key={`${code} ${taskId} ${message}`}>{message}</li>
              ))}
              {errors.length > SHOWN_ERRORS && <li>and {errors.length - SHOWN_ERRORS} more</li>}
            </ul>
          </div>
        )}
        <ReasonField label="Reason" value={reason} onChange={onReason} />
        {hasMoved && <MovedNote version={version} onAccept={() => setShownVersion(version)} />}
      </DialogForm>
    </Dialog>
  );
}

/** The titles of tasks at work that the plan no longer has. */
function stoppedTasks(state: RunState, plan: Plan, before: Plan): string[] {
  const kept = new Set(plan.tasks.map(({ id }) => id));
  return before.tasks.flatMap(({ id, title }) => {
    const status = getOwn(state.tasks, id)?.status;
    return !kept.has(id) && (status === "running" || status === "waiting") ? title : [];
  });
}

type MovedNoteProps = { version: number; onAccept(): void };

/** What stands in the way once another version came while the changes were read. */
function MovedNote({ version, onAccept }: MovedNoteProps) {
  return (
    <div role="alert" className="grid gap-1.5 rounded-lg border border-amber px-3 py-2 text-amber">
      <p>
        <span aria-hidden="true">~ </span>Plan version {version} came in the meantime. Your changes were moved
        to it: read what they change now.
      </p>
      <LiveButton className="justify-self-start text-run underline" onClick={onAccept}>
        Apply to version {version}
      </LiveButton>
    </div>
  );
}
