import { digestOf } from "../../bytes";
import { sourcesIn } from "../../plan/flows";
import { topologicalOrder } from "../../plan/graph";
import { oncePerList } from "../../plan/once-per-list";
import { resultNames, stemOf } from "../../plan/result-names";
import type { StoredTask } from "../../plan/stored";
import { ANSWER } from "./terms/names";

/** Digests of what tasks do and of all that leads to them, by which what people let act is found again. */

const oncePerPlan = <T extends object>(workOut: (tasks: readonly StoredTask[]) => T) => oncePerList(workOut);

/** By the control from which they count. */
const answerWorks = oncePerPlan(() => new Map<string | undefined, string>());

/**
 * The digest of what a task does, in all words of its own that a model reads: beside the input its title, which no program
 * reads, and the name of its agent, under whose policy it calls. Its id is not among them.
 */
export const workOf = ({
  type,
  title,
  agent,
  workDigest,
  policyDigest,
}: Pick<StoredTask, "type" | "title" | "agent" | "workDigest" | "policyDigest">): string =>
  digestOf([
    ...(type === "direct" ? [workDigest, agent] : [workDigest, title, agent]),
    ...(policyDigest === undefined ? [] : [policyDigest]),
  ]);

/**
 * The digest of all work that leads to each task, its own included: what is done, by what, after what, and under which name.
 * Results flow on by the names and titles of their tasks: two that change places feed something else into what comes after,
 * and one whose failure is passed over may feed nothing. Programs find results under the same names, in no order but theirs.
 */
export const workUpTo = oncePerPlan((tasks): ReadonlyMap<string, string> => workAlong(nodesOf(tasks)));

/**
 * The same whatever number a version gave each id, also of tasks that stand in one plan: what is done once more after the same
 * work, which it finds under the same names, has what the first time has.
 */
export const workRepeated = oncePerPlan(
  (tasks): ReadonlyMap<string, string> =>
    workAlong(nodesOf(tasks), { naming: { own: stemOf, among: resultNames } }),
);

type Node = Pick<StoredTask, "id" | "title" | "uses"> & {
  dependsOn: readonly string[];
  work: string;
  lets: string;
};

/** Under which names tasks stand in digests: their own, and what flows into one among all that it finds. */
type Naming = { own: (id: string) => string; among: (ids: readonly string[]) => (id: string) => string };

const nodesOf = oncePerPlan((tasks) =>
  tasks.map((task): Node => {
    const { id, title, uses } = task;
    const own = { work: workOf(task), lets: letsGoOn(task).join() };
    return { id, title, uses, dependsOn: sourcesIn(tasks)(task), ...own };
  }),
);

const namingIn = (nodes: readonly Node[]): Naming => {
  const own = resultNames(nodes.map(({ id }) => id));
  return { own, among: () => own };
};

/**
 * Whether what comes after a task continues without its result: where it fails, where a check refuses it, and where it can
 * never start (docs/engine.md, "The release").
 */
export const letsGoOn = ({
  critical,
  onFailure,
  onVerificationFailure,
}: Pick<StoredTask, "critical" | "onFailure" | "onVerificationFailure">): boolean[] => [
  ...[onFailure, onVerificationFailure].map(
    (policy) => policy === "skip" || (!critical && policy !== "replan"),
  ),
  !critical,
];

/** With `from` only what it leads to. */
function workAlong(
  nodes: readonly Node[],
  { from, naming = namingIn(nodes) }: { from?: string | undefined; naming?: Naming } = {},
): Map<string, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const digests = new Map<string, string>();
  // What flows on from a task is the same for all that it flows into.
  const flows = new Map<string, string>();
  const flowOf = (id: string, name: string): string => {
    const { title, lets } = byId.get(id) ?? {};
    const key = `${id}\n${name}`;
    const known = flows.get(key) ?? digestOf([name, title ?? null, lets ?? null, digests.get(id) ?? null]);
    flows.set(key, known);
    return known;
  };
  for (const id of topologicalOrder(nodes)) {
    const { work, dependsOn, uses } = byId.get(id) as Node;
    const above = [...new Set(dependsOn)].filter((one) => digests.has(one));
    if (from !== undefined && id !== from && above.length === 0) continue;
    const nameOf = naming.among([...dependsOn, ...uses]);
    const fed = above.map((one) => flowOf(one, nameOf(one))).sort();
    digests.set(id, digestOf([naming.own(id), work, fed]));
  }
  return digests;
}

/** The digest of all work from a control to the answer; without a control, from the start. */
export function answerWork(tasks: readonly StoredTask[], control?: string): string {
  const known = answerWorks(tasks);
  const digest = known.get(control) ?? answerWorkFrom(tasks, control);
  known.set(control, digest);
  return digest;
}

function answerWorkFrom(tasks: readonly StoredTask[], control: string | undefined): string {
  const needed = new Set(tasks.flatMap(({ dependsOn }) => dependsOn));
  const last = tasks.map(({ id }) => id).filter((id) => !needed.has(id));
  const answer = { id: ANSWER, title: "", work: "", lets: "", uses: [], dependsOn: last };
  return workAlong([...nodesOf(tasks), answer], { from: control }).get(ANSWER) ?? "";
}

/** True where each of these is among the known as often as here: what is done twice was let act twice. */
export function isEachKnown(acts: readonly string[], known: readonly string[]): boolean {
  const left = [...known];
  return acts.every((act) => {
    const index = left.indexOf(act);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}
