import type { Decision, Plan } from "@/lib/core/plan/schema";
import type { CallAsk } from "@/lib/core/run/commands";
import { storeValue } from "@/lib/core/stored-value";
import type { ApprovalView } from "@/lib/core/views";
import { planOf, RunWorld, type TaskDraft } from "./run-world";

/** A plan with an agent that deploys and one that only looks. */
export function withAgents(...tasks: TaskDraft[]): Plan {
  const agent = (tools: string[]) => ({ prompt: "", tools });
  return { ...planOf(...tasks), agents: { deployer: agent(["deploy", "look"]), reader: agent(["look"]) } };
}

/** What those agents use. */
export const KNOWN_TOOLS = [
  { name: "deploy", sideEffects: "external" },
  { name: "look", sideEffects: "read" },
] as const;

/** A run that waits at `ask`, with the given tasks after it. */
export function waitingAtGate(...after: TaskDraft[]) {
  const gate: TaskDraft = { id: "ask", type: "human_review" };
  const world = new RunWorld({ plan: withAgents(gate, ...after), tools: KNOWN_TOOLS });
  world.start();
  const shown = storeValue("It is ready.").stored;
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ask") });
  const [approval] = Object.values(world.state.approvals);
  if (!approval) throw new Error("no gate opened");
  return { state: world.state, gate: approval };
}

/** A run whose task `t` waits for a person because of a call: by default one that may have happened. */
export function waitingForCall(ask: Partial<CallAsk>): RunWorld {
  const world = new RunWorld({ plan: planOf({ id: "t" }) });
  world.start();
  world.ask("t", ask);
  return world;
}

/** An open gate as lists have it. */
export const gateView = (id: string, part: Partial<ApprovalView> = {}): ApprovalView => ({
  id,
  runId: "run_1",
  mission: "Deploy it",
  kind: "human_review",
  taskId: "ask",
  planVersion: 1,
  digest: "d",
  prompt: "May it go out?",
  shown: null,
  verbs: ["approve", "edit", "reject"],
  assignees: [],
  deadlineAt: null,
  onTimeout: null,
  terms: {
    quorum: 1,
    votes: [],
    asked: [],
    notBy: [],
    escalations: 0,
    escalateTo: [],
    form: null,
    options: [],
    supersedes: null,
  },
  subject: null,
  status: "open",
  openedAt: 0,
  decided: null,
  ...part,
});

/** A run whose review `r` has proposed a decision, which is held; task `b` waits for it, and `after` for that. */
export function holdingReview(
  decision: Decision,
  b: Partial<TaskDraft> = {},
  ...after: TaskDraft[]
): RunWorld {
  const plan = withAgents(
    { id: "r", type: "planning_review" },
    { ...b, id: "b", dependsOn: ["r"] },
    ...after,
  );
  const world = new RunWorld({ plan, settings: { reviewMode: "hold" }, tools: KNOWN_TOOLS });
  world.start();
  const proposal = { decision, reasoning: "Three of four sources agree.", answers: [], reviewer: "reviewer" };
  world.send({ type: "review_read", ...world.keyOf("r"), proposal });
  return world;
}
