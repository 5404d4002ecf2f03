import { isJsonObject, type Json } from "../../json";
import { ancestry } from "../graph";
import type { Task } from "../schema";
import { ALIASES, OWNER } from "./aliases";
import { speaksOfControl } from "./asking";
import { asInteger, type Fields, snakeCase, spelling } from "./fields";
import type { Piece, Report } from "./report";
import type { Draft } from "./task";

/** Reads all that a plan says of its tasks beside them: edges, their order, their number, its own id (docs/plans.md, "What is not read"). */

type Named = { draft: Draft; id: string };
/** Tasks by the spelling of each name that only one of them has. */
export type ByName = ReadonlyMap<string, Named>;

/** `namesOf` begins with the id that a task is to get. */
export function draftsByName(
  drafts: readonly Draft[],
  namesOf: (draft: Draft, index: number) => string[],
): ByName {
  const byName = new Map<string, Named>();
  const shared = new Set<string>();
  for (const [index, draft] of drafts.entries()) {
    const names = namesOf(draft, index);
    for (const name of names.map(spelling)) {
      if (name === "" || (byName.get(name)?.draft ?? draft) !== draft) shared.add(name);
      byName.set(name, { draft, id: names[0] ?? "" });
    }
  }
  for (const name of shared) byName.delete(name);
  return byName;
}

/** Edges that a plan has beside its tasks, as a map from each task to what it waits for. */
export function addEdgesByTask(sources: readonly Fields[], byName: ByName): void {
  for (const fields of sources)
    for (const name of ALIASES.dependsOn) {
      const map = fields.peek(name);
      if (!isJsonObject(map) || !Object.keys(map).every((key) => byName.has(spelling(key)))) continue;
      for (const { path } of fields.all([name]))
        for (const [key, value] of Object.entries(map))
          byName.get(spelling(key))?.draft.after.push({ key: name, path: `${path}.${key}`, value });
    }
}

const ORDERS =
  /^(?:(?:execution|task|step|run|topological)_)?(?:order|sequence)$|^critical_path$|^(?:parallel_groups|levels|waves|batches)$/;
const COUNTS = /^(?:(?:total|number_of|num)_(?:tasks|steps)|(?:task|step)_count)$/;
const IDENTIFIER = /^[\p{L}\p{N}][\p{L}\p{N}._:-]{0,99}$/u;

/**
 * Takes out what a plan says again of its tasks. What it says of their order, as lists of tasks or of groups of them, is
 * given to `holdOrders` once all edges are known; all else is left to be accounted for.
 */
export function takeRestated(drafts: readonly Draft[], byName: ByName, report: Report): Piece[] {
  const orders: Piece[] = [];
  for (const piece of report.takePieces()) {
    const name = snakeCase(piece.key);
    const isOfPlan = piece.owner === undefined && /^(?:plan\.)?[^.[\]]+$/.test(piece.path);
    if (isOfPlan && ORDERS.test(name) && groupsIn(piece.value, byName)) orders.push(piece);
    else if (isOfPlan && COUNTS.test(name) && asInteger(piece.value, 0) === drafts.length) continue;
    else if (!isOfPlan || !isOwnId(name, piece.value, byName)) report.leave(piece);
  }
  return orders;
}

/** The plan's own name in another system: one word, of which no task is called so. */
const isOwnId = (name: string, value: Json, byName: ByName): boolean =>
  /^(?:dag_)?id$/.test(name.replace(OWNER.plan, "")) &&
  (typeof value === "string" || typeof value === "number") &&
  IDENTIFIER.test(String(value)) &&
  !byName.has(spelling(String(value))) &&
  !speaksOfControl(String(value).replace(/[_.:-]/g, " "));

/** More than a plan may have that runs. */
const MAX_ORDERED = 2_000;

/** The ids of the tasks at each place of an order, each of them once; undefined for what is no order of tasks. */
function groupsIn(value: Json, byName: ByName): string[][] | undefined {
  if (!Array.isArray(value) || value.length > MAX_ORDERED) return undefined;
  const groups = value.map((group) =>
    [group].flat().map((one) => (typeof one === "string" ? byName.get(spelling(one))?.id : undefined)),
  );
  const all = groups.flat();
  const areTasks = (ids: (string | undefined)[]): ids is string[] =>
    ids.length > 0 && ids.every((id) => id !== undefined);
  return all.length <= MAX_ORDERED && new Set(all).size === all.length && groups.every(areTasks)
    ? groups
    : undefined;
}

/** An order is said again where each task of it waits for those before it; otherwise it may be edges that were not read. */
export function holdOrders(
  orders: readonly Piece[],
  byName: ByName,
  tasks: readonly Task[],
  report: Report,
): void {
  const waits = orders.length > 0 && tasks.length <= MAX_ORDERED ? ancestry(tasks) : () => false;
  for (const { path, value } of orders) {
    const groups = groupsIn(value, byName) ?? [];
    const isHeld = groups.every((group, index) =>
      group.every((id) => (groups[index - 1] ?? []).every((before) => waits(id, before))),
    );
    if (!isHeld) report.unread(path, value, "is an order of tasks that do not wait for each other");
  }
}
