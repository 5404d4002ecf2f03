import { getOwn } from "../../own";
import { tasksFedBy } from "../../plan/flows";
import { type AskedAbout, leadingOfGate } from "../controls/release/asked";
import type { RunState } from "../state";
import { tasksInForce } from "../state/in-force";
import { authorsOf } from "./rules";

type Person = ReturnType<typeof authorsOf>[number];

/**
 * The authors of what people are asked about there: those of the run and its plan, and who gave work a result by hand, told its
 * agent what to do, or answered one of its questions with a value of their own, which the question shows, or which flows
 * into what its answer lets act (docs/engine.md, "Who may answer").
 */
export function authorsAt(state: Readonly<RunState>, question: AskedAbout): Person[] {
  const authors = authorsOf(state);
  const given = Object.keys(state.tasks).flatMap((id) =>
    handsOn(state, id, question).map((by) => ({ id, by })),
  );
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

/** All who did so anywhere in the run: of what a model then plans they are authors, too, whatever their work flows into. */
export const allHands = (state: Readonly<RunState>): Person[] =>
  Object.keys(state.tasks).flatMap((id) => handsOn(state, id));

/** Those people of a task. A value in the place of a gate's answer is that answer, and what is said at the question itself is no work before it. */
function handsOn(state: Readonly<RunState>, taskId: string, question?: AskedAbout): Person[] {
  const { status, endorsed, spec, steeringMessages = [] } = getOwn(state.tasks, taskId) ?? {};
  const isGiven = status === "succeeded" && endorsed?.how === "supplied" && spec?.type !== "human_review";
  const answered = Object.values(state.approvals).flatMap(({ taskId: of, kind, decided }) => {
    const isSame = kind === question?.kind && of === question.taskId;
    return of === taskId && decided?.value !== undefined && !isSame ? [decided.by] : [];
  });
  const all = [...steeringMessages.map(({ by }) => by), ...answered, ...(isGiven ? [endorsed.by] : [])];
  return all.flatMap((by) => (by.kind === "person" ? [by] : []));
}
