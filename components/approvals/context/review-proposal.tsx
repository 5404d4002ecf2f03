import { DiffLines } from "@/components/plans/diff-lines";
import { diffLines } from "@/lib/core/describe/plans/plan-diff";
import { getOwn } from "@/lib/core/own";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import { listedActs, type WithAgents } from "@/lib/core/run/gates/acts";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { PanelSection } from "../panel-section";
import { ReleasedActs } from "./release";
import { Part } from "./unread";
import type { ApprovalContext } from "./use-approval-context";
import { ProposalText, Votes } from "./votes";

type ProposedTailProps = { state: RunState; approvalContext: ApprovalContext | undefined };

/** What the tail that a review wrote changes in the rest of the plan, and what of it acts; nothing where it wrote none. */
export function ProposedTail({ state, approvalContext }: ProposedTailProps) {
  const { tail, remaining, tailActs = [] } = approvalContext ?? {};
  if (!tail || !remaining) return null;
  const agents = { ...remaining.agents, ...tail.agents };
  const listed = tailActs.flatMap(({ taskId, tools, feeds, kept, ended }): WithAgents[] => {
    const known = kept && getOwn(state.tasks, taskId);
    if (known) return [{ task: known.spec, tools, feeds, known, ended, agents: state.agents }];
    const task = tail.tasks.find(({ id }) => id === taskId);
    return task ? [{ task, tools, feeds, agents }] : [];
  });
  const acts = listedActs(state, listed);
  return (
    <Part name="tail">
      <ReleasedActs title="REPLAN releases work that acts outside" runId={state.runId} acts={acts} />
      <PanelSection title="Changes in the rest of the plan">
        <DiffLines lines={diffLines(diffPlans(remaining, tail))} />
      </PanelSection>
    </Part>
  );
}

/** What a review proposes, and how its reviewers voted. */
export function ReviewProposal({ task }: { task: TaskState }) {
  return (
    <Part name="review">
      <div className="grid gap-2">
        {task.proposal && <ProposalText proposal={task.proposal} />}
        <Votes task={task} />
      </div>
    </Part>
  );
}
