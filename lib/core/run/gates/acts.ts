import { getOwn } from "../../own";
import { looksAt } from "../../plan/flows";
import type { Task } from "../../plan/schema";
import type { LongText, StoredTask } from "../../plan/stored";
import {
  type AgentWords,
  type ToldBeside,
  toldBeside,
  toldOfProgram,
  toldReviewer,
} from "../../plan/targets";
import type { StoredValue } from "../../stored-value";
import { type PartOtherwise, partsOtherwise } from "../controls/changes/weakened-checks";
import { type AskedAbout, checksOfGate, leadingOfGate } from "../controls/release/asked";
import { controlTerms } from "../controls/terms/terms";
import type { RunState, TaskState } from "../state";
import { type DoneBefore, doneBefore } from "./done-before";
import { agentsOfRelease } from "./risk";
import { type GivenAtCall, givenAtCalls } from "./said";
import { isAboutWork } from "./table";

/** One piece of work that people read before they let something act, wherever they answer (docs/engine.md, "The release"). */
export type Act = {
  task: ActTask;
  tools: readonly string[];
  /** The acts into which its result flows; absent of an act. */
  feeds?: readonly { title: string }[] | undefined;
  /** By whose brief it is done; absent where nobody has one. */
  agent: AgentWords | undefined;
  /** Its brief and what stands beside that are read at an earlier piece of work by the same agent. */
  isToldAbove: boolean;
  /** What the plan tells beside instructions and brief. */
  beside: ToldBeside[];
  /** What of the checks is another behind which it would act, or whose result it gives. */
  checks: readonly PartOtherwise[];
  /** What people gave its calls, where it has begun and not ended. */
  given: readonly GivenAtCall[];
  /** What was done outside already that it does again, or takes the place of. */
  done: readonly DoneBefore[];
  /** Its part of the run; absent of a task that is not in it so far. */
  known?: TaskState | undefined;
  /** It has ended: what it came to is what the act reads. */
  ended?: true | undefined;
  /** The gate has what it came to among its evidence. */
  isEvidence?: true | undefined;
  /** The gate shows its result as a whole; reviewers behind it read under which title it was done. */
  isShown?: true | undefined;
};

type ActTask = (Task | StoredTask) & { uses?: readonly string[]; lineage?: string };

type Listed = Pick<Act, "task" | "tools" | "feeds" | "known" | "ended">;
/** A piece of work with the agents of its plan. */
export type WithAgents = Listed & { agents: Readonly<Record<string, AgentWords>> };

/** What the answer to a question, or another decision than the one that is held, lets act, and what flows into that. */
export function actsAt(state: RunState, question: AskedAbout): Act[] {
  const agents = agentsOfRelease(state, question);
  const listed = leadingOfGate(state, question).map(
    ({ task, tools, feeds, ended }): WithAgents => ({
      task,
      tools,
      feeds,
      ended,
      agents,
      known: getOwn(state.tasks, task.id),
    }),
  );
  return actsAmong(state, question, listed).map(withChecks(state, question));
}

/** Adds to work how its check was and would be; one that stands at no work here, to all that would act behind it. */
function withChecks(state: RunState, question: AskedAbout): (act: Act, n: number, acts: Act[]) => Act {
  const checks = checksOfGate(state, question);
  return (act, _n, acts) => {
    const isListed = (id: string) => acts.some(({ task, ended }) => task.id === id && !ended);
    const shown = checks.filter(
      ({ at, acts: behind }) =>
        !act.ended && (isListed(at) ? at === act.task.id : behind.includes(act.task.id)),
    );
    const parts = shown.flatMap((check) =>
      partsOtherwise(state, check, act.task.id === check.at ? (act.task as StoredTask) : undefined),
    );
    return parts.length > 0 ? { ...act, checks: parts } : act;
  };
}

/** The same of work that is listed otherwise. */
export function actsAmong(state: RunState, question: AskedAbout, listed: readonly WithAgents[]): Act[] {
  const [shown, evidence] = seenAt(state, question);
  return listedActs(state, listed).flatMap((act): Act[] => {
    const isPlain = act.ended && act.known && isPlainResult(act.known);
    if (!isPlain) return [act];
    if (shown.has(act.task.id)) return [{ ...act, isShown: true }];
    return [evidence.has(act.task.id) ? { ...act, isEvidence: true } : act];
  });
}

/** Work with all texts of what is still to be done; those of an agent stand at its first task. */
export function listedActs(state: Readonly<RunState>, listed: readonly WithAgents[]): Act[] {
  const told = new Set<AgentWords>();
  const doneTo = doneBefore(state);
  return listed.map(({ agents, ...one }): Act => {
    const plain = { beside: [], checks: [], given: [], done: [] };
    if (one.ended) return { ...one, ...plain, agent: undefined, isToldAbove: false };
    const done = one.tools.length > 0 ? doneTo(one.task, one.tools) : [];
    const given = one.known ? givenAtCalls(state, one.known.id) : [];
    const { type, agent: name, review } = one.task;
    const words = getOwn(agents, name);
    const agent = type === "task" ? words : undefined;
    const isToldAbove = agent !== undefined && told.has(agent);
    if (agent) told.add(agent);
    const reviewers = type === "planning_review" ? (review?.reviewers ?? []) : [];
    const beside = [
      ...toldBeside(one.task, isToldAbove ? undefined : agent),
      ...(type === "direct" && words ? toldOfProgram(name, words) : []),
      // Whose model sums up, or reviews where nobody else is named.
      ...(type !== "task" && type !== "direct" && words ? toldReviewer(name, words) : []),
      ...reviewers.flatMap((by) => {
        const reviewer = getOwn(agents, by);
        return reviewer ? toldReviewer(by, reviewer) : [];
      }),
    ];
    return { ...one, agent, isToldAbove, beside, checks: [], given, done };
  });
}

/** Says of a piece of work that a panel draws it elsewhere: with the value that a gate shows, or with the evidence of a review. */
export const isDrawnApart = ({ isEvidence, isShown }: Act): boolean =>
  isEvidence === true || isShown === true;

/** Nobody but the one who did the work had a hand in what it came to. */
const isPlainResult = ({ status, result, endorsed, steeringMessages = [] }: TaskState): boolean =>
  status === "succeeded" && result !== undefined && !endorsed && steeringMessages.length === 0;

/** The tasks whose results a gate shows as a whole, and those that a review has for its evidence. */
function seenAt(
  state: RunState,
  { kind, taskId = "" }: AskedAbout,
): [shown: ReadonlySet<string>, evidence: ReadonlySet<string>] {
  const control = isAboutWork(kind) ? getOwn(state.tasks, taskId)?.spec : undefined;
  if (!control) return [new Set(), new Set()];
  if (control.type === "planning_review") return [new Set(), new Set(looksAt(control))];
  return [new Set(controlTerms(control, state.settings)?.shows), new Set()];
}

/** What a task came to as a text of the plan is: a long one by reference. */
export function resultText(result: StoredValue): LongText {
  if ("ref" in result) return { $ref: result.ref, bytes: result.bytes, preview: result.preview };
  const { inline } = result;
  return typeof inline === "string" ? inline : JSON.stringify(inline, null, 2);
}

/** What an answer rests on: the tasks that its gate looks at, and those of which what it lets act reads what they came to. */
export type Evidence = { before: TaskState[]; read: TaskState[] };

/** Work as people are shown it with a release, by its id. */
type ShownWork = { taskId: string; ended?: true | undefined };

/** Lists what the answer about a task rests on. `listed`: what its panel shows of what the answer lets act. */
export function evidenceOf(
  state: RunState,
  taskId: string | undefined,
  listed: readonly ShownWork[],
): Evidence {
  const before = taskId === undefined ? [] : tasksBefore(state, taskId);
  const known = new Set(before.map(({ id }) => id));
  const ended = listed.flatMap((one) => (one.ended && !known.has(one.taskId) ? [one.taskId] : []));
  return { before, read: [...new Set(ended)].flatMap((id) => getOwn(state.tasks, id) ?? []) };
}

/** Brings acts to the form in which a release lists them. */
export const listedOf = (acts: readonly Act[]): ShownWork[] =>
  acts.map(({ task, ended }) => ({ taskId: task.id, ended }));

/** The tasks whose results a gate or a review looks at. */
export function tasksBefore(state: RunState, taskId: string): TaskState[] {
  const spec = getOwn(state.tasks, taskId)?.spec;
  return (spec ? looksAt(spec) : []).flatMap((id) => getOwn(state.tasks, id) ?? []);
}
