import type { Json } from "../json";
import { evaluatePolicies, type PolicyVerdict, type WorkspacePolicies } from "../policy";
import type { ToolFacts } from "../ports";
import { runSettings } from "../run/settings";
import type { RunState } from "../run/state";
import { policiesOf, policiesOfTask } from "../run/tool-policies";

/**
 * What the policies of today say of a call: those of its run and agent too, where the run is still there; one that came
 * as a file is held to those of the workspace and of agents.
 */
export function replayVerdicts(
  workspace: WorkspacePolicies,
  from?: { state: Readonly<RunState>; taskId: string },
): (tool: ToolFacts, args: Json) => PolicyVerdict {
  const policies = from
    ? policiesOfTask(from.state, workspace, from.taskId)
    : policiesOf({ state: { settings: runSettings.parse({}) }, workspace, role: "agent" });
  return (tool, args) => evaluatePolicies(policies, tool, args);
}
