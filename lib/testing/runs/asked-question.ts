import type { CallAsk } from "@/lib/core/run/commands";
import type { ApprovalState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { ANNA, RunWorld, type TaskDraft } from "./run-world";
import { KNOWN_TOOLS, withAgents } from "./waiting-gate";

export const personOf = (name: string) => ({ id: name.toLowerCase(), name, roles: [], mayReview: true });

/**
 * A question of the agent that does `prep`, whose result an act reads behind a gate under these terms, which `letBy` let pass;
 * it is asked before that gate opens, or after. Anna is the author.
 */
export function askedUnder(
  gate: Partial<NonNullable<TaskDraft["gate"]>>,
  letBy: string[],
  ask: Partial<CallAsk>,
  isAskedFirst = false,
) {
  const terms = { prompt: "", assignees: [], quorum: 1, ...gate };
  const ok = { id: "ok", type: "human_review", input: "All is well", gate: terms } as TaskDraft;
  const prep: TaskDraft = { id: "prep", title: "Prepare", agent: "reader", input: "Find it" };
  const ship: TaskDraft = { id: "ship", title: "Ship", agent: "deployer", dependsOn: ["ok", "prep"] };
  const world = new RunWorld({ plan: withAgents(ok, prep, ship), tools: KNOWN_TOOLS, by: ANNA });
  world.start();
  if (isAskedFirst) world.ask("prep", { tool: "ask_human", ...ask });
  world.send({
    type: "gate_shown",
    shown: storeValue("All is well").stored,
    digest: "d1",
    prompt: "May it?",
    ...world.keyOf("ok"),
  });
  if (!isAskedFirst) world.ask("prep", { tool: "ask_human", ...ask });
  const gateOf = (taskId: string) =>
    Object.values(world.state.approvals).find((one) => one.taskId === taskId) as ApprovalState;
  for (const name of letBy) {
    const person = personOf(name);
    const answer = { type: "decide_approval", verb: "approve", provenance: "person", by: person } as const;
    world.send({ ...answer, approvalId: gateOf("ok").approvalId }, { kind: "person", id: person.id, name });
  }
  return { world, state: world.state, gate: gateOf("prep") };
}
