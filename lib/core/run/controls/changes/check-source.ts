import { digestOf } from "../../../bytes";
import { valueSourceOf } from "../../../lisp";
import { sourcesIn } from "../../../plan/flows";
import { topologicalOrder } from "../../../plan/graph";
import { oncePerList } from "../../../plan/once-per-list";
import type { StoredTask } from "../../../plan/stored";

/**
 * From what the result of a task comes. `own`: its own work gives it, as an agent's does; `given`: something of it comes from
 * work at all; `spelled`: what programs write of it themselves, by digest.
 */
type Source = { own: boolean; given: boolean; spelled: readonly string[] };

/** The same as the words of one text, as states keep it and versions are compared. */
export function sourceOf(tasks: readonly StoredTask[], task: StoredTask): string {
  const { own, given, spelled } = sourcesOfAll(tasks).get(task.id) as Source;
  return [...(own ? ["own"] : []), ...(given ? ["given"] : []), ...spelled].join(" ");
}

/**
 * True where a result comes from work as the checked one did: from work of its own, or, as far as programs write it, from nothing that
 * they wrote not before. So a constant takes no check over that was made for work.
 */
export function comesFromSame(held: string, now: string): boolean {
  const [was, is] = [new Set(held.split(" ")), now.split(" ")];
  if (is.includes("own") || !was.has("given")) return true;
  return is.includes("given") && is.every((one) => was.has(one));
}

/** The sources of all tasks of a plan, each behind those that flow into it: a chain of any length takes no stack. */
const sourcesOfAll = oncePerList((tasks: readonly StoredTask[]): ReadonlyMap<string, Source> => {
  const known = new Map<string, Source>();
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const feeds = tasks.map((task) => ({ id: task.id, dependsOn: sourcesIn(tasks)(task) }));
  for (const { id, dependsOn } of inOrder(feeds)) {
    const before = dependsOn.flatMap((one) => known.get(one) ?? []);
    known.set(id, sourceFrom(byId.get(id) as StoredTask, before));
  }
  return known;
});

function inOrder<Node extends { id: string; dependsOn: readonly string[] }>(nodes: readonly Node[]): Node[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return topologicalOrder(nodes).flatMap((id) => byId.get(id) ?? []);
}

/** A review hands on what it looked at. Of what flows into other work only what programs wrote is of interest: they may take its place. */
function sourceFrom({ type, input, workDigest }: StoredTask, before: readonly Source[]): Source {
  const given = before.some((one) => one.given);
  const flowing = before.flatMap(({ spelled }) => spelled);
  if (type === "planning_review") return { own: false, given, spelled: limited(flowing) };
  if (type !== "direct") return { own: true, given: true, spelled: limited(flowing) };
  const value = typeof input === "string" ? valueSourceOf(input) : undefined;
  // Nobody knows what one gives that cannot be read here: it is taken whole.
  if (!value) return { own: false, given: true, spelled: [nameOf(workDigest)] };
  const written = value.spelled.map(nameOf);
  return {
    own: false,
    given: value.calls || (value.reads && given),
    spelled: limited(value.reads ? [...written, ...flowing] : written),
  };
}

const MAX_SPELLED = 32;
const nameOf = (text: string): string => digestOf(text).slice(0, 32);

/** Sorted, each once; very many stand for themselves alone. */
function limited(spelled: readonly string[]): string[] {
  const sorted = [...new Set(spelled)].sort();
  return sorted.length > MAX_SPELLED ? [nameOf(sorted.join(" "))] : sorted;
}
