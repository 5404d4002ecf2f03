import { getOwn } from "../../own";
import type { Answerer } from "../../people";
import { stuckGate } from "../gates/passable";
import { authorsOf, denialReason } from "../gates/rules";
import { gateRow, isOfPlan } from "../gates/table";
import type { ApprovalState, RunState } from "../state";
import { planTerms } from "./release/approved";
import { planInForce } from "./release/release";
import { asksBeforeChange } from "./release/settled";
import { controlTerms } from "./terms/terms";

/** What somebody could let pass and no longer can as an author (docs/engine.md, "Who may answer"). */
export type Forgone = {
  /** Of the gate or review; absent of the plan that is still to be written. */
  title?: string | undefined;
  /** Who else may let it pass, by name. */
  able: string[];
  /** These are too few. */
  isStuck: boolean;
};

/** A question that its author may not let pass, as it is asked or will be. */
type Ahead = { title?: string | undefined; gate: Parameters<typeof stuckGate>[0] };

/**
 * Lists what the first of these writers, by id, could let pass and no longer can once the plan is theirs as well: as an edit
 * of it is, and what a model writes on their words. `isOwn`: they write it themselves, and nobody is asked about it.
 */
export function forgoneBy(
  state: RunState,
  people: readonly Answerer[],
  writers: readonly string[],
  { isOwn = false }: { isOwn?: boolean } = {},
): Forgone[] {
  const [me] = writers;
  const authors = authorsOf(state);
  const then = [...authors, ...writers.map((id) => ({ id, name: id }))];
  return boundAhead(state, { isOwn }).flatMap(({ title, gate }): Forgone[] => {
    const ableAmong = (wrote: typeof authors) =>
      people.filter((one) => {
        const voter = { ...one, mayReview: one.capabilities.includes("review") };
        return denialReason(gate, wrote, voter, "approve") === undefined;
      });
    const [before, after] = [ableAmong(authors), ableAmong(then)];
    if (!before.some(({ id }) => id === me) || after.some(({ id }) => id === me)) return [];
    const isStuck = stuckGate(gate, { people, authors: then.map(({ id }) => id) }) !== undefined;
    return [{ title, able: after.map(({ name }) => name), isStuck }];
  });
}

/** The open gates and the controls ahead that ask for four eyes, and the plan that is still to be written where people are asked about it. */
export function boundAhead(state: RunState, { isOwn }: { isOwn: boolean }): Ahead[] {
  const { tasks, ended, settings } = planInForce(state);
  const open = Object.keys(state.openApprovals).flatMap((id) => getOwn(state.approvals, id) ?? []);
  const asking = new Set(open.map(({ taskId }) => taskId));
  const ahead = tasks.flatMap((task): Ahead[] => {
    const terms = ended.has(task.id) || asking.has(task.id) ? undefined : controlTerms(task, settings);
    if (!terms) return [];
    const { timeoutSeconds, ...rest } = terms;
    const timed = timeoutSeconds === undefined ? {} : { deadlineAt: 0, timeoutMs: timeoutSeconds * 1_000 };
    return [{ title: task.title, gate: { ...rest, ...timed } }];
  });
  const isAsked = open.some(({ kind }) => kind === "plan_approval") || (!isOwn && asksBeforeChange(state));
  return [
    ...(isAsked ? [{ gate: planTerms(state) }] : []),
    // A plan that is asked about is written again.
    ...open
      .filter(({ kind }) => !isOfPlan(kind))
      .map((gate) => ({ title: gate.taskTitle ?? gate.prompt, gate })),
    ...ahead,
  ].filter(({ gate }) => gate.fourEyes);
}

/** True of a gate about a change that nobody may let pass only because they asked for it: one who rejects it is free of that. */
export function isTakenBack(state: RunState, gate: ApprovalState, people: readonly Answerer[]): boolean {
  const { offered, ...inForce } = state;
  const authors = authorsOf(inForce).map(({ id }) => id);
  const isAsked = offered !== undefined && gateRow(gate.kind).aboutOffer === true;
  return isAsked && stuckGate(gate, { people, authors }) === undefined;
}
