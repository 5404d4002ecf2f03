import { isJsonObject, isSameJson } from "../json";
import { getOwn } from "../own";
import { inlineOf } from "../stored-value";
import { isOfPlan, type Release } from "./controls/obligations";
import { workUpTo } from "./controls/work";
import { callKey } from "./gates/of-task";
import { isAboutCall, isBinding } from "./gates/table";
import type { ApprovalState, RunState } from "./state";
import { tasksInForce } from "./state/in-force";
import { isTerminalTask, type TaskStatus } from "./status";

/**
 * By whose leave a call went out: asked about this call, at a control before its work, with the plan. People by name; a part is
 * absent where nobody gave leave so, and all are where nobody was asked. `since`: the plan that people let run did not have its
 * work, or had it otherwise. `ahead`: work that acted only after it, though that plan has it first.
 */
export type Consent = {
  call?: string[];
  /** The arguments that they changed, by name; none where these cannot be told apart. */
  edited?: string[];
  controls?: { title: string; people: string[] }[];
  plan?: string[];
  since?: ChangeSincePlan;
  ahead?: string[];
};

/** What the work of a call is beside the plan that people let run first: by which version, and which people wrote it. */
type ChangeSincePlan = { change: "added" | "changed"; version: number; by: string[] };

/** Work that people let act and that did not, and how it ended. */
export type NotDone = { taskId: string; title: string; status: TaskStatus };

/** Says by whose leave calls went out (docs/engine.md, "What ran as approved"). Time: edges of the plan, once for all calls. */
export function consentsIn(
  state: Readonly<RunState>,
): (call: { taskId: string; attempt: number; step: number; callId: string }) => Consent {
  const work = workUpTo(tasksInForce(state));
  const changeOf = changesSincePlan(state);
  return ({ taskId, attempt, step, callId }) => {
    const key = callKey(step, callId);
    const asked = Object.values(state.approvals).findLast(
      (gate) => gate.taskId === taskId && isAboutCall(gate.kind) && isLetRun(gate, attempt, key),
    );
    const own = work.get(taskId);
    const given = own === undefined ? [] : state.releases.filter((release) => release.work.includes(own));
    const controls = given.filter((one) => !isOfPlan(one)).map((one) => at(state, one));
    const plan = given.filter(isOfPlan).flatMap((one) => at(state, one).people);
    const consent: Consent = {};
    if (asked) consent.call = peopleAt(asked);
    if (asked?.decided?.verb === "edit") consent.edited = changedArguments(asked);
    if (controls.length > 0) consent.controls = controls;
    if (given.some(isOfPlan)) consent.plan = [...new Set(plan)];
    const since = changeOf(taskId, given);
    if (since) consent.since = since;
    return consent;
  };
}

/** Tells what the work of a task is beside the plan that people let run first; nothing where they let none. */
function changesSincePlan(state: Readonly<RunState>) {
  const first = state.releases.find(isOfPlan);
  const lineageOf = (taskId: string) => getOwn(state.tasks, taskId)?.spec.lineage;
  const approved = new Set(
    state.obligations
      .filter((one) => isOfPlan(one) && one.version === first?.version)
      .flatMap(({ guarded }) => guarded.map(({ taskId }) => lineageOf(taskId))),
  );
  return (taskId: string, given: readonly Release[]): ChangeSincePlan | undefined => {
    const task = getOwn(state.tasks, taskId);
    if (!first || !task) return;
    const isKnown = approved.has(task.spec.lineage);
    if (isKnown && given.some((one) => isOfPlan(one) && one.approvalId === first.approvalId)) return;
    const { lineage, workDigest } = task.spec;
    const authors = (state.workAuthors ?? []).filter(
      ({ wished, work, lineages }) => !wished && work.includes(workDigest) && lineages.includes(lineage),
    );
    const by = [...new Set(authors.flatMap((one) => (one.by.kind === "person" ? one.by.name : [])))];
    return { change: isKnown ? "changed" : "added", version: task.sinceVersion, by };
  };
}

/** Lists what people let act with the plan and what came to an end without having been done, in the order in which they let it. */
export function notDoneIn({ obligations, tasks }: Readonly<RunState>): NotDone[] {
  const approved = obligations.filter(isOfPlan).flatMap(({ guarded }) => guarded);
  const ids = new Set(approved.flatMap(({ taskId, reach }) => (reach.length > 0 ? taskId : [])));
  const known = [...ids].flatMap((id) => getOwn(tasks, id) ?? []);
  const done = new Set(
    Object.values(tasks).flatMap(({ spec, status }) => (status === "succeeded" ? spec.lineage : [])),
  );
  return known
    .filter(({ spec, status }) => isTerminalTask(status) && !done.has(spec.lineage))
    .map(({ id, spec, status }) => ({ taskId: id, title: spec.title, status }));
}

function isLetRun({ subject, decided }: ApprovalState, attempt: number, key: string): boolean {
  const isOfCall =
    subject?.attempt === attempt && callKey(Number(subject.step), String(subject.callId)) === key;
  return isOfCall && decided !== undefined && isBinding(decided.verb);
}

/** The control or the plan, and who let it pass: at its gate, or in its place. */
function at(state: Readonly<RunState>, { control, approvalId = "", by }: Release) {
  const gate = getOwn(state.approvals, approvalId);
  const task = getOwn(state.tasks, control);
  const inHand = task ? [task] : Object.values(state.tasks);
  const inPlace = inHand
    .flatMap(({ skippedBy, endorsed }) => [skippedBy, endorsed?.by])
    .find((one) => one?.kind === "person" && one.id === by);
  const author = gate || by !== undefined ? undefined : state.planAuthor;
  const others = [inPlace, author].flatMap((one) => (one?.kind === "person" ? [one.name] : []));
  return { title: task?.spec.title ?? control, people: gate ? peopleAt(gate) : others };
}

function changedArguments({ shown, decided }: ApprovalState): string[] {
  const [before, after] = [shown, decided?.value].map(inlineOf);
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.filter((key) => !isSameJson(getOwn(before, key) ?? null, getOwn(after, key) ?? null));
}

/** Who decided a gate, and who voted for that; nobody where a rule did. */
function peopleAt({ decided, votes = [] }: ApprovalState): string[] {
  const decider = decided?.provenance === "person" && decided.by.kind === "person" ? [decided.by.name] : [];
  return [
    ...new Set([...votes.flatMap(({ verb, by }) => (verb === decided?.verb ? by.name : [])), ...decider]),
  ];
}
