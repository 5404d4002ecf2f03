import type { ReplannerInput } from "@/lib/agents/replanner";
import { approachOf, type Trial } from "@/lib/agents/replanner/trials";
import { peopleWordLines } from "@/lib/core/describe/people-words";
import { formatReason } from "@/lib/core/describe/reason";
import type { Json } from "@/lib/core/json";
import type { Plan } from "@/lib/core/plan/schema";
import type { StoredTask } from "@/lib/core/plan/stored";
import { agentInShort, taskInShort } from "@/lib/core/plan/write/json";
import { ledgerOf } from "@/lib/core/run/ledger/budgets";
import { peopleWords } from "@/lib/core/run/people-words";
import { type PastFailure, pastFailures } from "@/lib/core/run/replans/past-failures";
import type { ReplanEntry, ReplanState, RunState, TaskState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
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

const resultLine = ({ id, status, result, diagnosis }: TaskState): string =>
  `${id} (${status}): ${result?.preview ?? (diagnosis ? formatReason(diagnosis) : "")}`;

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

const isRef = (input: Json): input is { $ref: string; preview: string } =>
  typeof input === "object" && input !== null && "$ref" in input && typeof input.preview === "string";

const HISTORY_ENTRIES = 10;
/** Characters of all inputs of the ended tasks together, and of one of them at most. */
const INPUTS_CHARS = 40_000;
const INPUT_CHARS = 200;
const MAX_ERRORS = 20;
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
  const { output } = replan.cause;
  const bodies = await loadBodies(context, workspaceId, refsOfValues(output ? [output] : []));
  const shown = output && cutText(textOf(bodyOf(output, bodies)), OUTPUT_CHARS);
  const trigger = { ...known.trigger, ...(shown !== undefined && { output: shown }) };
  const facts = { ...known, ...open, trigger, tools: toolsForPlans(context) };
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
  const { trigger: kind, taskId, diagnosis } = cause;
  const refusalNote =
    refused === undefined
      ? ""
      : `\nThe last new plan was refused: ${formatReason(refused)} Write a different one.`;
  const tasks = state.order.map((id) => taskIn(state, id));
  const share = Math.min(INPUT_CHARS, Math.floor(INPUTS_CHARS / Math.max(1, tasks.length)));
  return {
    mission: state.mission,
    date: dateOf(state),
    ...(state.settings.constraints !== "" && { constraints: state.settings.constraints }),
    planStyle: state.settings.planStyle,
    trigger: {
      kind,
      reason: `${formatReason(cause.reason)}${refusalNote}`,
      ...(taskId !== undefined && { taskId }),
      ...(diagnosis && { diagnosis: formatReason(diagnosis) }),
    },
    completed: tasks
      .filter(({ status }) => status === "succeeded")
      .map(({ id, spec, result }) => ({ id, title: spec.title, preview: result?.preview ?? "" })),
    obligations: obligationFacts(state),
    plan: tasks.filter(({ status }) => isTerminalTask(status)).map((task) => plannedTask(task, share)),
    errors: tasks
      .filter((task) => hasFailed(task) && task.id !== taskId)
      .slice(0, MAX_ERRORS)
      .map(errorOf),
    history: historyLines(state, number),
    budget: budgetLines(state),
    version: state.planVersion,
  };
}

/** Every task but those that have ended, whole, with the agents that they name; very long inputs by their beginning. */
export function wholeTasks(
  state: Readonly<RunState>,
  { agents, tasks }: Plan,
  ended: ReadonlySet<string>,
): Required<Pick<ReplannerInput, "remaining" | "agents">> {
  const open = tasks.filter(({ id }) => !ended.has(id));
  const share = Math.max(MIN_OPEN_CHARS, Math.floor(OPEN_CHARS / Math.max(1, open.length)));
  const used = Object.entries(agents).filter(([name]) => open.some(({ agent }) => agent === name));
  return {
    agents: Object.fromEntries(used.map(([name, agent]) => [name, agentInShort(agent)])),
    remaining: open.map((task) => {
      const { id, type, input } = task;
      const long = inputText(input).length > share;
      const whole = taskInShort(long ? { ...task, input: previewOf(inputText(input), share) } : task);
      return { ...whole, type, status: taskIn(state, id).status };
    }),
  };
}

function plannedTask({ id, spec, status }: TaskState, chars: number) {
  const { type, title, dependsOn } = spec;
  return { id, type, title, status, dependsOn, input: cutText(shownInput(spec), chars) };
}

const hasFailed = ({ status }: TaskState): boolean => status === "failed" || status === "blocked";

function errorOf({ id, status, diagnosis: reason, attempts }: TaskState) {
  const diagnosis = reason ? formatReason(reason) : "no reason given";
  const output = attempts.at(-1)?.output?.preview;
  return { taskId: id, status, diagnosis, ...(output !== undefined && { output }) };
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
