import fc from "fast-check";
import { type GateSpec, type Plan, plan as planSchema } from "@/lib/core/plan/schema";
import type { RunState } from "@/lib/core/run";
import { holdOn } from "@/lib/core/run/controls/hold";
import { callKey } from "@/lib/core/run/gates/of-task";
import { verbRow } from "@/lib/core/run/gates/table";
import { statedReason } from "@/lib/core/run/reasons";
import { isTerminalTask } from "@/lib/core/run/status";
import { truncateSummary } from "@/lib/core/run/truncate/summary";
import { storeValue } from "@/lib/core/stored-value";
import { type ControlPromise, FREE_INPUT } from "./control-oracle";
import { type AttemptAt, actor, PlayedRun, voter } from "./played-run";
import { RunWorld, type TaskDraft } from "./run-world";

/** Ways in which people, models and plans could get something done without the people of a gate. */

const PEOPLE = ["Anna", "Bob", "Cy"] as const;
const person = fc.constantFrom(...PEOPLE);

/** Anna wrote the mission. */
const gateArb = fc.record({
  assignees: fc.constantFrom<string[]>([], ["Bob"], ["Bob", "Cy"]),
  quorum: fc.constantFrom<number>(1, 1, 2),
  fourEyes: fc.boolean(),
  onFailure: fc.constantFrom("stop", "skip", "replan" as const),
  critical: fc.boolean(),
  form: fc.constantFrom(undefined, undefined, { type: "object", required: ["sum"] }),
  silence: fc.constantFrom("waits", "waits", "rejects", "hands on" as const),
});
type GateDraft = typeof gateArb extends fc.Arbitrary<infer T> ? T : never;

/** What a model or a person puts in the place of what is left of the plan. */
const TAILS = [
  ...(["no_gate", "plain_gate", "own_id", "behind_old", "equal", "same"] as const),
  ...(["formless", "passes_in_silence", "handed_on", "unseen", "program"] as const),
] as const;

const moveArb = fc.oneof(
  fc.record({
    do: fc.constant("answer" as const),
    gate: fc.nat(3),
    verb: fc.nat(5),
    by: person,
    forks: fc.constant(false),
  }),
  fc.record({
    do: fc.constant("answer" as const),
    gate: fc.nat(1),
    verb: fc.constant(0),
    forks: fc.boolean(),
    by: person,
  }),
  fc.record({
    do: fc.constantFrom("skip" as const, "supply" as const, "accept" as const),
    task: fc.constantFrom("g", "g", "send"),
    by: person,
  }),
  fc.record({ do: fc.constant("replan" as const), tail: fc.constantFrom(...TAILS), insists: fc.boolean() }),
  fc.record({ do: fc.constant("edit" as const), tail: fc.constantFrom(...TAILS), by: person }),
  fc.record({ do: fc.constant("retry" as const), task: fc.constantFrom("g", "send") }),
  fc.record({ do: fc.constant("fork" as const) }),
);
export type Move = typeof moveArb extends fc.Arbitrary<infer T> ? T : never;

export const attackArb = fc.record({
  gate: gateArb,
  shape: fc.constantFrom("direct", "review_after", "review_beside"),
  review: fc.constantFrom("CONTINUE", "COMPLETE" as const),
  iteration: fc.constantFrom(undefined, ...TAILS),
  controls: fc.constantFrom("ask", "ask", "refuse" as const),
  moves: fc.array(moveArb, { minLength: 1, maxLength: 9 }),
});
export type Attack = typeof attackArb extends fc.Arbitrary<infer T> ? T : never;

const TOOLS = [{ name: "mail", sideEffects: "external" }] as const;

function planWith(...tasks: TaskDraft[]): Plan {
  return planSchema.parse({
    title: "Plan",
    agents: { mailer: { prompt: "", tools: ["mail"] } },
    tasks: tasks.map((task) => ({ title: task.id, ...task })),
  });
}

/** No clock of these stories comes to a deadline: who may answer stays as the terms say. */
const LONG = { timeoutSeconds: 1_000_000 } as const;
const SILENCE: Record<GateDraft["silence"], Partial<GateSpec>> = {
  waits: { onTimeout: "reject" },
  rejects: { ...LONG, onTimeout: "reject" },
  "hands on": { ...LONG, onTimeout: "escalate", escalateTo: ["Dan"] },
};

const gateTask = (
  { onFailure, critical, silence, form, ...terms }: GateDraft,
  id = "g",
  more: Partial<GateSpec> = {},
): TaskDraft => ({
  id,
  type: "human_review",
  dependsOn: ["draft"],
  onFailure,
  critical,
  gate: { prompt: "Send it?", ...SILENCE[silence], ...(form && { form }), ...terms, ...more },
});

function firstPlan({ gate, shape }: Attack): Plan {
  const review: TaskDraft[] =
    shape === "direct"
      ? []
      : [{ id: "r", type: "planning_review", dependsOn: [shape === "review_after" ? "g" : "draft"] }];
  return planWith(
    { id: "draft" },
    { id: "log", agent: "mailer", input: FREE_INPUT },
    gateTask(gate),
    ...review,
    {
      id: "send",
      agent: "mailer",
      input: "Send it",
      dependsOn: ["g", ...(shape === "review_after" ? ["r"] : [])],
    },
  );
}

/** What the first plan promised to whom. */
export const promiseOf = ({
  gate: { assignees, quorum, fourEyes, form, silence },
}: Attack): ControlPromise => ({
  gate: "g",
  people: assignees,
  hasForm: form !== undefined,
  handedTo: silence === "hands on" ? ["Dan"] : [],
  quorum,
  notBy: fourEyes ? ["Anna"] : [],
});

/** One attack on one run, at which everyone tries what they can, and the engine does what the run lets it. */
export class Assault extends PlayedRun {
  world: RunWorld;
  protected readonly tools = TOOLS;
  private tail: (typeof TAILS)[number] | undefined;
  private insists = false;

  private readonly attack: Attack;

  constructor(attack: Attack) {
    super();
    this.attack = attack;
    const { controls } = attack;
    const settings = {
      controls,
      replanGraceMs: 0,
      maxTotalReplans: 6,
      maxReplansPerTask: 6,
      reviewMode: "auto",
    } as const;
    const rest = {
      critic: { mode: "off", minScore: 0 },
      summarizer: "on",
      maxIterations: attack.iteration ? 1 : 0,
    } as const;
    this.world = new RunWorld({ by: actor("Anna"), settings: { ...settings, ...rest } });
    this.world.plan = firstPlan(attack);
    this.world.start();
    const key = this.world.keyOfKind("plan");
    this.world.send({ type: "plan_drafted", key, plan: this.offered(this.world.plan) });
    this.work();
    for (const move of attack.moves) {
      this.make(move);
      // A fork may come before anything that an answer lets happen.
      if (move.do !== "answer" || !move.forks) this.work();
      else this.make({ do: "fork" });
      this.work();
    }
  }

  protected override get decision() {
    return this.attack.review;
  }

  private make(move: Move): void {
    const { world } = this;
    const { state } = world;
    const reason = "because";
    switch (move.do) {
      case "answer":
        return this.answer(move.gate, move.verb, move.by);
      case "skip":
        return void world.send(
          { type: "skip_task", taskId: move.task, reason, by: voter(move.by) },
          actor(move.by),
        );
      case "accept":
        return void world.send(
          { type: "accept_result", taskId: move.task, reason, by: voter(move.by) },
          actor(move.by),
        );
      case "supply": {
        const { stored: value } = storeValue("ok");
        return void world.send(
          { type: "supply_result", taskId: move.task, value, reason, by: voter(move.by) },
          actor(move.by),
        );
      }
      case "retry":
        return void world.send({ type: "retry_task", taskId: move.task }, actor("Anna"));
      case "replan":
        this.tail = move.tail;
        this.insists = move.insists;
        return void world.send({ type: "request_replan", instruction: reason }, actor("Anna"));
      case "edit": {
        const plan = this.tailOf(move.tail);
        const edit = { type: "edit_plan", expectedPlanVersion: state.planVersion, reason } as const;
        world.send({ ...edit, plan: this.offered(plan), by: voter(move.by) }, actor(move.by));
        return world.readPlan();
      }
      case "fork": {
        if (state.phase === "ended") return;
        this.world = world.fork(state.seq);
      }
    }
  }

  private answer(nth: number, verbNth: number, by: string): void {
    const { state } = this.world;
    const open = Object.keys(state.openApprovals);
    const approvalId = open[nth % Math.max(1, open.length)];
    const gate = approvalId === undefined ? undefined : state.approvals[approvalId];
    if (!gate || approvalId === undefined) return;
    const verb = gate.verbs[verbNth % gate.verbs.length] as (typeof gate.verbs)[number];
    // It fits the form of a gate that has one.
    const value = verbRow(verb).needs === "value" ? { value: storeValue({ sum: 1 }).stored } : {};
    const given = { ...value, comment: "because", provenance: "person" } as const;
    this.world.send({ type: "decide_approval", approvalId, verb, ...given, by: voter(by) }, actor(by));
    this.world.readPlan();
  }

  /** Keeps what has ended; `n` makes new ids and new work. */
  private tailOf(kind: (typeof TAILS)[number]): Plan {
    const { state, plan } = this.world;
    const n = state.seq;
    const tasks = (plan as Plan).tasks;
    const ended = tasks.filter(({ id }) => isTerminalTask(state.tasks[id]?.status ?? "pending"));
    const has = (id: string) => ended.some((task) => task.id === id);
    const { gate } = this.attack;
    const draft = has("draft") ? [] : [{ id: "draft" }];
    const send = (dependsOn: string[]): TaskDraft => ({
      id: `send${n}`,
      agent: "mailer",
      input: `Send it ${n}`,
      dependsOn,
    });
    const plain: GateDraft = { ...gate, assignees: [], quorum: 1, fourEyes: false };
    const kept = [...ended, ...draft] as TaskDraft[];
    switch (kind) {
      case "no_gate":
        return planWith(...kept, send([]));
      case "plain_gate":
        return planWith(...kept, gateTask(plain, `g${n}`), send([`g${n}`]));
      case "equal":
        return planWith(...kept, gateTask(gate, `g${n}`), send([`g${n}`]));
      case "own_id":
        return planWith(...kept, ...(has("g") ? [] : [gateTask(plain)]), send(["g"]));
      case "behind_old":
        return planWith(...kept, ...(has("g") ? [] : [gateTask(gate)]), send(["g"]));
      case "formless":
        return planWith(...kept, gateTask({ ...gate, form: undefined }, `g${n}`), send([`g${n}`]));
      case "passes_in_silence": {
        const passes = gateTask(gate, `g${n}`, { ...LONG, onTimeout: "approve" });
        return planWith(...kept, passes, send([`g${n}`]));
      }
      case "handed_on": {
        const wider = gateTask(gate, `g${n}`, { ...LONG, onTimeout: "escalate", escalateTo: ["Eve"] });
        return planWith(...kept, wider, send([`g${n}`]));
      }
      case "unseen":
        return planWith(...kept, { ...gateTask(gate, `g${n}`), dependsOn: [] }, send(["draft", `g${n}`]));
      case "program":
        return planWith(...kept, { id: `send${n}`, type: "direct", input: `(tool/mail {:n ${n}})` });
      case "same":
        return planWith(...kept, { id: `send${n}`, agent: "mailer", input: "Send it" });
    }
  }

  protected override summarize(key: string): void {
    const { world } = this;
    const needReplan = world.state.counters.iterations === 0 && this.attack.iteration !== undefined;
    const answer = {
      finalAnswer: `done ${world.state.seq}`,
      qualityScore: 1,
      qualityReasoning: "",
      needReplan,
      replanReason: "more",
      usedEvidence: [],
    };
    this.tail = this.attack.iteration;
    world.send({ type: "summary_written", key, summary: truncateSummary(answer).kept });
  }

  protected writePlan(kind: "replan" | "plan", key: string): void {
    const { world, tail } = this;
    const refused = world.state.replan?.refused ?? world.state.redrafts?.refused;
    if (!tail || (refused && !this.insists && kind === "replan")) {
      if (kind === "plan") return void world.send({ type: "plan_refused", key, issues: [] });
      return void world.send({ type: "replan_unwritten", key, reason: statedReason("none"), issues: [] });
    }
    const plan = this.offered(this.tailOf(tail));
    const fromVersion = world.state.planVersion;
    if (kind === "plan") world.send({ type: "plan_drafted", key, plan });
    else world.send({ type: "replan_written", key, plan, fromVersion, renamed: [] });
    if (world.state.planVersion > fromVersion) this.tail = undefined;
    world.readPlan();
  }

  /** What the engine does about a call (`ruleOnCalls`): it asks where a control holds it back, and else makes it. */
  protected runTask(at: AttemptAt): void {
    const { world } = this;
    const { spec, verdicts = {} } = world.state.tasks[at.taskId] as RunState["tasks"][string];
    if (spec.agent !== "mailer" && spec.type !== "direct") return void world.succeed(at.taskId);
    const call = { step: 1, callId: `c${at.attempt}`, tool: "mail" };
    const verdict = verdicts[callKey(1, call.callId)];
    if (verdict?.verb === "reject") return void world.succeed(at.taskId);
    const held = holdOn(world.state, { taskId: at.taskId, tool: "mail" }, callKey(1, call.callId));
    if (held) {
      const ask = world.askOf({ ...call, kind: "tool_approval", obligations: held.obligations });
      return void world.send({ type: "calls_asked", ...at, step: 1, asks: [ask] });
    }
    this.call(at, call);
    world.succeed(at.taskId);
  }
}
