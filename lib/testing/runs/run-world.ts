import type { z } from "zod";
import type { AttachmentFacts } from "@/lib/core/attachments";
import { isSameJson } from "@/lib/core/json";
import type { Answerer, Voter } from "@/lib/core/people";
import { reachOf } from "@/lib/core/plan/reach";
import { type Plan, plan as planSchema, type task } from "@/lib/core/plan/schema";
import { patchBetween, planDigest, storePlan } from "@/lib/core/plan/store";
import type { StoredPlan } from "@/lib/core/plan/stored";
import {
  type Command,
  type CommandOutcome,
  type Effect,
  initialState,
  nextEffects,
  type OfferedPlan,
  type RunEvent,
  type RunState,
  readEvent,
  transact,
} from "@/lib/core/run";
import type { CallAsk, ForkChanges } from "@/lib/core/run/commands";
import type { PlanCritique } from "@/lib/core/run/events/critique";
import type { CallBound } from "@/lib/core/run/events/engine";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { forkedEvents, sharedEvents } from "@/lib/core/run/events/fork";
import type { GivenReview, PlanOrigin } from "@/lib/core/run/events/mission";
import { planVersionsOf } from "@/lib/core/run/events/plan-versions";
import { fold } from "@/lib/core/run/fold";
import { statedReason } from "@/lib/core/run/reasons";
import { type RunSettings, runSettings } from "@/lib/core/run/settings";
import { type StoredValue, storeValue } from "@/lib/core/stored-value";

/** A task as a test writes it: what has a default may be left out. */
export type TaskDraft = Partial<z.input<typeof task>> & { id: string };
type Given = {
  plan?: Plan;
  settings?: Partial<RunSettings>;
  critique?: PlanCritique;
  origin?: PlanOrigin;
  reviews?: Record<string, GivenReview>;
  attachments?: AttachmentFacts[];
  initialResults?: Record<string, StoredValue>;
  /** The tools that are known where the plan is offered; else any task may do anything. */
  tools?: Parameters<typeof reachOf>[1];
  /** Who writes the mission. */
  by?: ActorRef;
  /** How many of the first events are read back as they would be stored. */
  readBack?: number;
};
type Work = Exclude<Effect, { kind: "wake" }>;

export const ANNA: Extract<ActorRef, { kind: "person" }> = { kind: "person", id: "anna", name: "Anna" };
const WORKER: ActorRef = { kind: "worker", id: "w1" };

/** A plan of these tasks, all defaults filled in. */
export function planOf(...tasks: TaskDraft[]): Plan {
  return planSchema.parse({ title: "Plan", tasks: tasks.map((task) => ({ title: task.id, ...task })) });
}

/** The plan as a command offers it, against its parent version; with `tools` also what its tasks may do by them. */
export function offer(plan: Plan, parent?: StoredPlan, tools?: Given["tools"]): OfferedPlan {
  const reach = tools && { reach: reachOf(plan, tools) };
  const patch = patchBetween(parent, storePlan(plan).plan);
  return { digest: planDigest(plan), patch, warnings: [], ...reach };
}

/** Long random stories read all of their events back by themselves, in a test of its own. */
const READ_BACK = 40;

/**
 * A run without IO: sends commands, moves time, reports outcomes of effects, and keeps every event. The tests of
 * lib/core/run tell their stories with it.
 */
export class RunWorld {
  readonly state: RunState = initialState("run_1");
  readonly events: RunEvent[] = [];
  plan: Plan | undefined;
  now = 1_000;
  /** How the fork came out that began this world. */
  forked: CommandOutcome | undefined;
  private count = 0;
  private readonly answered = new Map<string, Answerer>();
  private readonly readBack: number;
  private readonly tools: Given["tools"];

  constructor(options: Given = {}) {
    this.plan = options.plan;
    this.readBack = options.readBack ?? READ_BACK;
    this.tools = options.tools;
    const { critique, origin = "person" } = options;
    const offered = options.plan && {
      ...offer(options.plan, undefined, options.tools),
      ...(critique && { critique }),
      origin,
    };
    const create = {
      type: "create" as const,
      workspaceId: "local",
      mission: "Do it",
      settings: runSettings.parse({ replanCooldownMs: 0, summarizer: "off", ...options.settings }),
      tags: [],
      ...(offered && { plan: offered }),
      ...(options.reviews && { reviews: options.reviews }),
      ...(options.attachments && { attachments: options.attachments }),
      ...(options.initialResults && { initialResults: options.initialResults }),
    };
    this.send(create, options.by);
    this.send({ type: "take_lease", workerId: "w1" });
  }

  /** A fork of this run at the end of what the command of event `seq` came to, some time later. */
  fork(seq: number, laterMs = 60_000, changes: Omit<ForkChanges, "by"> & { by?: Voter } = {}): RunWorld {
    const shared = sharedEvents(this.events, seq);
    const world = new RunWorld(this.tools ? { tools: this.tools } : {});
    const runId = "run_2";
    const events = forkedEvents(shared, runId);
    for (const name of Object.keys(world.state)) delete (world.state as Record<string, unknown>)[name];
    Object.assign(world.state, fold(runId, structuredClone(events)));
    world.events.splice(0, world.events.length, ...events);
    world.readPlan();
    world.now = this.now + laterMs;
    const { by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true }, ...given } = changes;
    const plain = {
      ...({ type: "fork", parentRunId: this.state.runId, fromSeq: shared.length } as const),
      ...(by.mayReview && { mayReview: true as const }),
    };
    const isChanged = Object.keys(given).length > 0;
    world.forked = world.send({ ...plain, ...(isChanged && { changes: { by, ...given } }) }, ANNA);
    if (!world.forked.ok) return world;
    world.readPlan();
    world.send({ type: "take_lease", workerId: "w2" });
    return world;
  }

  /** Takes the plan in force from the events, where it was not written by the one who sends it. */
  readPlan(): void {
    const version = planVersionsOf(this.events).at(-1);
    this.plan = version && planSchema.parse(version.plan);
  }

  send(sent: Command, actor: ActorRef = WORKER): CommandOutcome {
    this.count += 1;
    const command = this.withPeople(sent);
    const { events, outcomes } = transact(this.state, [{ id: `c${this.count}`, actor, command }], this.now);
    this.keep(events);
    return outcomes[0] as CommandOutcome;
  }

  /** Everyone who has answered is still there, unless the command says who is. */
  protected withPeople(command: Command): Command {
    if (command.type !== "decide_approval" || !command.by) return command;
    this.answered.set(command.by.id, { ...command.by, capabilities: ["review"] });
    return { people: [...this.answered.values()], ...command };
  }

  /** Lets time pass; what is due by itself happens. */
  tick(ms: number): this {
    this.now += ms;
    this.keep(transact(this.state, [], this.now).events);
    return this;
  }

  /** Events are what is stored: the first ones are read back as they are; a property without a value would be lost there. */
  private keep(events: RunEvent[]): void {
    for (const event of events) {
      const path = pathOfUndefined(event);
      if (path) throw new Error(`${event.type} has an undefined ${path.join(".")}`);
      if (event.seq <= this.readBack && !isSameJson(readEvent(event), event))
        throw new Error(`${event.type} is read back as something else`);
    }
    this.events.push(...events);
  }

  /** What may start now. */
  startable(): Work[] {
    return nextEffects(this.state).filter(
      (effect): effect is Work =>
        effect.kind !== "wake" && (effect.notBefore ?? 0) <= this.now && !this.state.inFlight[effect.key],
    );
  }

  /** Starts all that is wanted now; gives the ids of the tasks concerned. `boundOf`: what the first call of one may take. */
  start(boundOf: (work: Work) => CallBound | undefined = () => undefined): string[] {
    const work = this.startable();
    const calls = work.flatMap((effect) => {
      const bound = boundOf(effect);
      return bound ? [{ ...bound, key: effect.key }] : [];
    });
    this.send({ type: "start", keys: work.map((effect) => effect.key), epoch: this.state.epoch, calls });
    return work.flatMap((effect) => effect.taskId ?? []);
  }

  keyOf(taskId: string): { key: string; taskId: string; attempt: number } {
    const task = this.state.tasks[taskId];
    if (!task) throw new Error(`no task ${taskId}`);
    const key = Object.keys(this.state.inFlight).find((one) => this.state.inFlight[one]?.taskId === taskId);
    return { key: key ?? "none", taskId, attempt: task.attempt };
  }

  /** The key of the run-level effect in flight. */
  keyOfKind(kind: Work["kind"]): string {
    return Object.keys(this.state.inFlight).find((key) => this.state.inFlight[key]?.kind === kind) ?? "none";
  }

  succeed(taskId: string, value: Parameters<typeof storeValue>[0] = `${taskId} done`): CommandOutcome {
    const { stored } = storeValue(value);
    return this.send({
      type: "attempt_succeeded",
      value: stored,
      checks: [],
      ...this.keyOf(taskId),
    });
  }

  /** What one call asks: by default whether it has happened. */
  askOf(ask: Partial<CallAsk>): CallAsk {
    const { stored: shown } = storeValue({ version: "1" });
    const prompt = "Has it happened?";
    const usual = { kind: "unknown_outcome", tool: "deploy", prompt, shown, digest: "d" } as const;
    return { ...usual, callId: "call_1", reasons: [statedReason("because")], ...ask };
  }

  /** Calls of the task's first step ask a person, each by a gate of its own: by default one that may have happened. */
  ask(taskId: string, ...asks: Partial<CallAsk>[]): CommandOutcome {
    const filled = (asks.length === 0 ? [{}] : asks).map((ask, n) =>
      this.askOf({ callId: `call_${n + 1}`, ...ask }),
    );
    return this.send({ type: "calls_asked", step: 1, asks: filled, ...this.keyOf(taskId) });
  }

  fail(taskId: string, diagnosis = `${taskId} broke`): CommandOutcome {
    return this.send({
      type: "attempt_failed",
      code: "error",
      diagnosis: statedReason(diagnosis),
      checks: [],
      ...this.keyOf(taskId),
    });
  }

  /** A check refuses the result, or cannot judge it. */
  refuse(taskId: string, diagnosis: string, outcome: "failed" | "error" = "failed"): CommandOutcome {
    const code = outcome === "failed" ? "check_failed" : "verification_error";
    const checks = [
      { layer: "schema", outcome: "passed" } as const,
      {
        layer: "predicate",
        shown: "(pos? data/result)",
        outcome,
        diagnosis: statedReason(diagnosis),
      } as const,
    ];
    const { stored: output } = storeValue(`${taskId} draft`);
    return this.send({
      type: "attempt_failed",
      code,
      diagnosis: statedReason(diagnosis),
      output,
      checks,
      ...this.keyOf(taskId),
    });
  }

  /** The replanner writes this tail, with its errors shown once more where that is asked for; gates of waivers are passed. */
  replan(
    plan: OfferedPlan,
    { waive = false, tail, waiver = ANNA }: { waive?: boolean; tail?: string; waiver?: typeof ANNA } = {},
  ): CommandOutcome {
    const write = () => {
      this.start();
      const key = this.keyOfKind("replan");
      const fromVersion = this.state.planVersion;
      const shown = tail === undefined ? {} : { tail };
      return this.send({ type: "replan_written", key, plan, fromVersion, renamed: [], ...shown });
    };
    const first = write();
    if (!waive || this.state.replan?.refused?.code !== "control_weakened") return first;
    const second = write();
    for (const approvalId of Object.keys(this.state.openApprovals)) {
      if (this.state.approvals[approvalId]?.kind !== "control_waiver") continue;
      const by = { id: waiver.id, name: waiver.name, roles: [], mayReview: true };
      const answer = { approvalId, verb: "approve", provenance: "person", by } as const;
      this.send({ type: "decide_approval", ...answer }, waiver);
    }
    return second;
  }

  /** A person puts this plan in the place of the one in force. */
  edit(
    plan: Plan,
    reason: string,
    { by, expectedPlanVersion = this.state.planVersion }: { by?: Voter; expectedPlanVersion?: number } = {},
  ): CommandOutcome {
    const lineages = new Map(Object.values(this.state.tasks).map((task) => [task.id, task.spec.lineage]));
    const offered = offer(plan, storePlan(this.plan as Plan, lineages).plan, this.tools);
    const edit = {
      type: "edit_plan" as const,
      plan: offered,
      expectedPlanVersion,
      reason,
      ...(by && { by }),
    };
    const editor: ActorRef = by ? { kind: "person", id: by.id, name: by.name } : ANNA;
    const outcome = this.send(edit, editor);
    if (outcome.ok) this.plan = plan;
    return outcome;
  }

  /** Starts and succeeds these tasks one after the other. */
  run(...ids: string[]): this {
    for (const id of ids) {
      this.start();
      this.succeed(id);
    }
    return this;
  }

  /** The ids of events' types, optionally of one task. */
  types(taskId?: string): string[] {
    return this.events
      .filter(
        (event) => taskId === undefined || ("taskId" in event.payload && event.payload.taskId === taskId),
      )
      .map((event) => event.type);
  }

  last<T extends RunEvent["type"]>(type: T): Extract<RunEvent, { type: T }> {
    const found = this.events.findLast((event) => event.type === type);
    if (!found) throw new Error(`no event ${type}; there are: ${this.types().join(" ")}`);
    return found as Extract<RunEvent, { type: T }>;
  }

  status(taskId: string): string | undefined {
    return this.state.tasks[taskId]?.status;
  }
}

function pathOfUndefined(value: unknown): string[] | undefined {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const path = inner === undefined ? [] : pathOfUndefined(inner);
    if (path) return [name, ...path];
  }
  return;
}

/** What a worker may still tell of a run that has ended: ends of calls, what they took, and what was never begun. */
const LATE_EVIDENCE: ReadonlySet<RunEvent["type"]> = new Set([
  "late_result",
  "llm_called",
  "budget_settled",
  "call_not_begun",
]);

/** The types of the events behind the end of a run that are no late evidence: there are none. */
export function eventsBehindEnd(events: readonly RunEvent[]): RunEvent["type"][] {
  const end = events.findIndex(({ type }) => type === "run_finished");
  const behind = end === -1 ? [] : events.slice(end + 1).map(({ type }) => type);
  return behind.filter((type) => !LATE_EVIDENCE.has(type));
}
