import type { Plan } from "@/lib/core/plan/schema";
import { storeValue } from "@/lib/core/stored-value";
import { planOf, RunWorld, type TaskDraft } from "./run-world";

/** A plan with an agent that deploys and one that only looks. */
export function withAgents(...tasks: TaskDraft[]): Plan {
  const agent = (tools: string[]) => ({ prompt: "", tools });
  return { ...planOf(...tasks), agents: { deployer: agent(["deploy", "look"]), reader: agent(["look"]) } };
}

/** A run that waits at `ask`, with the given tasks after it. */
export function waitingAtGate(...after: TaskDraft[]) {
  const gate: TaskDraft = { id: "ask", type: "human_review" };
  const world = new RunWorld({ plan: withAgents(gate, ...after) });
  world.start();
  const shown = storeValue("It is ready.").stored;
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ask") });
  const [approval] = Object.values(world.state.approvals);
  if (!approval) throw new Error("no gate opened");
  return { state: world.state, gate: approval };
}
