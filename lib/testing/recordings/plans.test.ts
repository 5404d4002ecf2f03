import { describe, expect, it } from "vitest";
import { findCycle, type Plan, readPlan, type Task } from "@/lib/core/plan";
import { isBuiltInAgent } from "@/lib/core/plan/agents";
import { ancestry } from "@/lib/core/plan/graph";
import { type LabeledPlan, labeledPlans, shareOf } from ".";

/** Where the label says that a clear refusal is right as well. */
const REFUSAL_IS_RIGHT = new Set(["mo-13", "mo-15", "mo-17", "st-03", "st-13", "od-07", "od-08", "od-09"]);

/** What stands around a plan, and goes back to be said in it. */
const WORDS = ["before the plan", "between the plans", "between the steps", "behind the plan"].map(
  (place) => `words ${place}`,
);

/** Labels write ids with underscores for blanks. */
const written = (id: string): string => id.replaceAll(" ", "_");
const isGate = ({ type, review }: Task): boolean =>
  type === "human_review" || (type === "planning_review" && review?.requiresHumanApproval === true);

/** What the reader makes of a labeled plan otherwise than a careful person does. */
function differencesOf({ id, answer, expect: label }: LabeledPlan): string[] {
  const { plan, errors } = readPlan(answer, { leaveOut: WORDS });
  const cycle = plan && findCycle(plan.tasks);
  if (!plan || errors.length > 0 || cycle) {
    const right = !label.readable || REFUSAL_IS_RIGHT.has(id);
    return right ? [] : [`refused: ${errors.map(({ message }) => message).join(" ")}`];
  }
  if (!label.readable) return ["read, but nobody can"];
  const made = plan.tasks.filter((task) => /^approve_/.test(task.id) && !(task.id in label.dependsOn));
  const tasks = plan.tasks.filter((task) => !made.includes(task));
  return [
    ...(tasks.length === label.tasks ? [] : [`${tasks.length} tasks, not ${label.tasks}`]),
    ...same("gates", idsOf(tasks, "human_review"), label.humanGates),
    ...same("reviews", idsOf(tasks, "planning_review"), label.reviews),
    ...same(
      "predicates",
      tasks.filter((task) => task.verification !== undefined).map((task) => written(task.id)),
      label.verification,
    ),
    ...same("agents", agentsOf(plan), label.agents),
    ...tasks.flatMap((task) => {
      const after = task.dependsOn.filter((one) => !made.some((gate) => gate.id === one)).map(written);
      return same(`dependencies of ${task.id}`, after, label.dependsOn[written(task.id)] ?? []);
    }),
    ...Object.entries(label.inputs).flatMap(([of, begins]) => inputDifference(tasks, of, begins)),
    ...unguarded(plan, label),
  ];
}

const idsOf = (tasks: readonly Task[], type: Task["type"]): string[] =>
  tasks.filter((task) => task.type === type).map((task) => written(task.id));

const agentsOf = (plan: Plan): string[] => [
  ...new Set([
    ...Object.keys(plan.agents),
    ...plan.tasks.map((task) => task.agent).filter((one) => !isBuiltInAgent(one)),
  ]),
];

function same(what: string, read: readonly string[], label: readonly string[]): string[] {
  const [a, b] = [[...read].sort().join(" "), [...label].sort().join(" ")];
  return a === b ? [] : [`${what}: ${a || "none"}, not ${b || "none"}`];
}

function inputDifference(tasks: readonly Task[], of: string, begins: string): string[] {
  const task = tasks.find((one) => written(one.id) === of);
  const text = `${task?.title}\n${JSON.stringify(task?.input)}\n${task?.details.join("\n")}`;
  return text.includes(JSON.stringify(begins).slice(1, -1)) ? [] : [`input of ${of}: ${text}`];
}

/** What became an ordinary task although it is a gate or a review, or work that no person guards. */
function unguarded({ tasks }: Plan, { mustNotBecomeTask }: LabeledPlan["expect"]): string[] {
  const isAncestor = ancestry(tasks);
  return tasks
    .filter(({ id }) => mustNotBecomeTask.includes(written(id)))
    .filter(({ type }) => type !== "human_review" && type !== "planning_review")
    .filter(({ id }) => !tasks.some((one) => isGate(one) && isAncestor(id, one.id)))
    .map(({ id }) => `${id} became an ordinary task`);
}

describe("labeled plans", () => {
  const read = labeledPlans().map((one) => ({ one, differences: differencesOf(one) }));

  it("are read as a careful person reads them, in at least 95 of 100", () => {
    const wrong = read.filter(({ differences }) => differences.length > 0);
    const lines = wrong.map(({ one, differences }) => `${one.id}: ${differences.join("; ")}`);
    expect(wrong.length, shareOf(lines, read.length)).toBeLessThanOrEqual(Math.floor(read.length * 0.05));
  });

  it("go back for words around them in at most 5 of 100", () => {
    const back = read.filter(({ one }) => {
      const { errors } = readPlan(one.answer);
      const isForWords = errors.some(
        ({ path = "", code }) => WORDS.includes(path) || code === "unreadable_guard",
      );
      return one.expect.readable && isForWords;
    });
    expect(back.map(({ one }) => one.id)).toEqual(["fa-05"]);
  });

  it("never have a gate or a review that becomes an ordinary task", () => {
    const lost = read.flatMap(({ one, differences }) =>
      differences.filter((text) => text.endsWith("ordinary task")).map((text) => `${one.id}: ${text}`),
    );
    expect(lost).toEqual([]);
  });
});
