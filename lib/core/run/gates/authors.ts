import { getOwn } from "../../own";
import { tasksFedBy } from "../../plan/flows";
import { type AskedAbout, leadingOfGate } from "../controls/release/asked";
import type { RunState } from "../state";
import { tasksInForce } from "../state/in-force";
import { authorsOf } from "./rules";

type Person = ReturnType<typeof authorsOf>[number];

/**
 * The authors of what people are asked about there: those of the run and its plan, and who gave by hand a result that the
 * question shows, or that flows into what its answer lets act (docs/engine.md, "Who may answer").
 */
export function authorsAt(state: Readonly<RunState>, question: AskedAbout): Person[] {
  const authors = authorsOf(state);
  const given = Object.keys(state.tasks).flatMap((id) => {
    const by = suppliedBy(state, id);
    return by ? [{ id, by }] : [];
  });
  if (given.length === 0) return authors;
  const tasks = tasksInForce(state);
  const read = new Set(leadingOfGate(state, question).flatMap(({ task, ended }) => (ended ? task.id : [])));
  // An answer of the run rests on everything.
  const isShown = (id: string) =>
    question.kind === "answer_release" ||
    read.has(id) ||
    (question.taskId !== undefined && tasksFedBy(tasks, id).has(question.taskId));
  const theirs = given.filter(({ id }) => isShown(id)).map(({ by: { id, name } }) => ({ id, name }));
  return [...new Map([...authors, ...theirs].map((one) => [one.id, one])).values()];
}

/** The people who gave the result of a task. A value in the place of a gate's answer is that answer. */
function suppliedBy(state: Readonly<RunState>, taskId: string) {
  const { status, endorsed, spec } = getOwn(state.tasks, taskId) ?? {};
  if (status !== "succeeded" || endorsed?.how !== "supplied" || spec?.type === "human_review") return;
  return endorsed.by.kind === "person" ? endorsed.by : undefined;
}
