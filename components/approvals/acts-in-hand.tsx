"use client";

import { linesHeard } from "@/lib/core/describe/people-words";
import type { actsInHand } from "@/lib/core/run/gates/in-hand";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { AlsoGiven } from "./context/also-given";
import { ContextLoaded } from "./context/context-loaded";
import { ReleaseChanges, ReleasedActs } from "./context/release";
import { ServedTools } from "./context/served-tools";
import { Part } from "./context/unread";
import { useApprovalContext } from "./context/use-approval-context";
import { AwaitedSections } from "./panel-section";

type ActsInHandProps = {
  state: RunState;
  task: TaskState;
  acts: ReturnType<typeof actsInHand>;
  /** In what it differs from what was shown before. */
  changes: readonly string[];
};

/** All that a command lets act, and what of it has changed while it was read; its code comes with the first of them. */
export function ActsInHand({ state, task, acts, changes }: ActsInHandProps) {
  const { runId, planVersion: version } = state;
  const read = useApprovalContext({ runId, taskId: task.id, version, attempt: task.attempt });
  const { context, isAwaited } = read;
  return (
    <div className="rounded-lg border border-line *:first:*:border-t-0">
      <Part name="release">
        <ReleasedActs title={titleOf(task)} runId={runId} acts={acts} />
        <ReleaseChanges title="What this lets act has changed" changes={changes} />
      </Part>
      {isAwaited ? (
        <AwaitedSections />
      ) : (
        <Part name="given">
          <ContextLoaded {...read} />
          {context?.servedTools && <ServedTools tools={context.servedTools} />}
          <AlsoGiven state={state} files={context?.files} said={linesHeard(state, acts)} />
        </Part>
      )}
    </div>
  );
}

const titleOf = ({ spec: { type } }: TaskState): string =>
  type === "human_review" || type === "planning_review"
    ? "Releases work that acts outside"
    : "Work that acts outside rests on it";
