import type { StoredPlan, StoredTask } from "@/lib/core/plan/stored";
import type { RunEvent } from "@/lib/core/run";
import { planVersionsOf } from "@/lib/core/run/events/plan-versions";
import type { Breach } from "./control-oracle";

/** Work that no policy ever stood before. */
export const FREE_NOTE = "Note it";
/** The agent whose policy the first plan promises, and the tool that it is about. */
const AGENT = "mailer";
const TOOL = "mail";

type HeldPredicate = { task: string; work: string; check: string };

/**
 * Reads a run's log for what happened against an agent's policy, a person's check or an unanswered gate of its first plan;
 * written apart from the code that holds them. After a fork only what came after it lets anything pass.
 */
export function promiseBreachesOf(events: readonly RunEvent[]): Breach[] {
  const since = events.findLast(({ type }) => type === "run_forked")?.seq ?? 0;
  const own = events.filter(({ seq }) => seq > since);
  const plans = new Map(planVersionsOf(events).map(({ version, plan }) => [version, plan]));
  const planAt = (version: number) => plans.get(version) as StoredPlan;
  const found = [
    ...policyBreaches(events, own, planAt),
    ...checkBreaches(events, planAt),
    ...gateBreaches(own, planAt),
    ...(since === 0 ? needlessQuestions(own) : []),
  ];
  return found.filter(({ seq }) => seq > since);
}

type PlanAt = (version: number) => StoredPlan;

function policyBreaches(all: readonly RunEvent[], events: readonly RunEvent[], planAt: PlanAt): Breach[] {
  const promised = textOf(planAt(1).agents[AGENT]?.policy);
  const isAsked = !promised.includes('"denied":["');
  const mayWith = (version: number, before: number, work: string) =>
    work === FREE_NOTE ||
    events.some((event) => {
      if (event.type !== "plan_version_adopted" || event.seq > before) return false;
      if (!isLetBy(events, event, "(policy)") || event.payload.version > version) return false;
      const plan = planAt(event.payload.version);
      return laxIn(plan, promised).some((task) => task.input === work);
    });
  return events.flatMap((event): Breach[] => {
    const { seq, planVersion, payload, type } = event;
    if (type === "tool_started") {
      const { taskId, callId } = payload;
      const task = planAt(planVersion).tasks.find(({ id }) => id === taskId);
      const isLet =
        isAsked && events.some((one) => one.seq < seq && isYesToCall(events, one, taskId, callId));
      if (isLet || mayWith(planVersion, seq, String(task?.input))) return [];
      return [{ seq, what: `${taskId} used ${TOOL} against the policy` }];
    }
    if (type !== "plan_version_adopted" || payload.version === 1) return [];
    const open = laxIn(planAt(payload.version), promised).filter(
      ({ id, input }) => !isOver(all, id, seq) && !mayWith(payload.version, seq, String(input)),
    );
    return open.map(({ id }) => ({ seq, what: `version ${payload.version} takes ${id} out of the policy` }));
  });
}

/** The tasks that use the tool under another policy than the promised one. */
const laxIn = ({ tasks, agents }: StoredPlan, promised: string): StoredTask[] =>
  tasks.filter(({ type, agent, input }) => {
    if (type === "direct") return String(input).includes(`tool/${TOOL}`);
    return agents[agent]?.tools.includes(TOOL) && textOf(agents[agent]?.policy) !== promised;
  });

/** Checks are a person's from the version on that a person writes, or approves as the plan. */
function checkBreaches(events: readonly RunEvent[], planAt: PlanAt): Breach[] {
  let held: HeldPredicate[] = [];
  const gates = new Map<string, string>();
  return events.flatMap((event): Breach[] => {
    const { type, payload, seq, planVersion } = event;
    if (type === "approval_opened") gates.set(payload.approvalId, payload.kind);
    if (type === "approval_decided" && payload.verb === "approve" && event.actor.kind === "person") {
      if (gates.get(payload.approvalId) === "plan_approval") held = checksOf(planAt(planVersion));
    }
    if (type !== "plan_version_adopted") return [];
    const { tasks } = planAt(payload.version);
    if (payload.author === "person") {
      held = checksOf(planAt(payload.version));
      return [];
    }
    const isLet = isLetBy(events, event, "(checks)");
    const before = new Set(held.map(({ task }) => task));
    const kept = held.map((one): HeldPredicate | undefined => {
      if (isOver(events, one.task, seq, ["task_succeeded", "task_skipped"])) return one;
      const there = tasks.find(({ id }) => id === one.task);
      const by =
        there ??
        tasks.find(
          (task) => !before.has(task.id) && String(task.input) === one.work && checkOf(task) === one.check,
        );
      return by && checkOf(by) === one.check ? { ...one, task: by.id } : undefined;
    });
    const lost = held.filter((_, index) => kept[index] === undefined);
    held = kept.filter((one) => one !== undefined);
    if (isLet) return [];
    return lost.map(({ task }) => ({ seq, what: `version ${payload.version} drops the check of ${task}` }));
  });
}

const checksOf = ({ tasks }: StoredPlan): HeldPredicate[] =>
  tasks.flatMap((task) => {
    const check = checkOf(task);
    return check === NO_CHECK ? [] : [{ task: task.id, work: String(task.input), check }];
  });

const checkOf = ({ verification, outputSchema, llmReview }: StoredTask): string =>
  JSON.stringify([verification ?? null, outputSchema ?? null, llmReview]);
const NO_CHECK = JSON.stringify([null, null, false]);

/** A gate or a review counts as passed by a decision of its own alone. */
function gateBreaches(events: readonly RunEvent[], planAt: PlanAt): Breach[] {
  return events.flatMap(({ type, payload, seq, planVersion }): Breach[] => {
    if (type !== "task_succeeded" || payload.source !== "initial") return [];
    const task = planAt(planVersion).tasks.find(({ id }) => id === payload.taskId);
    if (task?.type !== "human_review" && task?.type !== "planning_review") return [];
    return [{ seq, what: `${payload.taskId} was decided before it asked` }];
  });
}

/** Its tools never change here: in a plan that people let run no call of its own is asked about again. */
const needlessQuestions = (events: readonly RunEvent[]): Breach[] =>
  events.flatMap(({ type, payload, seq }) =>
    type === "approval_opened" && payload.obligations?.some((id) => id.endsWith("/(plan)"))
      ? [{ seq, what: `${payload.taskId} is asked about, which was approved with the plan` }]
      : [],
  );

type Adopted = Extract<RunEvent, { type: "plan_version_adopted" }>;

/** A person wrote the version, or said yes to its doing without that control after the version before it. */
function isLetBy(events: readonly RunEvent[], adopted: Adopted, control: string): boolean {
  if (adopted.payload.author === "person") return true;
  const from =
    events.findLast(({ type, seq }) => type === "plan_version_adopted" && seq < adopted.seq)?.seq ?? 0;
  return events.some((one) => {
    if (one.type !== "approval_decided" || one.seq < from || one.seq > adopted.seq) return false;
    const gate = openedOf(events, one.payload.approvalId);
    const isYes = one.payload.verb === "approve" && one.actor.kind === "person";
    return isYes && gate?.kind === "control_waiver" && String(gate.subject?.control).startsWith(control);
  });
}

function isYesToCall(events: readonly RunEvent[], one: RunEvent, taskId: string, callId: string): boolean {
  if (one.type !== "approval_decided" || one.payload.verb !== "approve" || one.actor.kind !== "person")
    return false;
  const gate = openedOf(events, one.payload.approvalId);
  return gate?.taskId === taskId && gate.subject?.callId === callId;
}

const openedOf = (events: readonly RunEvent[], approvalId: string) =>
  events.flatMap((one) =>
    one.type === "approval_opened" && one.payload.approvalId === approvalId ? [one.payload] : [],
  )[0];

const ENDS: readonly RunEvent["type"][] = ["task_succeeded", "task_skipped", "task_failed", "task_blocked"];

function isOver(events: readonly RunEvent[], id: string, before: number, ends = ENDS): boolean {
  const known = [...ENDS, "task_reopened"];
  const last = events.findLast(
    ({ type, payload, seq }) =>
      seq < before && known.includes(type) && "taskId" in payload && payload.taskId === id,
  );
  return last !== undefined && ends.includes(last.type);
}

const textOf = (value: unknown): string => JSON.stringify(value ?? null);
