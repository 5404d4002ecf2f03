import type { StoredPlan, StoredTask } from "@/lib/core/plan/stored";
import type { RunEvent } from "@/lib/core/run";
import { planVersionsOf } from "@/lib/core/run/events/plan-versions";
import { isVoteForEnd } from "./votes";

/** What the first plan asked of people before its tool may be called; written apart from the code that holds it. */
export type ControlPromise = {
  gate: string;
  people: string[];
  quorum: number;
  notBy: string[];
  /** Its answer fits a form. */
  hasForm: boolean;
  /** Who else may answer, once nobody has for long. */
  handedTo: string[];
};

/** A tool call, the answer or a new version that nobody had let pass who could. */
export type Breach = { seq: number; what: string };

const ANSWER = "the answer";
/** Work that no gate ever stood before. */
export const FREE_INPUT = "Log it";

type Consent = {
  seq: number;
  by: string;
  version: number;
  about: "gate" | "version" | "call" | "answer";
  subject: string;
};

/**
 * Reads a run's log for what happened without the people of its first gate: by who said yes to what, and which work that was.
 * Only what is in the run's own log counts, after a fork what came after it.
 */
export function breachesOf(events: readonly RunEvent[], promise: ControlPromise): Breach[] {
  const since = events.findLast(({ type }) => type === "run_forked")?.seq ?? 0;
  const plans = new Map(planVersionsOf(events).map(({ version, plan }) => [version, plan]));
  const consents = consentsIn(events).filter(({ seq }) => seq > since);
  const own = events.filter(({ seq }) => seq > since);
  const planAt = (version: number) => plans.get(version) as StoredPlan;
  const enough = (given: Consent[]) =>
    new Set(given.map(({ by }) => by).filter((by) => mayPass(by, promise))).size >= promise.quorum;
  const isCovered = (one: { seq: number; version: number; node: string; callId?: string }): boolean => {
    const now = planAt(one.version);
    return enough(
      consents.filter(({ seq, about, subject, version }) => {
        if (seq >= one.seq) return false;
        if (about === "call") return subject === one.callId;
        if (about === "answer")
          return one.node === ANSWER && pathOf(planAt(version), ANSWER) === pathOf(now, ANSWER);
        // A question lets nothing pass: once it was answered itself the run's answer takes nothing else of it.
        if (about === "gate" && one.node === ANSWER && isPromisedQuestion(planAt(version), subject))
          return true;
        const before = plans.get(version);
        if (!before) return false;
        const from = about === "gate" ? subject : undefined;
        const path = pathOf(before, one.node, from);
        return path !== undefined && path === pathOf(now, one.node, from);
      }),
    );
  };
  const first = planAt(1).tasks.find(({ id }) => id === promise.gate);
  /** The first gate's question, or one that asks for the same of the same people where it was planned again. */
  const isPromisedQuestion = ({ tasks }: StoredPlan, id: string) => {
    const gate = tasks.find((task) => task.id === id);
    return promise.hasForm && gate?.type === "human_review" && textOf(gate.gate) === textOf(first?.gate);
  };
  return own.flatMap((event): Breach[] => {
    const { seq, planVersion: version } = event;
    if (event.type === "tool_started" && event.payload.sideEffects !== "read") {
      const { taskId, callId } = event.payload;
      const free = planAt(version).tasks.find(({ id }) => id === taskId)?.input === FREE_INPUT;
      if (free || isCovered({ seq, version, node: taskId, callId: `${taskId}/${callId}` })) return [];
      return [{ seq, what: `${taskId} wrote` }];
    }
    if (event.type === "task_started") {
      const { taskId } = event.payload;
      const refused = refusedGate(planAt(version), taskId, own, seq);
      return refused === undefined ? [] : [{ seq, what: `${taskId} started behind ${refused}` }];
    }
    if (event.type === "run_finished" && event.payload.answer) {
      // What was written before an iteration began is judged by the work that it rested on.
      const { digest } = event.payload.answer;
      const written = events.find(
        (one) => one.type === "summarized" && one.payload.finalAnswer.digest === digest,
      );
      const isEarlier =
        written && events.some((one) => one.type === "iteration_started" && one.seq > written.seq);
      const { seq: at, planVersion: of } = isEarlier ? written : event;
      if (at <= since) return [];
      return isCovered({ seq: at, version: of, node: ANSWER }) ? [] : [{ seq, what: "an answer was given" }];
    }
    if (event.type !== "plan_version_adopted" || event.payload.version === 1) return [];
    const next = event.payload.version;
    if (event.actor.kind === "person") return [];
    const exposed = writersOf(planAt(next)).filter(
      ({ id }) =>
        !isGuarded(planAt(next), id, promise) &&
        !hasEnded(events, planAt, id, seq) &&
        !isCovered({ seq, version: next, node: id }),
    );
    return exposed.map(({ id }) => ({ seq, what: `version ${next} lets ${id} write unguarded` }));
  });
}

const textOf = (value: unknown): string => JSON.stringify(value ?? null);

/** A gate right before the task that nobody let pass. */
function refusedGate(
  plan: StoredPlan,
  id: string,
  events: readonly RunEvent[],
  before: number,
): string | undefined {
  const task = plan.tasks.find((one) => one.id === id);
  if (task?.type === "planning_review") return;
  const gates = task?.dependsOn.filter((above) =>
    plan.tasks.some((one) => one.id === above && one.type === "human_review"),
  );
  return gates?.find((gate) => {
    const end = events.findLast(
      ({ type, payload, seq }) =>
        seq < before && ENDS.has(type) && "taskId" in payload && payload.taskId === gate,
    );
    return end !== undefined && end.type !== "task_succeeded" && !isSkippedByHand(end);
  });
}

/** A rejection may skip a gate too, which lets nothing pass. */
const isSkippedByHand = (event: RunEvent): boolean =>
  event.type === "task_skipped" && event.payload.reason.code === "skipped_by_person";

const mayPass = (by: string, { people, notBy }: ControlPromise): boolean =>
  (people.length === 0 || people.includes(by)) && !notBy.includes(by);

/** Everyone who said yes, to what. A version that a person writes is that person's yes to it. */
function consentsIn(events: readonly RunEvent[]): Consent[] {
  const gates = new Map(
    events.flatMap((one) => (one.type === "approval_opened" ? [[one.payload.approvalId, one.payload]] : [])),
  );
  return events.flatMap((event): Consent[] => {
    const { seq, actor, planVersion } = event;
    const by = actor.kind === "person" ? actor.name : "";
    switch (event.type) {
      case "approval_voted":
      case "approval_decided": {
        const { approvalId } = event.payload;
        const gate = gates.get(approvalId);
        const yes =
          event.type === "approval_voted"
            ? isVoteForEnd(events, event.payload)
            : ["approve", "edit", "respond"].includes(event.payload.verb);
        if (!gate || !yes) return [];
        const { taskId = "", subject, kind } = gate;
        if (kind === "human_review")
          return [{ seq, by, version: planVersion, about: "gate", subject: taskId }];
        if (kind === "control_waiver")
          return [{ seq, by, version: gate.planVersion, about: "version", subject: "" }];
        if (kind === "answer_release")
          return [{ seq, by, version: planVersion, about: "answer", subject: "" }];
        return [{ seq, by, version: planVersion, about: "call", subject: `${taskId}/${subject?.callId}` }];
      }
      case "task_skipped":
        if (!isSkippedByHand(event)) return [];
        return [{ seq, by, version: planVersion, about: "gate", subject: event.payload.taskId }];
      case "result_supplied":
      case "result_accepted":
        return by === ""
          ? []
          : [{ seq, by, version: planVersion, about: "gate", subject: event.payload.taskId }];
      case "plan_version_adopted":
        return by === "" ? [] : [{ seq, by, version: event.payload.version, about: "version", subject: "" }];
      default:
        return [];
    }
  });
}

const writersOf = ({ tasks, agents }: StoredPlan): StoredTask[] =>
  tasks.filter(({ type, agent, input }) => {
    if (type === "direct") return String(input).includes("tool/mail");
    return type === "task" && input !== FREE_INPUT && agents[agent]?.tools.length;
  });

const ENDS: ReadonlySet<RunEvent["type"]> = new Set([
  "task_succeeded",
  "task_skipped",
  "task_failed",
  "task_blocked",
]);

/** It is over: by its own end, or because a review completed the mission; and nobody has opened it again. */
function hasEnded(
  events: readonly RunEvent[],
  planAt: (version: number) => StoredPlan,
  id: string,
  before: number,
) {
  const last = events.findLast(({ type, payload, seq, planVersion }) => {
    if (seq >= before) return false;
    if (type === "review_decided" && payload.decision === "COMPLETE")
      return planAt(planVersion).tasks.some((task) => task.id === id);
    return (ENDS.has(type) || type === "task_reopened") && "taskId" in payload && payload.taskId === id;
  });
  return last !== undefined && last.type !== "task_reopened";
}

/** Some gate before the task asks no fewer people and nobody else, about all that the task begins with, and never passes by itself. */
function isGuarded(plan: StoredPlan, id: string, promise: ControlPromise): boolean {
  const { people, quorum, notBy, hasForm, handedTo } = promise;
  const isAmong = (some: string[], all: string[]) =>
    some.length > 0 && some.every((one) => all.includes(one));
  const above = ancestorsOf(plan, id);
  const begunWith = plan.tasks.find((task) => task.id === id)?.dependsOn ?? [];
  return above.some(({ id: gateId, type, gate, dependsOn }) => {
    if (type !== "human_review") return false;
    const {
      assignees = [],
      quorum: asked = 1,
      fourEyes = false,
      form,
      onTimeout = "",
      escalateTo = [],
    } = gate ?? {};
    const isOfPeople = people.length === 0 || isAmong(assignees, people);
    const isHandedOn = onTimeout === "escalate" && people.length > 0;
    const isUnseen = begunWith.some(
      (one) =>
        !dependsOn.includes(one) &&
        above.some(
          (task) => task.id === one && task.type !== "human_review" && task.type !== "planning_review",
        ) &&
        ancestorsOf(plan, one).every((task) => task.id !== gateId),
    );
    return (
      isOfPeople &&
      asked >= quorum &&
      (fourEyes || notBy.length === 0) &&
      (form !== undefined || !hasForm) &&
      onTimeout !== "approve" &&
      (!isHandedOn || isAmong(escalateTo, [...people, ...handedTo])) &&
      !isUnseen
    );
  });
}

function ancestorsOf({ tasks }: StoredPlan, id: string): StoredTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const found = new Map<string, StoredTask>();
  const visit = (one: string) => {
    for (const above of byId.get(one)?.dependsOn ?? []) {
      const task = byId.get(above);
      if (task && !found.has(above)) found.set(above, task);
      visit(above);
    }
  };
  visit(id);
  return [...found.values()];
}

/** All work from a task (or from the start) to another or to the answer, as text; undefined where none leads there. */
function pathOf({ tasks }: StoredPlan, to: string, from?: string): string | undefined {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const needed = new Set(tasks.flatMap(({ dependsOn }) => dependsOn));
  const ends = tasks.map(({ id }) => id).filter((id) => !needed.has(id));
  const textOf = (id: string): string | undefined => {
    const task = byId.get(id);
    const above = (id === ANSWER ? ends : (task?.dependsOn ?? []))
      .map(textOf)
      .filter((one) => one !== undefined);
    if (from !== undefined && id !== from && above.length === 0) return;
    const { type, agent, input, gate } = task ?? {};
    return JSON.stringify([type, agent, input, gate, id === from ? [] : above.sort()]);
  };
  return byId.has(to) || to === ANSWER ? textOf(to) : undefined;
}
