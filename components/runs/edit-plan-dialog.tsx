"use client";

import { type FormEvent, useDeferredValue, useMemo, useState } from "react";
import type { RunState } from "@/lib/core/run/state";
import { tailPrefill } from "../approvals/tail-text";
import { useGrounds } from "../approvals/use-grounds";
import { Dialog } from "../ui/dialog";
import { DialogFormEnd } from "../ui/dialog-form-end";
import { Field, TextArea } from "../ui/field";
import { editIssues } from "./edit-reading";
import { ReasonField } from "./reason-field";
import type { Orders } from "./use-orders";

const SHOWN_ISSUES = 5;

type EditPlanDialogProps = { state: RunState; orders: Orders; onClose(): void };

/** What is left of the plan as text, read while it is changed, and saved as the next version with the reason. */
export function EditPlanDialog({ state, orders, onClose }: EditPlanDialogProps) {
  const [seen] = useState(state.planVersion);
  const grounds = useGrounds({ runId: state.runId, version: seen });
  const [own, setOwn] = useState<string>();
  const [reason, setReason] = useState("");
  const text = own ?? (grounds ? tailPrefill({ tail: null, remaining: grounds.remaining }) : "");
  const { asked, problem, send } = orders;
  const issues = useIssues(text, state, grounds?.effects);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const order = { type: "edit_plan" as const, plan: text, expectedPlanVersion: seen, reason };
    if (await send(order)) onClose();
  };
  const ready = grounds !== undefined && own !== undefined && issues.length === 0 && reason.trim() !== "";
  return (
    <Dialog
      title="Edit what is left of the plan"
      description={`On top of plan version ${seen}. What has ended stays as it is; tasks at work that you change or leave out are stopped.`}
      size="wide"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <form onSubmit={submit} className="grid gap-3">
        <Field
          label="Plan"
          help="Plan text or JSON. Ended tasks may be named as dependencies."
          error={own !== undefined && issues.length > 0 ? wordsOf(issues) : undefined}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={14}
              spellCheck={false}
              disabled={grounds === undefined}
              value={text}
              onChange={({ target }) => setOwn(target.value)}
              className="font-mono text-xs"
            />
          )}
        </Field>
        <ReasonField label="Why is it changed?" value={reason} onChange={setReason} />
        {state.planVersion !== seen && (
          <p role="alert" className="text-amber">
            <span aria-hidden="true">~ </span>The plan is version {state.planVersion} by now: copy your text,
            close this, and look at it first.
          </p>
        )}
        <DialogFormEnd
          problem={problem}
          disabled={!ready || asked !== undefined || state.planVersion !== seen}
        >
          {asked === "edit_plan" ? "Saving…" : "Save as the next version"}
        </DialogFormEnd>
      </form>
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

function wordsOf(issues: readonly string[]): string {
  const more = issues.length - SHOWN_ISSUES;
  return [...issues.slice(0, SHOWN_ISSUES), ...(more > 0 ? [`and ${more} more`] : [])].join(" · ");
}
