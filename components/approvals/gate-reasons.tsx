"use client";

import type { Json } from "@/lib/core/json";
import { diffLines } from "@/lib/core/plan/describe-diff";
import { diffPlans } from "@/lib/core/plan/diff";
import { plan } from "@/lib/core/plan/schema";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { consequenceHeading, consequenceOf } from "./consequences";
import { Evidence, tasksBefore } from "./evidence";
import type { Grounds } from "./grounds";
import { MoneySoFar } from "./money-so-far";
import { PanelSection } from "./panel-section";
import { PlanChanges, PlanTasks } from "./plan-changes";
import { ProposalText } from "./proposal";
import { ReviewDecision } from "./review-decision";
import { usePlanChanges } from "./use-plan-changes";

type GateReasonsProps = {
  state: RunState;
  gate: ApprovalState;
  shown: Json | undefined;
  grounds: Grounds | undefined;
};

/** Everything that is read before the verbs: consequence, changes, evidence, proposal, money. */
export function GateReasons({ state, gate, shown, grounds }: GateReasonsProps) {
  const { kind, taskId } = gate;
  const changes = usePlanChanges(state.runId, gate.planVersion);
  const hasEvidence = kind === "human_review" || kind === "review_decision";
  const args = kind === "unknown_outcome" ? argumentsOf(gate.prompt) : undefined;
  return (
    <>
      <PanelSection title={consequenceHeading(gate)}>
        <p className="max-h-60 overflow-y-auto whitespace-pre-wrap">{promptOf(gate)}</p>
        <p className="mt-1 text-muted">{consequenceOf(state, gate)}</p>
      </PanelSection>
      {kind === "plan_approval" && (
        <PanelSection title="The plan" aside={`${state.order.length} tasks`}>
          <PlanTasks state={state} effects={grounds?.effects} />
        </PanelSection>
      )}
      {changes && (
        <PanelSection title={`Changed since plan v${gate.planVersion - 1}`}>
          <PlanChanges lines={changes} />
        </PanelSection>
      )}
      {args !== undefined && (
        <PanelSection title="Arguments">
          <pre className="max-h-48 overflow-auto whitespace-pre-wrap font-mono text-xs">{args}</pre>
        </PanelSection>
      )}
      {hasEvidence && (
        <PanelSection title="Evidence">
          <Evidence state={state} taskId={taskId} shown={shown} />
        </PanelSection>
      )}
      <Proposed state={state} gate={gate} grounds={grounds} />
      <PanelSection title="Money">
        <MoneySoFar cost={grounds?.cost} />
      </PanelSection>
    </>
  );
}

/** The reviewer's proposal with the tail it wrote; for a human gate, what the last review before it came to. */
function Proposed({ state, gate: { kind, taskId }, grounds }: Omit<GateReasonsProps, "shown">) {
  const task = taskId === undefined ? undefined : state.tasks[taskId];
  if (kind === "review_decision" && task?.proposal) {
    return (
      <PanelSection title="Review proposed">
        <ProposalText proposal={task.proposal} />
        <ProposedTail grounds={grounds} />
      </PanelSection>
    );
  }
  const review =
    kind === "human_review" && taskId !== undefined
      ? tasksBefore(state, taskId).findLast((one) => one.spec.type === "planning_review" && one.proposal)
      : undefined;
  if (!review) return null;
  return (
    <PanelSection title="Review before it">
      <ReviewDecision state={state} task={review} />
    </PanelSection>
  );
}

/** What the reviewer's tail changes against what is left of the plan. */
export function ProposedTail({ grounds }: { grounds: Grounds | undefined }) {
  const tail = plan.safeParse(grounds?.tail);
  if (!tail.success || !grounds?.remaining) return null;
  return (
    <div className="mt-2">
      <p className="text-muted text-xs">Its new tail, against what is left of the plan</p>
      <PlanChanges lines={diffLines(diffPlans(grounds.remaining, tail.data))} />
    </div>
  );
}

/** The question without what has a place of its own on the panel. */
function promptOf({ kind, prompt }: ApprovalState): string {
  if (kind === "review_decision") return prompt.split(/(?<=[.:]) /, 1)[0] ?? prompt;
  return kind === "unknown_outcome" ? (prompt.split(" Arguments: ")[0] ?? prompt) : prompt;
}

/** The arguments of the call that a gate asks about, laid out where they are JSON. */
export function argumentsOf(prompt: string): string | undefined {
  const [, args] = prompt.split(" Arguments: ");
  if (args === undefined) return undefined;
  try {
    return JSON.stringify(JSON.parse(args), null, 2);
  } catch {
    return args;
  }
}
