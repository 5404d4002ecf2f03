import fc from "fast-check";
import type { Plan } from "@/lib/core/plan/schema";
import { plan as planSchema } from "@/lib/core/plan/schema";
import { evaluatePolicies, NO_POLICIES } from "@/lib/core/policy";
import type { RunState } from "@/lib/core/run";
import { holdOn } from "@/lib/core/run/controls/hold";
import { callKey } from "@/lib/core/run/gates/of-task";
import { statedReason } from "@/lib/core/run/reasons";
import type { RunSettings } from "@/lib/core/run/settings";
import { isTerminalTask } from "@/lib/core/run/status";
import { policiesOfTask } from "@/lib/core/run/tool-policies";
import { storeValue } from "@/lib/core/stored-value";
import { type AttemptAt, PlayedRun } from "./played-run";
import { FREE_NOTE } from "./promise-oracle";
import { ANNA, RunWorld, type TaskDraft } from "./run-world";

/** Ways in which models and plans could get rid of an agent's policy or a person's check, or bring a gate's answer along. */

const TAILS = [
  ...(["keep", "redefined", "unused", "other_agent", "other_rule", "program", "new_work"] as const),
  ...(["check_changed", "check_dropped", "check_gone", "check_elsewhere", "check_moved"] as const),
] as const;
type Tail = (typeof TAILS)[number];

const moveArb = fc.oneof(
  fc.record({ do: fc.constant("answer" as const), gate: fc.nat(2), yes: fc.boolean() }),
  fc.record({ do: fc.constant("replan" as const), tail: fc.constantFrom(...TAILS), insists: fc.boolean() }),
  fc.record({ do: fc.constant("edit" as const), tail: fc.constantFrom(...TAILS) }),
  fc.record({ do: fc.constant("retry" as const), task: fc.constantFrom("send", "count") }),
  fc.record({ do: fc.constant("fork" as const) }),
);

export const promiseAttackArb = fc.record({
  author: fc.constantFrom("person", "approved", "model" as const),
  policy: fc.constantFrom("ask", "deny" as const),
  check: fc.constantFrom("predicate", "schema", "model_review" as const),
  given: fc.subarray(["go", "look", "count"]),
  moves: fc.array(moveArb, { minLength: 1, maxLength: 8 }),
});
export type PromiseAttack = typeof promiseAttackArb extends fc.Arbitrary<infer T> ? T : never;

const TOOLS = [{ name: "mail", sideEffects: "external" }] as const;
const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
const settings: Partial<RunSettings> = {
  replanGraceMs: 0,
  replanCooldownMs: 0,
  maxTotalReplans: 8,
  maxReplansPerTask: 8,
  reviewMode: "auto",
  summarizer: "off",
  critic: { mode: "off", minScore: 0 },
};

const RULE = { tool: "mail", path: "to", operator: "!=", value: "us", effect: "ask" } as const;
const POLICIES = { ask: { rules: [RULE] }, deny: { denied: ["mail"] } };
const OTHER_RULE = { rules: [{ ...RULE, value: "all" }] };
const CHECKS: Record<PromiseAttack["check"], Partial<TaskDraft>> = {
  predicate: { verification: "(string? data/result)" },
  schema: { outputSchema: { type: "string" } },
  model_review: { llmReview: "Is it right?" },
};
const CHANGED: typeof CHECKS = {
  predicate: { verification: "(some? data/result)" },
  schema: { outputSchema: {} },
  model_review: { llmReview: "Is it there?" },
};

type Agents = Record<string, { tools: string[]; policy?: object }>;

const planWith = (agents: Agents, tasks: TaskDraft[]): Plan =>
  planSchema.parse({
    title: "Plan",
    agents: Object.fromEntries(Object.entries(agents).map(([name, one]) => [name, { prompt: "", ...one }])),
    tasks: tasks.map((task) => ({ title: task.id, ...task })),
  });

/** One attack on one run; the engine does what the run and its policies let it. */
export class PromiseAssault extends PlayedRun {
  world: RunWorld;
  protected readonly tools = TOOLS;
  private tail: Tail | undefined;
  private insists = false;
  private readonly attack: PromiseAttack;
  private readonly agents: Agents;

  constructor(attack: PromiseAttack) {
    super();
    this.attack = attack;
    this.agents = {
      mailer: { tools: ["mail"], policy: POLICIES[attack.policy] },
      free: { tools: ["mail"] },
    };
    this.world = this.begun(planWith(this.agents, this.firstTasks()));
    this.work();
    for (const move of attack.moves) {
      this.make(move);
      this.work();
    }
  }

  private firstTasks(): TaskDraft[] {
    return [
      { id: "note", agent: "free", input: FREE_NOTE },
      { id: "send", agent: "mailer", input: "Send it", critical: false, maxRetries: 0 },
      { id: "go", type: "human_review", gate: { prompt: "Go on?" } },
      { id: "look", type: "planning_review", dependsOn: ["go"] },
      { id: "count", input: "Count", dependsOn: ["look"], critical: false, ...CHECKS[this.attack.check] },
    ];
  }

  /** Results that are refused with a plan are left out. */
  private begun(plan: Plan): RunWorld {
    const { author, given } = this.attack;
    const all = { ...settings, planApproval: author === "approved" };
    if (author === "person") {
      const initialResults = Object.fromEntries(given.map((id) => [id, storeValue("given").stored]));
      const world = new RunWorld({ plan, by: ANNA, settings: all, initialResults });
      return world.state.phase === "new" ? new RunWorld({ plan, by: ANNA, settings: all }) : world;
    }
    const world = new RunWorld({ by: ANNA, settings: all });
    world.plan = plan;
    world.start();
    this.world = world;
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: this.offered(plan) });
    return world;
  }

  private make(move: PromiseAttack["moves"][number]): void {
    const { world } = this;
    switch (move.do) {
      case "answer": {
        const open = Object.keys(world.state.openApprovals);
        const approvalId = open[move.gate % Math.max(1, open.length)];
        if (approvalId === undefined) return;
        const verb = move.yes ? "approve" : "reject";
        const said = { verb, comment: "because", provenance: "person", by } as const;
        world.send({ type: "decide_approval", approvalId, ...said }, ANNA);
        return world.readPlan();
      }
      case "retry":
        return void world.send({ type: "retry_task", taskId: move.task }, ANNA);
      case "replan":
        this.tail = move.tail;
        this.insists = move.insists;
        return void world.send({ type: "request_replan", instruction: "because" }, ANNA);
      case "edit": {
        const plan = this.offered(this.tailOf(move.tail));
        const expectedPlanVersion = world.state.planVersion;
        world.send({ type: "edit_plan", expectedPlanVersion, reason: "because", plan, by }, ANNA);
        return world.readPlan();
      }
      case "fork":
        if (world.state.phase !== "ended") this.world = world.fork(world.state.seq);
    }
  }

  /** Keeps what has ended; new work has new ids. */
  private tailOf(kind: Tail): Plan {
    const { state, plan } = this.world;
    const n = state.seq;
    const tasks: TaskDraft[] = (plan as Plan).tasks;
    const isOver = ({ id }: TaskDraft) => isTerminalTask(state.tasks[id]?.status ?? "pending");
    const isCount = ({ id }: TaskDraft) => id.startsWith("count") && !state.tasks[id]?.result;
    const others = tasks.filter((task) => !isCount(task) || isOver(task));
    const count = tasks.find((task) => isCount(task) && !isOver(task));
    const { check } = this.attack;
    const bare: TaskDraft = { id: count?.id ?? "count", title: "Count", input: "Count", dependsOn: ["look"] };
    const send = (more: Partial<TaskDraft>): TaskDraft => ({
      id: `send${n}`,
      agent: "mailer",
      input: `Send it ${n}`,
      critical: false,
      ...more,
    });
    const { mailer: _mailer, ...withoutMailer } = this.agents;
    const lax = { ...withoutMailer, mailer: { tools: ["mail"] } };
    switch (kind) {
      case "keep":
        return planWith(this.agents, tasks);
      case "new_work":
        return planWith(this.agents, [...tasks, send({})]);
      case "redefined":
        return planWith(lax, [...tasks, send({})]);
      case "unused":
        return planWith(
          lax,
          tasks.filter((task) => task.agent !== "mailer" || isOver(task)),
        );
      case "other_agent":
        return planWith({ ...this.agents, other: { tools: ["mail"] } }, [...tasks, send({ agent: "other" })]);
      case "other_rule": {
        const mailer = { tools: ["mail"], policy: OTHER_RULE };
        return planWith({ ...this.agents, mailer }, [...tasks, send({})]);
      }
      case "program":
        return planWith(this.agents, [
          ...tasks,
          { id: `send${n}`, type: "direct", input: `(tool/mail {:n ${n}})` },
        ]);
      case "check_changed":
        return planWith(this.agents, [...others, { ...bare, ...CHANGED[check] }]);
      case "check_dropped":
        return planWith(this.agents, [...others, bare]);
      case "check_gone":
        return planWith(this.agents, others);
      case "check_elsewhere":
        return planWith(this.agents, [...others, { id: `one${n}`, input: "Say 1", ...CHECKS[check] }]);
      case "check_moved":
        return planWith(this.agents, [...others, { ...bare, id: `count${n}`, ...CHECKS[check] }]);
    }
  }

  protected writePlan(kind: "plan" | "replan", key: string): void {
    const { world, tail } = this;
    if (kind === "plan") return void world.send({ type: "plan_refused", key, issues: [] });
    if (!tail || (world.state.replan?.refused && !this.insists)) {
      return void world.send({ type: "replan_unwritten", key, reason: statedReason("none"), issues: [] });
    }
    const fromVersion = world.state.planVersion;
    const plan = this.offered(this.tailOf(tail));
    world.send({ type: "replan_written", key, plan, fromVersion, renamed: [] });
    if (world.state.planVersion > fromVersion) this.tail = undefined;
    world.readPlan();
  }

  /** The engine calls what the policies allow, asks where they ask, and gives up where they deny. */
  protected runTask(at: AttemptAt): void {
    const { world } = this;
    const { state } = world;
    const { spec, verdicts = {} } = state.tasks[at.taskId] as RunState["tasks"][string];
    const mails = spec.type === "direct" || state.agents[spec.agent]?.tools.includes("mail");
    if (!mails) return void world.succeed(at.taskId);
    const call = { step: 1, callId: `c${at.attempt}`, tool: "mail" };
    const verdict = verdicts[callKey(1, call.callId)];
    const policies = policiesOfTask(state, NO_POLICIES, at.taskId);
    const { decision } = evaluatePolicies(policies, { name: "mail" }, { to: "all" });
    if (decision === "deny" || verdict?.verb === "reject") return void world.fail(at.taskId);
    const { obligations } = holdOn(state, { taskId: at.taskId, tool: "mail" }, callKey(1, call.callId)) ?? {};
    if (obligations || (decision === "ask" && !verdict)) {
      const ask = world.askOf({ ...call, kind: "tool_approval", ...(obligations && { obligations }) });
      return void world.send({ type: "calls_asked", ...at, step: 1, asks: [ask] });
    }
    this.call(at, call);
    world.succeed(at.taskId);
  }
}
