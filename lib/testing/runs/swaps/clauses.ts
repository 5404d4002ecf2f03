import type { StoredPlan, StoredTask } from "@/lib/core/plan/stored";
import type { RunEvent } from "@/lib/core/run";
import { planVersionsOf } from "@/lib/core/run/events/plan-versions";
import type { Breach } from "../control-oracle";
import { belowIn, OPERATOR } from "./plans";

/** Promises about controls that no effect by itself shows to be broken; read from the log, apart from the rules. */
export function brokenClauses(events: readonly RunEvent[]): Breach[] {
  return new Clauses(events).broken();
}

type At = { seq: number; version: number };

class Clauses {
  private readonly events: readonly RunEvent[];
  private readonly plans: ReadonlyMap<number, StoredPlan>;
  /** Versions that people wrote or let take effect, and the first. */
  private readonly theirs: ReadonlySet<number>;

  constructor(events: readonly RunEvent[]) {
    this.events = events;
    this.plans = new Map(planVersionsOf(events).map(({ version, plan }) => [version, plan]));
    this.theirs = this.versionsOfPeople();
  }

  broken(): Breach[] {
    return this.events.flatMap((event): Breach[] => {
      const { seq, type, planVersion: version, payload } = event;
      const at = { seq, version };
      if (type === "task_started") return this.startedPastRefusal(payload.taskId, at);
      if (type === "task_skipped" && payload.reason.code === "condition_false")
        return this.measuredOtherwise(payload.taskId, at);
      if (type === "approval_opened" && payload.kind === "human_review")
        return this.askedInOtherWords(payload, at);
      if (type === "tool_started") return this.ranChangedTool(payload, at);
      if (type === "steered") return this.steeredUnder(payload.taskId, event.actor, at);
      return [];
    });
  }

  /** Reviews take any end: behind one that a model decided nothing starts that was there when people refused what it waits for. */
  private startedPastRefusal(taskId: string, { seq, version }: At): Breach[] {
    if (this.task(version, taskId)?.type === "planning_review") return [];
    const open = this.reviewsBefore(version, taskId, seq);
    const refused = this.events.filter(
      ({ seq: at, type, payload }) => at < seq && type === "task_failed" && payload.code === "rejected",
    );
    return refused.flatMap(({ planVersion, payload }) => {
      const control = "taskId" in payload ? String(payload.taskId) : "";
      const isBehind = open.some(({ dependsOn }) => dependsOn.includes(control));
      const wasThere = this.task(planVersion, taskId) !== undefined;
      return isBehind && wasThere ? [{ seq, what: `${taskId} starts though ${control} was refused` }] : [];
    });
  }

  /** The reviews right before a task, one behind the other, that no person decided. */
  private reviewsBefore(version: number, taskId: string, before: number): StoredTask[] {
    const found: StoredTask[] = [];
    const ids = [...(this.task(version, taskId)?.dependsOn ?? [])];
    for (const id of ids) {
      const task = this.task(version, id);
      if (task?.type !== "planning_review" || this.isDecidedByPeople(id, before)) continue;
      found.push(task);
      ids.push(...task.dependsOn.filter((one) => !ids.includes(one)));
    }
    return found;
  }

  private isDecidedByPeople(review: string, before: number): boolean {
    const gates = new Set(
      this.events.flatMap(({ type, payload }) =>
        type === "approval_opened" && payload.taskId === review ? [payload.approvalId] : [],
      ),
    );
    return this.events.some(
      ({ seq, type, actor, payload }) =>
        seq < before &&
        type === "approval_decided" &&
        actor.kind === "person" &&
        gates.has(payload.approvalId),
    );
  }

  /** A control that asks by what some work comes to does not ask only where that is work as people left it. */
  private measuredOtherwise(taskId: string, { seq, version }: At): Breach[] {
    const review = this.task(version, taskId)?.review;
    if (review?.requiresHumanApproval !== true) return [];
    const measured = this.measure(version, taskId);
    const known = [...this.theirs].some((one) => one <= version && this.measure(one, taskId) === measured);
    return known ? [] : [{ seq, what: `${taskId} did not ask, by work that a model had changed` }];
  }

  /** All words of the work that leads to a review, whatever its ids. */
  private measure(version: number, id: string): string {
    const task = this.task(version, id);
    if (!task) return "";
    const { type, title, agent, input, details, verification, review, dependsOn } = task;
    const { prompt, tools, reflection } = this.plans.get(version)?.agents[agent] ?? {};
    const own =
      type === "planning_review"
        ? [review?.condition]
        : [title, agent, prompt, tools, reflection, input, details, verification];
    const above = [...dependsOn, ...(review?.previousTasks ?? [])].map((one) => this.measure(version, one));
    return JSON.stringify([type, own, [...new Set(above)].sort()]);
  }

  /** A gate in the place of one that is gone, and that nobody passed or did without, says what that one asked. */
  private askedInOtherWords(
    { taskId = "", askedBefore }: Extract<RunEvent, { type: "approval_opened" }>["payload"],
    { seq, version }: At,
  ): Breach[] {
    const passed = this.events.some(
      (event) =>
        event.seq < seq &&
        (event.type === "task_succeeded"
          ? this.isControl(event.payload.taskId)
          : event.type === "plan_version_adopted" && event.payload.waives !== undefined),
    );
    const now = this.task(version, taskId);
    if (passed || !now || askedBefore) return [];
    const behind = this.actsBehind(version, taskId);
    const inForce = this.plans.get(version)?.tasks ?? [];
    const gone = [...this.theirs].flatMap((one) =>
      one >= version || this.task(one, taskId)
        ? []
        : (this.plans.get(one)?.tasks ?? []).map((task) => ({ one, task })),
    );
    const lost = gone.filter(
      ({ one, task }) =>
        task.type === "human_review" &&
        !inForce.some(
          ({ id, type, lineage }) => id === task.id || (type === "human_review" && lineage === task.lineage),
        ) &&
        task.gate?.prompt !== now.gate?.prompt &&
        this.actsBehind(one, task.id).some((id) => behind.includes(id)),
    );
    return lost
      .slice(0, 1)
      .map(({ task }) => ({ seq, what: `${taskId} does not say what ${task.id} asked` }));
  }

  private isControl(id: string): boolean {
    const found = [...this.plans.values()].flatMap(({ tasks }) => tasks.filter((task) => task.id === id));
    return found.some(
      ({ type, review }) => type === "human_review" || review?.requiresHumanApproval === true,
    );
  }

  /** What acts and waits for a task, any number of tasks behind it. */
  private actsBehind(version: number, id: string): string[] {
    const { tasks, agents } = this.plans.get(version) as StoredPlan;
    const acts = (task: StoredTask) =>
      task.type === "direct"
        ? String(task.input).includes("tool/")
        : task.type === "task" && (agents[task.agent]?.tools ?? []).some((tool) => tool !== "look");
    const behind = belowIn(tasks, id);
    return tasks.filter((task) => behind.has(task.id) && acts(task)).map((task) => task.id);
  }

  /** What people let act by a tool that is another one now, they are asked about again. */
  private ranChangedTool(
    { taskId, tool, attempt, callId }: Extract<RunEvent, { type: "tool_started" }>["payload"],
    { seq, version }: At,
  ): Breach[] {
    const changed = this.changeOf(tool, seq);
    const { tasks = [] } = this.plans.get(version) ?? {};
    const controls = tasks.filter(
      ({ id, type, review }) =>
        (type === "human_review" || (review?.requiresHumanApproval && review.condition === undefined)) &&
        belowIn(tasks, id).has(taskId),
    );
    if (changed === undefined || controls.length === 0) return [];
    const since = new Set(
      this.events.flatMap((event) => {
        if (event.type !== "approval_opened") return [];
        const { approvalId, kind, subject } = event.payload;
        // Of one call the engine itself compares what was asked about, which is played elsewhere.
        const isOfCall = subject?.attempt === attempt && subject?.callId === callId;
        const isAbout =
          kind === "tool_approval" ? event.payload.taskId === taskId && isOfCall : event.seq > changed;
        return isAbout ? [approvalId] : [];
      }),
    );
    const isLet = this.events.some(
      ({ seq: at, type, actor, payload }) =>
        at < seq && type === "approval_decided" && actor.kind === "person" && since.has(payload.approvalId),
    );
    return isLet ? [] : [{ seq, what: `${taskId} used ${tool}, which had changed since people let it act` }];
  }

  /** The event with which a tool was last another one than before. */
  private changeOf(tool: string, before: number): number | undefined {
    let known: string | undefined;
    let changed: number | undefined;
    for (const { seq, type, payload } of this.events) {
      if (seq >= before) break;
      if (type !== "plan_version_adopted" && type !== "tools_changed") continue;
      const now = payload.tools?.find(({ name }) => name === tool)?.definition;
      if (now === undefined) continue;
      if (known !== undefined && known !== now) changed = seq;
      known = now;
    }
    return changed;
  }

  /** Who may not review says nothing to the agent on whose work an act rests that people let pass, or are asked about. */
  private steeredUnder(taskId: string, actor: RunEvent["actor"], { seq, version }: At): Breach[] {
    if (actor.kind !== "person" || actor.name !== OPERATOR) return [];
    const below = new Set([taskId, ...belowIn(this.plans.get(version)?.tasks ?? [], taskId)]);
    const controls = (this.plans.get(version)?.tasks ?? []).filter(({ id }) => this.isControl(id));
    const asked = controls.filter(({ id }) => this.isAskedBy(id, version, seq));
    // Before another control is asked its people see what came of the words.
    const later = controls.filter((one) => !asked.includes(one));
    const held = new Set(later.flatMap(({ id }) => this.actsBehind(version, id)));
    const over = asked.find(({ id }) =>
      this.actsBehind(version, id).some((act) => below.has(act) && !held.has(act)),
    );
    return over ? [{ seq, what: `${actor.name} steered ${taskId} under ${over.id}` }] : [];
  }

  /** Its gate is open or was passed, in this version. */
  private isAskedBy(control: string, version: number, before: number): boolean {
    return this.events.some(
      ({ seq, type, planVersion, payload }) =>
        seq < before && planVersion === version && type === "approval_opened" && payload.taskId === control,
    );
  }

  private versionsOfPeople(): Set<number> {
    const opened = new Map(
      this.events.flatMap(({ type, payload }) =>
        type === "approval_opened" ? [[payload.approvalId, payload] as const] : [],
      ),
    );
    const found = new Set([1]);
    for (const { type, actor, payload } of this.events) {
      if (actor.kind !== "person") continue;
      if (type === "plan_version_adopted") found.add(payload.version);
      if (type !== "approval_decided" || payload.verb !== "approve") continue;
      const gate = opened.get(payload.approvalId);
      if (gate && ABOUT_PLANS.has(gate.kind)) found.add(gate.planVersion);
    }
    return found;
  }

  private task(version: number, id: string): StoredTask | undefined {
    return this.plans.get(version)?.tasks.find((one) => one.id === id);
  }
}

const ABOUT_PLANS: ReadonlySet<string> = new Set(["plan_approval", "plan_change", "control_waiver"]);
