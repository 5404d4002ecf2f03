import { DiffLines } from "@/components/plans/diff-lines";
import { diffLines } from "@/lib/core/describe/plans/plan-diff";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import type { TaskState } from "@/lib/core/run/state";
import { PanelSection } from "../panel-section";
import { type Act, agentOf, ReleasedActs } from "./release";
import type { ApprovalContext } from "./use-approval-context";
import { ProposalText, Votes } from "./votes";

type ProposedTailProps = { runId: string; approvalContext: ApprovalContext | undefined };

/** What the tail that a review wrote changes in the rest of the plan, and what of it acts; nothing where it wrote none. */
export function ProposedTail({ runId, approvalContext }: ProposedTailProps) {
  const { tail, remaining, tailActs = [] } = approvalContext ?? {};
  if (!tail || !remaining) return null;
  const acts = tailActs.flatMap(({ taskId, tools, feeds, kept }): Act[] => {
    const plan = kept ? remaining : tail;
    const task = plan.tasks.find(({ id }) => id === taskId);
    const agents = kept ? remaining.agents : { ...remaining.agents, ...tail.agents };
    return task ? [{ task, tools, feeds, agent: agentOf(task, agents) }] : [];
  });
  return (
    <>
      <ReleasedActs title="REPLAN releases work that acts outside" runId={runId} acts={acts} />
      <PanelSection title="Changes in the rest of the plan">
        <DiffLines lines={diffLines(diffPlans(remaining, tail))} />
      </PanelSection>
    </>
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
