import { isJsonObject, type Json, type JsonObject } from "../../../json";
import { ALIASES } from "../aliases";
import { asInteger, Fields, type Found, snakeCase, spelling } from "../fields";
import type { Report } from "../report";
import { type ByName, chainIn } from "../restated";
import { type Draft, GUARDS, isControl, noteOf } from "../task";
import { saysEndedWell } from "./link-drafts";

/** Edges that a plan has beside its tasks (docs/plans.md, "Edges beside the tasks"). */

const OF_A_TASK = ["", "_id", "_node", "_node_id", "_task", "_task_id", "_step", "_step_id"];
const FROM = ["from", "source"].flatMap((end) => OF_A_TASK.map((of) => `${end}${of}`));
const TO = ["to", "target"].flatMap((end) => OF_A_TASK.map((of) => `${end}${of}`));
const EDGE_KINDS: ReadonlySet<string> = new Set([
  ...ALIASES.dependsOn,
  ...ALIASES.followedBy,
  "sequential",
  "sequence",
]);
/** Names of the beginning and the end of a drawing, which are no tasks. */
const BEGINNING = /^_*(?:start|begin)_*$/i;
const END = /^_*(?:end|finish)_*$/i;
const AS_DEPENDS_ON = 'write in the task that waits "depends_on": ["<id>"]';
const WRITE = `an edge between two tasks: write {"from": "<id>", "to": "<id>"}, or ${AS_DEPENDS_ON}`;

type Context = { drafts: readonly Draft[]; byName: ByName; report: Report };
type Edge = { path: string; from: Json; to: Json; by?: Fields };

/**
 * Adds the edges of a list, a chain of arrows or a map from each task to those behind it; what is no edge is an error. Gives the
 * tasks that are said to begin.
 */
export function addEdges({ path, value }: Found, context: Context): Draft[] {
  const { report } = context;
  const isOne = isJsonObject(value) && new Fields(value, path, report).has(TO);
  const edges =
    isJsonObject(value) && !isOne ? edgesOfMap(value, path, context) : edgesOfList(value, path, context);
  const begin: Draft[] = [];
  for (const { path: at, from, to, by } of edges) {
    const first = draftOf(from, context);
    const last = draftOf(to, context);
    if (last && !first && isPlace(from, BEGINNING)) begin.push(last);
    // A task of an earlier version may come first.
    else if (last && from !== null) last.after.push({ key: "edges", path: at, value: from });
    else if (!first || !isPlace(to, END))
      report.refuse("unreadable_guard", at, by?.object ?? (from === null ? to : [from, to]), WRITE);
    const about = last ?? first;
    if (about) report.within(about.path, () => by?.finish({ guards: GUARDS, note: noteOf(about.task) }));
  }
  return begin;
}

const isPlace = (name: Json, place: RegExp): boolean => typeof name === "string" && place.test(name.trim());

function draftOf(name: Json, { drafts, byName }: Context): Draft | undefined {
  if (typeof name !== "string" && typeof name !== "number") return undefined;
  const same = drafts.find(({ id, stepNumber, names }) =>
    [id, stepNumber, ...names].some((one) => one !== undefined && String(one) === String(name)),
  );
  return same ?? byName.get(spelling(String(name)))?.draft;
}

/** Each a pair, an object with both ends and little else, or a chain of arrows; what is none of them has no beginning. */
function edgesOfList(value: Json, path: string, context: Context): Edge[] {
  return [value].flat().flatMap((edge, index): Edge[] => {
    const at = `${path}[${index}]`;
    const none = { path: at, from: null, to: edge };
    if (typeof edge === "string") {
      const names = chainIn(edge) ?? [];
      const areKnown = names.every(
        (name) => draftOf(name, context) ?? (isPlace(name, BEGINNING) || isPlace(name, END)),
      );
      return names.length > 0 && areKnown
        ? names.slice(1).map((to, n) => ({ path: at, from: names[n] ?? null, to }))
        : [none];
    }
    if (Array.isArray(edge)) {
      const [from = null, to = null] = edge;
      return edge.length === 2 ? [{ path: at, from, to }] : [none];
    }
    if (!isJsonObject(edge)) return [none];
    const by = new Fields(besideEndedWell(edge), at, context.report);
    const from = by.find(FROM)?.value;
    const to = by.find(TO)?.value;
    if (from === undefined || to === undefined) return [none];
    return [to].flat().map((one) => ({ path: at, from, to: one, by }));
  });
}

/**
 * A map from each task to others. Which of them wait is said by a name of that end, by a place where the drawing begins or ends, or by
 * the order of the tasks; this says nothing where there is a control, which may be on either end.
 */
function edgesOfMap(map: JsonObject, path: string, context: Context): Edge[] {
  const edges: (Edge & { isSaid: boolean })[] = [];
  for (const [from, value] of Object.entries(map)) {
    const targets = targetsIn(value);
    if (!targets) return [{ path, from: null, to: map }];
    for (const { name, isSaid } of targets)
      edges.push({
        path: `${path}.${from}`,
        from,
        to: name,
        isSaid: isSaid || isPlace(from, BEGINNING) || isPlace(name, END),
      });
  }
  if (edges.some(({ isSaid }) => isSaid)) return edges;
  const { drafts } = context;
  const places = new Map(drafts.map((draft, place) => [draft, place]));
  const placeOf = (name: Json): number => {
    const draft = draftOf(name, context);
    return (draft && places.get(draft)) ?? -1;
  };
  const areBackward = edges.every(({ from, to }) => placeOf(from) > placeOf(to));
  const areForward = edges.every(({ from, to }) => placeOf(from) < placeOf(to));
  if (drafts.some(({ task, approval }) => isControl(task) || approval) || !(areForward || areBackward)) {
    context.report.refuse("unreadable_guard", path, map, `edges that say which end waits: ${AS_DEPENDS_ON}`);
    return [];
  }
  return areForward ? edges : edges.map(({ from, to, ...edge }) => ({ ...edge, from: to, to: from }));
}

/** Names of an end behind, and of what holds it without saying more. */
const AHEAD: ReadonlySet<string> = new Set([...TO, ...ALIASES.followedBy, "node"]);
const OUTLETS = /^(?:main|default|outputs?)$/;

/** The tasks that one leads to; undefined where it leads to them in some cases only, or says more of them. */
function targetsIn(value: Json): { name: Json; isSaid: boolean }[] | undefined {
  if (typeof value === "string" || typeof value === "number") return [{ name: value, isSaid: false }];
  if (Array.isArray(value)) {
    // Several lists are the ways out of a branch.
    if (value.length > 1 && value.some((one) => Array.isArray(one))) return undefined;
    const targets = value.map(targetsIn);
    return targets.every((one) => one !== undefined) ? targets.flat() : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value).filter(([key, said]) => !saysNoMore(snakeCase(key), said));
  const [[key, inner] = ["", null], another] = entries;
  const isAhead = AHEAD.has(snakeCase(key));
  if (another || !(isAhead || OUTLETS.test(snakeCase(key)))) return undefined;
  return targetsIn(inner)?.map(({ name, isSaid }) => ({ name, isSaid: isSaid || isAhead }));
}

const saysNoMore = (key: string, said: Json): boolean =>
  (key === "type" && typeof said === "string" && (OUTLETS.test(said) || EDGE_KINDS.has(snakeCase(said)))) ||
  (key === "index" && asInteger(said, 0) === 0);

/** An edge without a name of its own, and without what only says that it is one, and that the first task has ended well. */
const besideEndedWell = (edge: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(edge).filter(([key, value]) => {
      const isKind = key === "type" && typeof value === "string" && EDGE_KINDS.has(snakeCase(value.trim()));
      return !isKind && !(key === "id" && typeof value === "string") && !saysEndedWell(key, value);
    }),
  );
