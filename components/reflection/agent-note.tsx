import { reflectionOfAgent } from "@/lib/core/plan/read-reflection";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { toPercent } from "./look";

type AgentReflectionNoteProps = { agents: RunState["agents"]; task: Pick<TaskState, "spec"> };

/** That critics score the answers of a task's agent, and by what measure; nothing where nobody does. */
export function AgentReflectionNote({ agents, task }: AgentReflectionNoteProps) {
  const { type, agent } = task.spec;
  const reflection = type === "task" ? reflectionOfAgent(agents[agent] ?? {}) : undefined;
  if (!reflection) return null;
  const { threshold, maxRevisions } = reflection;
  const revisions = maxRevisions === 1 ? "1 revision" : `${maxRevisions} revisions`;
  return (
    <p className="text-muted">
      A critic scores its answers: {toPercent(threshold)} of 100 needed, {revisions} at most.
    </p>
  );
}
