import { type ReplannerInput, replanner } from "@/lib/agents/replanner";
import { editsReplanner } from "@/lib/agents/replanner/edits";
import type { Role } from "@/lib/agents/role";
import type { WrittenPlan } from "@/lib/agents/written-plan";
import { type Issue, type Plan, plan as planSchema } from "@/lib/core/plan";
import { withKeptSettings } from "@/lib/core/plan/kept-settings";
import type { IssueFacts, SimpleReason } from "@/lib/core/run/events/reason";
import { deciderOf } from "@/lib/core/run/replans/decider";
import type { ReplanState, RunState } from "@/lib/core/run/state";
import { callRole, type RoleAnswer } from "../model/call-role";
import { type EffectContext, type Ending, endWith } from "./effect";
import { failedCallReason, infrastructureFailure } from "./failures";
import { lessonsFor } from "./learning/lessons";
import { type EditQuestion, editQuestion } from "./plan/edit-question";
import { tellingAllFaults } from "./plan/faulty-parts";
import { issueFacts, offerFacts, offerPlan, unreadableIssues, withDispositions } from "./plan/offer-plan";
import { reviewsFor } from "./plan/own-reviews";
import { replannerInput } from "./plan/replanner-input";
import { fitTail, type TailBase, type TailOrigin, tailBase } from "./plan/tail";
import { restOf, takingEdits } from "./plan/taking-edits";
import {
  type Draft,
  type FittedPlan,
  judged,
  type PlanProblem,
  withJudgement,
  writePlan,
} from "./plan/write-plan";
import { peopleFor } from "./run-facts";
import { loadBodies, withRepairedChecks } from "./work";

/** Replaces what is left of the plan: by the tail that a person decided on, else by the replanner's. */
export async function replan(context: EffectContext): Promise<Ending> {
  const { replan: current, workspaceId } = context.state();
  if (!current) throw new Error("No replan is under way");
  const { cause, tries } = current;
  const origin = originOf(current);
  const base = await tailBase(context);
  const shown = { ...base, current: withRepairedChecks(context.state(), base.current) };
  const input = await replannerInput(context, structuredClone(current), shown);
  const fitTail = (tail: Plan) => fittedTail(context, base, tail, origin);
  if (cause.tail === undefined) return askReplanner(context, base, fitTail, input);
  const bodies = await loadBodies(context, workspaceId, [cause.tail]);
  // It was complete when people saw it: nothing that it names is looked up again.
  const tail = planSchema.parse(bodies(cause.tail));
  const suggested = { ...input, suggestion: tail };
  // What a person decided on is theirs, no matter who wrote it first; of a model it is a suggestion.
  if (tries > 0 || deciderOf(cause).kind !== "person") return askReplanner(context, base, fitTail, suggested);
  const saidBy = cause.tailBy ? "person" : "model";
  const given = fittedTail(context, base, tail, { ...origin, writtenBy: "person", saidBy });
  if (given.errors.length === 0)
    return replanWritten(context, base, await judged(context, given, []), cause.tail);
  const invalid = { answer: "", plan: tail, issues: given.errors };
  return askReplanner(context, base, fitTail, suggested, invalid);
}

type FittedTail = ReturnType<typeof fittedTail> & Pick<FittedPlan, "dispositions">;

async function askReplanner(
  context: EffectContext,
  base: TailBase,
  fitTail: (tail: Plan) => FittedTail,
  input: ReplannerInput,
  problem?: PlanProblem,
): Promise<Ending> {
  const { key } = context;
  const reviews = await reviewsFor(context, base.current);
  const people = peopleFor(context);
  const asked = {
    ...input,
    ...(reviews.shown && { reviews: reviews.shown }),
    ...(people && { people }),
  };
  const current = withRepairedChecks(context.state(), base.current);
  const before = { current, unjudged: unjudgedTasks(context.state()) };
  const keeping = (tail: Plan) => withKeptSettings(tail, before);
  const shortOf = (more?: string[]) => editQuestion(context, { ...base, current }, asked, more);
  const short = problem ? undefined : shortOf();
  let lessons: Promise<string[] | undefined> | undefined;
  const askWhole = async (why: PlanProblem | undefined) => {
    const edited = why?.plan ?? input.suggestion;
    const of = edited && { plan: edited };
    const reading = takingEdits(replanner, of, undefined, keeping);
    const rest = (answer: { text: string; issues: Issue[] }) => restOf(answer, of, undefined, keeping);
    const role = tellingAllFaults(reading, rest, fitTail);
    lessons ??= lessonsFor(context, "replanner");
    const learned = await lessons;
    const whole = { ...asked, ...(learned && { lessons: learned }) };
    return askOnce(context, role, { ...whole, ...(why && { problem: why }) });
  };
  const ask = async (why: PlanProblem | undefined) => {
    if (why || !short) return askWhole(why);
    const first = await askForEdits(context, short, { keeping, fitTail });
    if (!("whole" in first)) return first;
    const wider = first.show.length > 0 ? shortOf(first.show) : undefined;
    const answer = wider ? await askForEdits(context, wider, { keeping, fitTail }) : first;
    return "whole" in answer ? askWhole(answer.whole) : answer;
  };
  const answer = await writePlan<FittedTail, string>(
    context,
    { ask, fitPlan: fitTail, reviews: reviews.named },
    problem,
  );
  switch (answer.kind) {
    case "drafted":
      return replanWritten(context, base, answer.draft);
    case "unreached":
      return infrastructureFailure(context, answer.answer);
    case "unreadable":
      return replanUnwritten(key, failedCallReason(answer.answer), unreadableIssues(answer.answer));
    case "stopped":
      return endWith({ type: "replan_impossible", key, reason: answer.stop });
    case "invalid": {
      const issues = issueFacts(answer.errors);
      return replanUnwritten(key, { code: "tail_invalid", issue: issues[0] }, issues);
    }
  }
}

/**
 * The answer to the short question, where edits or a tail are one; else that the whole one is to be asked, with what is wrong
 * with the edits, and what it would have to show to be answered.
 */
async function askForEdits(
  context: EffectContext,
  { input, of, answerOf }: EditQuestion,
  { keeping, fitTail }: { keeping: (tail: Plan) => Plan; fitTail: (tail: Plan) => FittedTail },
): Promise<PlanAnswer | { whole: PlanProblem | undefined; show: string[] }> {
  const reading = takingEdits(editsReplanner, of, answerOf, keeping);
  const rest = (answer: { text: string; issues: Issue[] }) => restOf(answer, of, answerOf, keeping);
  const role = askingAboutWords(tellingAllFaults(reading, rest, fitTail));
  const answer = await callRole(context, role, input, { repairAttempts: 1 });
  if (!answer.ok && answer.code !== "unreadable") return answer;
  if (!answer.ok)
    return {
      whole: answer.issues.length > 0 ? { answer: "", refused: answer.problem } : undefined,
      show: [],
    };
  const { value } = answer;
  return value.kind === "plan" ? { ...answer, value } : { whole: undefined, show: value.show };
}

/** Words around edits are asked about once, for less than the whole question costs; it tells all else that is wrong. */
function askingAboutWords<Input, Output>(role: Role<Input, Output>): Role<Input, Output> {
  return {
    ...role,
    parse(text, data) {
      const read = role.parse(text, data);
      return read.ok ? read : { ...read, repairs: read.repairs ?? 0 };
    },
  };
}

/** Tasks whose check came to no judgement of their result, its author having been asked about it or not. */
function unjudgedTasks({ tasks }: Readonly<RunState>): ReadonlySet<string> {
  const unjudged = Object.values(tasks).filter(({ repaired, attempts }) => {
    const check = attempts.at(-1)?.checks?.at(-1);
    const isError = check?.layer === "predicate" && check.outcome === "error";
    return isError || (repaired !== undefined && repaired.verification === undefined);
  });
  return new Set(unjudged.map(({ id }) => id));
}

type PlanAnswer = RoleAnswer<WrittenPlan | { stop: string }>;

/** The replanner's answer in the words of `writePlan`: that no plan can reach the mission stops it. */
async function askOnce(
  context: EffectContext,
  role: typeof replanner,
  input: ReplannerInput,
): Promise<PlanAnswer> {
  const answer = await callRole(context, role, input);
  if (!answer.ok) return answer;
  const { value } = answer;
  return { ...answer, value: value.kind === "plan" ? value : { stop: value.reason } };
}

function fittedTail(
  context: EffectContext,
  base: TailBase,
  tail: Plan,
  origin: Parameters<typeof fitTail>[3],
) {
  const { merged, errors, warnings } = fitTail(context, base, tail, origin);
  const empty = errors.length === 0 && merged.added.length === 0 && isAskedByModel(context);
  return {
    plan: merged.plan,
    lineages: merged.lineages,
    renamed: merged.renamed,
    errors: empty ? [NO_NEW_TASK] : errors,
    warnings,
    ended: base.ended,
  };
}

/** Only a person may have the rest given up: whatever else asks for a new tail wants something done. */
function isAskedByModel(context: EffectContext): boolean {
  return context.state().replan?.cause.trigger !== "person";
}

const NO_NEW_TASK: Issue = {
  severity: "error",
  code: "empty_plan",
  message:
    "It has no new task: write what is to be done instead, or answer mission_impossible if nothing can be.",
};

async function replanWritten(
  context: EffectContext,
  base: TailBase,
  { fitted: { plan, lineages, renamed, dispositions }, warnings, judgement }: Draft<FittedTail>,
  tail?: string,
): Promise<Ending> {
  const round = context.state().replan?.cause.round;
  const plain = offerPlan(plan, offerFacts(context, warnings), base.parent, lineages);
  const { offered, rows } = withJudgement(plain, judgement);
  return endWith(
    {
      type: "replan_written",
      key: context.key,
      plan: await withDispositions(context, offered, round, dispositions, base, { plan, lineages }),
      fromVersion: base.version,
      renamed: renamed.map(({ from, to, why }) => ({ from, to, why })),
      ...(tail !== undefined && { tail }),
    },
    rows,
  );
}

function replanUnwritten(key: string, reason: SimpleReason, issues: IssueFacts[]): Ending {
  return endWith({
    type: "replan_unwritten",
    key,
    reason,
    issues: issues.slice(0, 10),
  });
}

function originOf({ cause }: ReplanState): TailOrigin {
  if (cause.taskId === undefined) return {};
  return cause.trigger === "review" ? { rootsDependOn: cause.taskId } : { failedTaskId: cause.taskId };
}
