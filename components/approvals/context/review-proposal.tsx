import { DiffLines } from "@/components/plans/diff-lines";
import { diffLines } from "@/lib/core/describe/plans/plan-diff";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import type { TaskState } from "@/lib/core/run/state";
import { PanelSection } from "../panel-section";
import type { ApprovalContext } from "./use-approval-context";
import { ProposalText, Votes } from "./votes";

/** What the tail that a review wrote changes in the rest of the plan; nothing where it wrote none. */
export function ProposedTail({ approvalContext }: { approvalContext: ApprovalContext | undefined }) {
  const { tail, remaining } = approvalContext ?? {};
  if (!tail || !remaining) return null;
  return (
    <PanelSection title="Changes in the rest of the plan">
      <DiffLines lines={diffLines(diffPlans(remaining, tail))} />
    </PanelSection>
  );
}

/** What a review proposes, and how its reviewers voted. */
export function ReviewProposal({ task }: { task: TaskState }) {
  return (
    <div className="grid gap-2">
      {task.proposal && <ProposalText proposal={task.proposal} />}
      <Votes task={task} />
    </div>
  );
}
