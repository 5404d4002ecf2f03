import { isJsonObject, type Json } from "../../json";
import { ancestry } from "../graph";
import type { Task } from "../schema";
import { ALIASES, OWNER } from "./aliases";
import { asInteger, type Fields, snakeCase, spelling } from "./fields";
import { speaksOfControl } from "./guards/asking";
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
  /^(?:(?:execution|task|step|run|topological)_)?(?:order|sequence)$|^critical_path$|^(?:parallel_groups|levels|waves|batches)$|^(?:flow|chain|pipeline)$/;
const COUNTS = /^(?:(?:total|number_of|num)_(?:tasks|steps)|(?:task|step)_count)$/;
const IDENTIFIER = /^[\p{L}\p{N}][\p{L}\p{N}._:-]{0,99}$/u;
const AT = "(?:_?(?:at|with|point|node|task|step|state))?$";
/** Names of where a plan begins and ends, and of a task with which it does. */
const BEGINS = new RegExp(`^(?:start|entry|initial|begin|first)${AT}`);
const ENDS = new RegExp(`^(?:end|finish|final|exit|last)${AT}`);
const IS_END = /^(?:is_)?(?:end|final|terminal)$/;

/** A piece that says again what the edges say: held to them once all are known, or it may be more. */
type Restated = {
  piece: Pick<Piece, "path" | "value">;
  isHeld: (tasks: readonly Task[], waits: (id: string, other: string) => boolean) => boolean;
  why: string;
};

const NO_ORDER = `is an order of tasks that do not wait for each other: write in each that waits "depends_on": ["<id>"]`;
const NO_BEGINNING =
  "is not where all of the plan begins: some other task waits for nothing, or this one waits";
const NO_END = "is not where the plan ends: a task waits for it, or another has nothing behind it";

/**
 * Takes out what a plan says again of its tasks: their order as lists of tasks, groups of them or a chain of arrows, where it begins
 * and ends, their number. An order of all tasks is their edges where none has any. All else is left to be accounted for.
 */
export function takeRestated(drafts: readonly Draft[], byName: ByName, report: Report): Restated[] {
  const restated: Restated[] = [];
  /** The tasks that say of themselves that they are an end. */
  const ends: string[] = [];
  for (const piece of report.takePieces()) {
    const name = snakeCase(piece.key);
    const isOfPlan = piece.owner === undefined && /^(?:plan\.)?[^.[\]]+$/.test(piece.path);
    const groups = isOfPlan && ORDERS.test(name) ? groupsIn(piece.value, byName) : undefined;
    const ids = isOfPlan ? groupsIn([piece.value].flat(), byName)?.flat() : undefined;
    const owner = drafts.find(({ path }) => path === piece.owner && piece.path === `${path}.${piece.key}`);
    const id = owner && [...byName.values()].find(({ draft }) => draft === owner)?.id;
    if (groups && areUnordered(drafts, groups)) addOrder(groups, byName, piece.path);
    else if (groups) restated.push({ piece, isHeld: isOrder(groups), why: NO_ORDER });
    else if (ids && BEGINS.test(name)) restated.push(beginning(ids, piece));
    else if (ids && ENDS.test(name)) restated.push(ending(ids, piece));
    else if (id !== undefined && IS_END.test(name) && piece.value === true) {
      ends.push(id);
      restated.push(ending(ends, piece));
    } else if (isOfPlan && COUNTS.test(name) && asInteger(piece.value, 0) === drafts.length) continue;
    else if (!isOfPlan || !isOwnId(name, piece.value, byName)) report.leave(piece);
  }
  return restated;
}

/** Holds where these are all the tasks that wait for nothing. */
export function beginning(ids: readonly string[], piece: Restated["piece"]): Restated {
  const isHeld: Restated["isHeld"] = (tasks) =>
    tasks.every(({ id, dependsOn }) => (dependsOn.length === 0) === ids.includes(id));
  return { piece, isHeld, why: NO_BEGINNING };
}

/** Holds where these are all the tasks for which no other waits. */
function ending(ids: readonly string[], piece: Restated["piece"]): Restated {
  const isHeld: Restated["isHeld"] = (tasks) => {
    const inFront = new Set(tasks.flatMap(({ dependsOn }) => dependsOn));
    return tasks.every(({ id }) => inFront.has(id) !== ids.includes(id));
  };
  return { piece, isHeld, why: NO_END };
}

const isOrder =
  (groups: string[][]): Restated["isHeld"] =>
  (_, waits) =>
    groups.every((group, index) =>
      group.every((id) => (groups[index - 1] ?? []).every((before) => waits(id, before))),
    );

/** Has no task an edge or a place in the order of steps, and does the order name all of them? */
const areUnordered = (drafts: readonly Draft[], groups: readonly string[][]): boolean =>
  groups.length > 1 &&
  groups.flat().length === drafts.length &&
  drafts.every(
    (draft) =>
      draft.after.length + draft.followedBy.length === 0 &&
      draft.stepNumber === undefined &&
      !draft.isStep &&
      !draft.isBare,
  );

function addOrder(groups: readonly string[][], byName: ByName, path: string): void {
  const byId = new Map([...byName.values()].map(({ id, draft }) => [id, draft]));
  for (const [index, group] of groups.entries())
    for (const before of groups[index - 1] ?? [])
      for (const id of group) byId.get(id)?.after.push({ key: "order", path, value: before });
}

const ARROW = /\s*(?:-{1,3}>|={1,3}>|→|➔|⇒|>)\s*/u;

/** The names in a chain of arrows, in order; undefined for any other text. */
export function chainIn(text: string): string[] | undefined {
  const names = text.split(ARROW);
  return names.length > 1 ? names : undefined;
}

/** The plan's own name in another system: one word, of which no task is called so. */
const isOwnId = (name: string, value: Json, byName: ByName): boolean =>
  /^(?:dag_|task_)?id$/.test(name.replace(OWNER.plan, "")) &&
  (typeof value === "string" || typeof value === "number") &&
  IDENTIFIER.test(String(value)) &&
  !byName.has(spelling(String(value))) &&
  !speaksOfControl(String(value).replace(/[_.:-]/g, " "));

/** More than a plan may have that runs. */
const MAX_ORDERED = 2_000;

/** The ids of the tasks at each place of an order, each of them once; undefined for what is no order of tasks. */
function groupsIn(written: Json, byName: ByName): string[][] | undefined {
  const value = typeof written === "string" ? chainIn(written) : written;
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

/** Reports what says of the edges what does not hold: it may be edges that were not read. */
export function holdRestated(restated: readonly Restated[], tasks: readonly Task[], report: Report): void {
  const isKnown = restated.length > 0 && tasks.length <= MAX_ORDERED;
  const waits = isKnown ? ancestry(tasks) : () => false;
  for (const { piece, isHeld, why } of restated)
    if (!isKnown || !isHeld(tasks, waits)) report.unread(piece.path, piece.value, why);
}
