import { isJsonObject, isSameJson, type Json } from "../json";
import { getOwn } from "../own";
import { reviewedBefore } from "../plan/flows";
import { inlineOf, type StoredValue } from "../stored-value";
import type { ApprovalState, RunState, TaskState } from "./state";

/**
 * What became of a result after it was there (docs/engine.md, "Results that stand"). `replaced`: a later task of its lineage
 * has one; `refused` or `changed`: by people, at the gate `at`.
 */
export type Standing = { as: "in_force" } | { as: "replaced" } | { as: "refused" | "changed"; at: string };

/** The standing of each task of the plan in force, by id. */
export function standings(state: Readonly<RunState>): Map<string, Standing> {
  const tasks = state.order.flatMap((id) => getOwn(state.tasks, id) ?? []);
  const said = saidAtGates(state);
  const latest = new Map<string, number>();
  for (const { status, spec, sinceVersion } of tasks) {
    if (status === "succeeded")
      latest.set(spec.lineage, Math.max(latest.get(spec.lineage) ?? 0, sinceVersion));
  }
  return new Map(
    tasks.map(({ id, spec, sinceVersion }): [string, Standing] => {
      const isReplaced = (latest.get(spec.lineage) ?? 0) > sinceVersion;
      return [id, isReplaced ? { as: "replaced" } : (said.get(id) ?? { as: "in_force" })];
    }),
  );
}

/** The last answer of people about each result, at the gates that showed it, as far as it concerns that. */
function saidAtGates(state: Readonly<RunState>): Map<string, Standing> {
  const said = new Map<string, Standing>();
  const answered = Object.values(state.approvals)
    .filter(({ kind, decided }) => kind === "human_review" && decided?.by.kind === "person")
    .sort((a, b) => Number(a.decided?.at) - Number(b.decided?.at));
  for (const gate of answered) {
    const task = getOwn(state.tasks, gate.taskId ?? "");
    const standing = task && standingAfter(gate, task);
    if (!standing) continue;
    const shown = [...shownAt(state, task)];
    const isRedone = standing.as === "refused" && shown.some((id) => isRedoneAfter(state, id, gate));
    for (const id of shown) {
      const result = getOwn(state.tasks, id)?.result;
      const isKept = standing.as === "changed" && isKeptIn(result, gate.shown, task.result);
      said.set(id, isRedone || isKept ? { as: "in_force" } : standing);
    }
  }
  return said;
}

/** What a refusal concerned is what was redone after it: the rest of what its gate showed stands, where anything was. */
function isRedoneAfter({ order, tasks }: Readonly<RunState>, id: string, gate: ApprovalState): boolean {
  const lineage = getOwn(tasks, id)?.spec.lineage;
  return order.some((other) => {
    const task = getOwn(tasks, other);
    return (
      task?.status === "succeeded" && task.spec.lineage === lineage && task.sinceVersion > gate.planVersion
    );
  });
}

/** A part of what was shown that stands in what people put in its place as often as before. Of long values it is not known. */
function isKeptIn(
  part: StoredValue | undefined,
  shown: StoredValue | undefined,
  given: StoredValue | undefined,
): boolean {
  const [own, before, after] = [part, shown, given].map(inlineOf);
  if (own === undefined || before === undefined || after === undefined) return false;
  const times = timesIn(before, own);
  return times > 0 && timesIn(after, own) === times;
}

/** How often a value stands in another: as a whole, as a part, or as its text within a text. */
function timesIn(value: Json, part: Json): number {
  if (isSameJson(value, part)) return 1;
  if (typeof value === "string") {
    const text = typeof part === "string" ? part : JSON.stringify(part);
    return text === "" ? 0 : value.split(text).length - 1;
  }
  const inner = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return inner.reduce((times: number, one) => times + timesIn(one, part), 0);
}

/** Undefined where the answer says nothing of what was shown, as a form that was filled in. */
function standingAfter({ decided, shown }: ApprovalState, { id, result }: TaskState): Standing | undefined {
  switch (decided?.verb) {
    case "reject":
    case "request_changes":
      return { as: "refused", at: id };
    case "edit":
    case "approve":
      return result && shown && result.digest !== shown.digest
        ? { as: "changed", at: id }
        : { as: "in_force" };
    default:
      return;
  }
}

/** The tasks whose results a gate showed; what a gate before it let pass came from the tasks that that one showed. */
function shownAt(state: Readonly<RunState>, gate: TaskState, seen = new Set<string>()): Set<string> {
  const { spec } = gate;
  const uses = spec.uses ?? [];
  const sources =
    uses.length > 0
      ? uses
      : [...spec.dependsOn, ...reviewedBefore(spec, (id) => getOwn(state.tasks, id)?.spec)];
  for (const id of sources) {
    if (seen.has(id)) continue;
    seen.add(id);
    const source = getOwn(state.tasks, id);
    if (source?.spec.type === "human_review") shownAt(state, source, seen);
  }
  return seen;
}
