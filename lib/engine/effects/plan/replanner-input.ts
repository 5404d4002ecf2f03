import type { OpenTask } from "@/lib/agents/facts";
import type { ReplannerInput } from "@/lib/agents/replanner";
import { approachOf, type Trial } from "@/lib/agents/replanner/trials";
import { peopleWordLines } from "@/lib/core/describe/people-words";
import { formatReason } from "@/lib/core/describe/reason";
import type { Json, JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import type { Plan, Task } from "@/lib/core/plan/schema";
import type { StoredTask } from "@/lib/core/plan/stored";
import { agentInShort, taskInShort } from "@/lib/core/plan/write/json";
import { ledgerOf } from "@/lib/core/run/ledger/budgets";
import { peopleWords } from "@/lib/core/run/people-words";
import { type PastFailure, pastFailures } from "@/lib/core/run/replans/past-failures";
import type { ReplanEntry, ReplanState, RunState, TaskState } from "@/lib/core/run/state";
import { toldStatus } from "@/lib/core/run/state/told-status";
import { previewOf } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import { step as stepSchema } from "@/lib/core/trajectory";
import { promptAttachments } from "../attachments";
import type { EffectContext } from "../effect";
import { dateOf, obligationFacts } from "../run-facts";
import { writtenCallLines } from "../tools/earlier-calls";
import { toolsForPlans } from "../tools/offered-tools";
import { type Bodies, bodyOf, inputText, loadBodies, refsOfValues, taskIn } from "../work";
import type { TailBase } from "./tail";

const resultLine = (task: TaskState): string =>
  `${task.id} (${toldStatus(task)}): ${task.result?.preview ?? (task.diagnosis ? formatReason(task.diagnosis) : "")}`;

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

const isRef = (input: Json): input is { $ref: string; preview: string } =>
  typeof input === "object" && input !== null && "$ref" in input && typeof input.preview === "string";

const HISTORY_ENTRIES = 10;
/** Characters of all inputs of the ended tasks together, and of one of them at most; of a schema of one, too. */
const INPUTS_CHARS = 40_000;
const INPUT_CHARS = 200;
/** The same of what the replan is about: it may be edited, and what is edited is shown whole. */
const EDITABLE_CHARS = 2_000;
/** Characters of all results together, and of one of them at least and at most. */
const RESULTS_CHARS = 3_000;
const MIN_RESULT_CHARS = 300;
const MAX_RESULT_CHARS = 1_000;
/** Characters of all inputs of the open tasks together, and of one of them at least. */
const OPEN_CHARS = 60_000;
const MIN_OPEN_CHARS = 400;
/** Characters of the output that was refused. */
const OUTPUT_CHARS = 6_000;

/** Everything that the replanner has to know (docs/engine.md, "Replans"). */
export async function replannerInput(
  context: EffectContext,
  replan: ReplanState,
  { current, ended }: Pick<TailBase, "current" | "ended">,
): Promise<ReplannerInput> {
  const peopleSaid = peopleWordLines(peopleWords(context.state()));
  const state = context.state();
  const { workspaceId } = state;
  const known = factsOf(state, replan);
  const open = wholeTasks(state, current, ended);
  const done = current.tasks
    .filter(({ id }) => ended.has(id))
    .map((task) => ({ task, state: { ...taskIn(state, task.id) } }));
  const { output } = replan.cause;
  const values = [output, ...done.map(({ state: one }) => one.result)].flatMap((one) => one ?? []);
  const bodies = await loadBodies(context, workspaceId, refsOfValues(values));
  const shown = output && cutText(textOf(bodyOf(output, bodies)), OUTPUT_CHARS);
  const trigger = { ...known.trigger, ...(shown !== undefined && { output: shown }) };
  const facts = {
    ...known,
    ...open,
    ...endedTasks(done, bodies, replan),
    trigger,
    tools: toolsForPlans(context),
  };
  const trials = await readTrials(context);
  const attachments = await promptAttachments(context);
  const costMicroUsd = await context.reads.costMicroUsd(context.runId);
  return {
    ...facts,
    effectsDone: await writtenCallLines(context, Number.POSITIVE_INFINITY),
    peopleSaid,
    trials,
    ...(attachments && { attachments }),
    ...(costMicroUsd !== undefined && { costMicroUsd }),
    ...(replan.cause.round && { comments: replan.cause.round.comments }),
  };
}

function factsOf(state: Readonly<RunState>, { cause, refused, number }: ReplanState) {
  const { trigger, taskId, diagnosis } = cause;
  const isAsked = taskId !== undefined && getOwn(state.tasks, taskId)?.spec.type === "human_review";
  // A person who said no at a gate: nothing has failed.
  const kind = isAsked && trigger === "task_failed" ? "person" : trigger;
  const refusalNote =
    refused === undefined
      ? ""
      : `\nThe last new plan was refused: ${formatReason(refused)} Write a different one.`;
  const reason = formatReason(cause.reason);
  const found = diagnosis && formatReason(diagnosis);
  return {
    mission: state.mission,
    date: dateOf(state),
    ...(state.settings.constraints !== "" && { constraints: state.settings.constraints }),
    ...(state.planObjective !== undefined && { objective: state.planObjective }),
    planStyle: state.settings.planStyle,
    trigger: {
      kind,
      reason: `${reason}${refusalNote}`,
      ...(taskId !== undefined && { taskId }),
      ...(found !== undefined && !reason.includes(found) && { diagnosis: found }),
    },
    obligations: obligationFacts(state),
    history: historyLines(state, number),
    budget: budgetLines(state),
    version: state.planVersion,
  };
}

/** Characters of one of so many results that a writer of plans is shown. */
export const resultChars = (count: number): number =>
  Math.min(MAX_RESULT_CHARS, Math.max(MIN_RESULT_CHARS, Math.floor(RESULTS_CHARS / Math.max(1, count))));

type EndedTask = { task: Task; state: TaskState };

/** What has ended, with all that a tail takes over from; results up to their share. What triggered the replan says so itself. */
function endedTasks(
  ended: readonly EndedTask[],
  bodies: Bodies,
  { cause }: ReplanState,
): Pick<ReplannerInput, "completed" | "errors"> {
  const chars = Math.min(INPUT_CHARS, Math.floor(INPUTS_CHARS / Math.max(1, ended.length)));
  const most = resultChars(ended.length);
  const succeeded = ended.filter(({ state }) => state.status === "succeeded");
  const others = ended.filter(({ state }) => state.status !== "succeeded");
  const about = ended.find(({ task }) => task.id === cause.taskId)?.task;
  const isAbout = ({ id }: Task) =>
    id === about?.id || (cause.trigger === "person" && about?.dependsOn.includes(id) === true);
  const planned = (task: Task) =>
    isAbout(task) ? endedTask(task, EDITABLE_CHARS, EDITABLE_CHARS) : endedTask(task, chars);
  return {
    completed: succeeded.map(({ task, state: { result } }) => {
      const isCause = cause.trigger === "review" && task.id === cause.taskId;
      const preview = isCause || !result ? "" : previewOf(bodyOf(result, bodies), most);
      return { ...planned(task), preview };
    }),
    errors: others.map(({ task, state }) => {
      const isCause = task.id === cause.taskId;
      // What people answered there is the trigger.
      if (isCause && toldStatus(state) !== state.status) return planned(task);
      const facts = { ...planned(task), status: toldStatus(state) };
      return isCause ? facts : { ...facts, ...errorOf(state) };
    }),
  };
}

/** A task that has ended as it was planned, but for details that have no room; what is long by its beginning. */
function endedTask(task: Task, chars: number, detailsChars = 0): { id: string } & JsonObject {
  const details = task.details.join("\n").length <= detailsChars ? task.details : [];
  const { input, outputSchema, ...facts } = taskInShort({ ...task, details });
  return {
    id: task.id,
    ...facts,
    ...(input !== undefined && { input: previewOf(inputText(input), chars) }),
    ...(outputSchema !== undefined && { outputSchema: previewOf(outputSchema, 2 * chars) }),
  };
}

/** Every task but those that have ended, whole, with the agents of the plan; very long inputs by their beginning. */
export function wholeTasks(
  state: Readonly<RunState>,
  { agents, tasks }: Plan,
  ended: ReadonlySet<string>,
  { inputs = OPEN_CHARS, oneInput = MIN_OPEN_CHARS } = {},
): { remaining: OpenTask[]; agents: JsonObject } {
  const open = tasks.filter(({ id }) => !ended.has(id));
  const share = Math.max(oneInput, Math.floor(inputs / Math.max(1, open.length)));
  return {
    agents: Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, agentInShort(agent)])),
    remaining: open.map((task) => {
      const { id, title, type, input } = task;
      const long = inputText(input).length > share;
      const whole = taskInShort(long ? { ...task, input: previewOf(inputText(input), share) } : task);
      return { ...whole, id, title, type, status: toldStatus(taskIn(state, id)) };
    }),
  };
}

function errorOf({ diagnosis: reason, attempts }: TaskState): JsonObject {
  const diagnosis = reason ? formatReason(reason) : "no reason given";
  const output = attempts.at(-1)?.output?.preview;
  return { diagnosis, ...(output !== undefined && { output }) };
}

/** Every earlier change of the plan, iterations among them, numbered in order; the last ten. */
function historyLines({ replanHistory }: Readonly<RunState>, current: number): string[] {
  return replanHistory
    .filter(({ kind, number }) => kind === "iteration" || number !== current)
    .map((entry, index) => `[Iteration ${index + 1}] ${formatReason(entry.reason)}${refusalOf(entry)}`)
    .slice(-HISTORY_ENTRIES);
}

/** What people or the run's rules did not let pass is not to be written again. */
const refusalOf = ({ outcome, failure }: ReplanEntry): string =>
  outcome === "refused" && failure ? ` Its plan was refused: ${formatReason(failure)}` : "";

function budgetLines(state: Readonly<RunState>): NonNullable<ReplannerInput["budget"]> {
  return ledgerOf(state, state.lastAt).flatMap(({ counter, used, limit, lineage }) => {
    if (limit === undefined) return [];
    const name = lineage === undefined ? counter : `${counter} (${lineage})`;
    return [{ counter: name, used, limit, left: Math.max(0, limit - used) }];
  });
}

/** What was tried in the run and did not do, with what the agents did from their stored steps. */
async function readTrials(context: EffectContext): Promise<Trial[]> {
  const { workspaceId } = context.state();
  const tried = structuredClone(pastFailures(context.state()));
  const outputs = tried.flatMap((one) =>
    one.kind === "attempt" && one.attempt.output ? [one.attempt.output] : [],
  );
  const bodies = await loadBodies(context, workspaceId, refsOfValues(outputs));
  return Promise.all(
    tried.map((one) => (one.kind === "attempt" ? failedTrial(context, one, bodies) : reviewedTrial(one))),
  );
}

async function failedTrial(
  context: EffectContext,
  { task, attempt, newTaskCount }: Extract<PastFailure, { kind: "attempt" }>,
  bodies: Bodies,
): Promise<Trial> {
  const { steps } = await context.reads.attempt(context.runId, task.id, attempt.attempt);
  const { output, diagnosis } = attempt;
  const value = output ? bodyOf(output, bodies) : "";
  return {
    attempt: attempt.attempt,
    task: task.id,
    input: shownInput(task.spec),
    approach: approachOf(steps.map(({ body }) => stepSchema.parse(body))),
    output: textOf(value),
    diagnosis: diagnosis ? formatReason(diagnosis) : "",
    ...(newTaskCount !== undefined && { newTaskCount }),
  };
}

/** A review that sent work back: what it had before it is what was tried. */
function reviewedTrial({
  review,
  entry,
  reviewed,
  newTaskCount,
}: Extract<PastFailure, { kind: "review" }>): Trial {
  return {
    attempt: entry.number,
    task: review.id,
    input: review.spec.review?.focus ?? review.spec.title,
    approach: reviewed.map(({ id, spec }) => `${id}: ${spec.title}`).join(" → "),
    output: reviewed.map(resultLine).join("\n"),
    diagnosis: formatReason(entry.reason),
    ...(newTaskCount !== undefined && { newTaskCount }),
  };
}

/** The input of a task as prompts show it; long ones by their beginning. */
function shownInput({ input }: StoredTask): string {
  return isRef(input) ? input.preview : inputText(input);
}
