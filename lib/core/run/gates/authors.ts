import { getOwn } from "../../own";
import { tasksFedBy } from "../../plan/flows";
import { type AskedAbout, leadingOfGate } from "../controls/release/asked";
import type { RunState } from "../state";
import { tasksInForce } from "../state/in-force";
import { authorsOf } from "./rules";

type Person = ReturnType<typeof authorsOf>[number];

/**
 * The authors of what people are asked about there: those of the run and its plan, and who gave by hand a result, or told the
 * agent that came to it what to do, which the question shows, or which flows into what its answer lets act (docs/engine.md,
 * "Who may answer").
 */
export function authorsAt(state: Readonly<RunState>, question: AskedAbout): Person[] {
  const authors = authorsOf(state);
  const given = Object.keys(state.tasks).flatMap((id) => handsOn(state, id).map((by) => ({ id, by })));
  if (given.length === 0) return authors;
  const tasks = tasksInForce(state);
  const read = new Set(leadingOfGate(state, question).map(({ task }) => task.id));
  // An answer of the run rests on everything.
  const isShown = (id: string) =>
    question.kind === "answer_release" ||
    read.has(id) ||
    (question.taskId !== undefined && tasksFedBy(tasks, id).has(question.taskId));
  const theirs = given.filter(({ id }) => isShown(id)).map(({ by: { id, name } }) => ({ id, name }));
  return [...new Map([...authors, ...theirs].map((one) => [one.id, one])).values()];
}

/** The people who gave the result of a task or told its agent what to do. A value in the place of a gate's answer is that answer. */
function handsOn(state: Readonly<RunState>, taskId: string): Person[] {
  const { status, endorsed, spec, steeringMessages = [] } = getOwn(state.tasks, taskId) ?? {};
  const isGiven = status === "succeeded" && endorsed?.how === "supplied" && spec?.type !== "human_review";
  const all = [...steeringMessages.map(({ by }) => by), ...(isGiven ? [endorsed.by] : [])];
  return all.flatMap((by) => (by.kind === "person" ? [by] : []));
}
