import type { TaskState } from "@/lib/core/run/state";
import { changeLines } from "./changes/change-lines";
import { PlanChanges } from "./changes/plan-changes";
import type { ApprovalContext } from "./use-approval-context";
import { ProposalText, Votes } from "./votes";

type ReviewProposalProps = { task: TaskState; approvalContext: ApprovalContext | undefined };

/** What a review proposes, the tail that it wrote, and how its reviewers voted. */
export function ReviewProposal({ task, approvalContext }: ReviewProposalProps) {
  const { tail, remaining } = approvalContext ?? {};
  return (
    <div className="grid gap-2">
      {task.proposal && <ProposalText proposal={task.proposal} />}
      {tail && remaining && (
        <div className="mt-2">
          <p className="text-muted text-xs">Proposed tail compared with the rest of the plan</p>
          <PlanChanges lines={changeLines(remaining, tail)} />
        </div>
      )}
      <Votes task={task} />
    </div>
  );
}
