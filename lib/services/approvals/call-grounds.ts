import type { Json } from "@/lib/core/json";
import { type CallApprovalContext, explainPolicy, strictestOf } from "@/lib/core/policy";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { isAboutCall } from "@/lib/core/run/task-gates";
import { policiesOfTask } from "@/lib/core/run/tool-policies";
import type { ServiceContext } from "../context";

/** The same for the call that a gate asks about; undefined where its tool is gone, and for gates about anything else. */
export function callContext(
  ctx: Pick<ServiceContext, "tools" | "setup">,
  state: Readonly<RunState>,
  { kind, subject, taskId = "" }: ApprovalState,
  args: Json,
): CallApprovalContext | undefined {
  const tool = isAboutCall(kind) ? ctx.tools.find(String(subject?.tool)) : undefined;
  if (!tool) return;
  const policies = policiesOfTask(state, ctx.setup.policies(), taskId);
  const findings = policies.map((policy) => explainPolicy(policy, tool, args));
  const { decision, reason } = strictestOf(findings);
  return { inputSchema: tool.inputSchema, decision, reason, findings };
}
