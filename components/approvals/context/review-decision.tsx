import { proposalHeading } from "@/lib/core/describe/gates/votes";
import { actorName } from "@/lib/core/describe/gates/words";
import { isJsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { TONE_TEXT } from "../../status";
import { RelativeTime } from "../../ui/relative-time";
import { SeenText } from "../../ui/seen-text";
import { Part } from "./unread";
import { ProposalText, Votes } from "./votes";

type ReviewDecisionProps = {
  state: RunState;
  task: TaskState;
  /** The run's events as far as they are there: they tell who overrode a held decision. */
  log?: readonly RunEvent[];
};

/**
 * What a planning review came to: the reviewer's proposal, and beside it the decision of a person who decided
 * otherwise, with who, when and why. Of several reviewers every vote is shown. Nothing before there is any of it.
 */
export function ReviewDecision({ state, task, log }: ReviewDecisionProps) {
  const { proposal } = task;
  const decided = decidedOf(task);
  if (!proposal && !decided && !task.votes) return null;
  const overridden = decided && proposal && decided.decision !== proposal.decision;
  return (
    <Part name="review">
      <div className="grid gap-2">
        {proposal && (
          <div>
            <p className="text-muted text-xs">
              {proposalHeading(task, decided?.decision, proposal.decision)}
            </p>
            <ProposalText proposal={proposal} />
          </div>
        )}
        <Votes task={task} />
        {decided && (overridden || !proposal || decided.provenance === "person") && (
          <div className="border-line border-t pt-2">
            <p className="text-muted text-xs">
              {overridden ? "Overridden" : "Decided"} <Decider state={state} task={task} log={log} />
            </p>
            <p>
              <strong className={overridden ? TONE_TEXT.amber : ""}>
                {overridden && <span aria-hidden="true">◈ </span>}
                {decided.decision}
              </strong>
              {decided.reasoning !== proposal?.reasoning && (
                <>
                  {" · "}
                  <q className="wrap-anywhere whitespace-pre-wrap">
                    <SeenText text={decided.reasoning} />
                  </q>
                </>
              )}
            </p>
          </div>
        )}
      </div>
    </Part>
  );
}

/** Who decided and when, as far as the page knows. */
function Decider({
  state,
  task,
  log,
}: Required<Pick<ReviewDecisionProps, "state" | "task">> & Pick<ReviewDecisionProps, "log">) {
  const answer =
    task.approvalId === undefined ? undefined : getOwn(state.approvals, task.approvalId)?.decided;
  const event = log?.find((one) => one.type === "review_decided" && one.payload.taskId === task.id);
  const by = answer?.by ?? event?.actor;
  const at = answer?.at ?? event?.at ?? task.endedAt;
  const named = by?.kind === "person" ? by.name : undefined;
  return (
    <>
      {named
        ? `by ${named}`
        : decidedOf(task)?.provenance === "person"
          ? "by a person"
          : by && `by ${actorName(by)}`}
      {at !== undefined && (
        <>
          , <RelativeTime at={at} />
        </>
      )}
    </>
  );
}

function decidedOf({ status, result }: TaskState) {
  const value = result && "inline" in result ? result.inline : undefined;
  if (status !== "succeeded" || !isJsonObject(value)) return undefined;
  const { decision, reasoning, provenance } = value;
  if (typeof decision !== "string" || typeof reasoning !== "string") return undefined;
  return { decision, reasoning, provenance };
}
