import { resultForm } from "@/lib/agents/strict-schema";
import { synthesis as synthesisRole } from "@/lib/agents/synthesis";
import type { Json, JsonObject } from "@/lib/core/json";
import { outputJsonSchema } from "@/lib/core/plan";
import type { Usage } from "@/lib/core/ports";
import { storeValue } from "@/lib/core/stored-value";
import { startTrajectory, step, withModelTurn } from "@/lib/core/trajectory";
import { callRole, type RoleAnswer } from "../model/call-role";
import { stepReport } from "./attempt/step-report";
import { criteriaFor, endWithAbstention, endWithResult, resultIn } from "./check-result";
import type { EffectContext, Ending, Report } from "./effect";
import { blockedAttempt, failedAttempt, infrastructureFailure, unreadableAttempt } from "./failures";
import {
  detailsOf,
  feedbackOf,
  inputText,
  missingDiagnosis,
  namedResults,
  readWork,
  taskIn,
  type Work,
} from "./work";

/** Below this many characters a text compresses nothing. */
const MIN_TEXT_CHARS = 10;

/** One model turn over the full results of the gate's dependencies (docs/engine.md, "Synthesis gates"). */
export async function synthesize(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  if (work.missing.length > 0) return blockedAttempt(context, missingDiagnosis(work.missing));
  const earlier = await persistedAnswer(context);
  if (earlier !== undefined) return endWithAnswer(context, work, earlier, []);
  const answer = await ask(context, work);
  // What does not fit the schema is for its check to refuse.
  if (!answer.ok && answer.code === "unreadable" && outputJsonSchema(work.task))
    return endWithAnswer(context, work, answer.text, []);
  if (answer.ok) {
    const isJudged = criteriaFor(context, work) !== undefined;
    const persisted = isJudged ? [persistAnswer(context, answer.text)] : [];
    return endWithAnswer(context, work, answer.text, [usageReport(context, answer.usage), ...persisted]);
  }
  return answer.code === "unreadable"
    ? unreadableAttempt(context, answer)
    : infrastructureFailure(context, answer);
}

function ask(context: EffectContext, work: Work): Promise<RoleAnswer<Json>> {
  const state = context.state();
  const { id, title } = work.task;
  const feedback = feedbackOf(state, context);
  const { model } = work.agent;
  const input = {
    mission: state.mission,
    task: { id, title, details: detailsOf(work), input: inputText(work.input) },
    results: namedResults(state, work),
    ...(feedback && { feedback }),
  };
  const schema = outputJsonSchema(work.task);
  return callRole(context, schema ? synthesisOf(context, work, schema) : synthesisRole, input, {
    ...(model !== undefined && { agentModelId: model }),
    ...(schema && { repairAttempts: 1 }),
  });
}

/** The role where the result has a form: an answer in another one is sent back once. */
function synthesisOf(context: EffectContext, work: Work, schema: JsonObject): typeof synthesisRole {
  return {
    ...synthesisRole,
    ...resultForm(schema),
    parse: (text) => {
      const fitting = resultIn(context, work, text);
      return !fitting || (!fitting.ok && fitting.cannot !== undefined) ? synthesisRole.parse(text) : fitting;
    },
  };
}

async function endWithAnswer(
  context: EffectContext,
  work: Work,
  text: string,
  before: Report[],
): Promise<Ending> {
  const fitting = resultIn(context, work, text);
  if (fitting?.ok === false && fitting.cannot !== undefined)
    return endWithAbstention(context, fitting.cannot, before);
  const read = fitting?.ok ? fitting : synthesisRole.parse(text);
  if (!read.ok) return unreadableAttempt(context, read);
  const coerced = fitting?.ok ? fitting.coerced : [];
  if (!isEmpty(read.value))
    return endWithResult(context, { work, trajectory: { steps: [] } }, read.value, before, coerced);
  const { stored } = storeValue(read.value);
  const diagnosis = { code: "empty_synthesis" } as const;
  return [...before, ...failedAttempt(context, { code: "empty_result", diagnosis, output: stored })];
}

/** How much the turn read and wrote: the run warns when it is too much. */
function usageReport({ key, taskId, attempt }: EffectContext, { inputTokens, outputTokens }: Usage): Report {
  const known = {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
  };
  return { suffix: "taken", command: { type: "synthesis_taken", key, taskId, attempt, ...known } };
}

function isEmpty(value: Json): boolean {
  if (value === null) return true;
  if (typeof value === "string") return value.trim().length < MIN_TEXT_CHARS;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** An answer of one turn as the only step of its attempt, so that it is there while a model judges it. */
function persistAnswer(context: EffectContext, text: string): Report {
  const empty = startTrajectory({ query: "", constraints: { tools: [] } });
  const trajectory = withModelTurn(empty, {
    text,
    toolCalls: [],
    finishReason: "stop",
    usage: {},
    argumentProblems: [],
    startedAtMs: context.clock.nowMs(),
    latencyMs: 0,
  });
  return stepReport(context, { trajectory, verbatim: [] }, "seen");
}

/** The answer that an earlier worker kept for this attempt. */
async function persistedAnswer(context: EffectContext): Promise<string | undefined> {
  const { runId, taskId, attempt } = context;
  const { steps: count = 0 } = taskIn(context.state(), taskId).attempts.at(-1) ?? {};
  if (count === 0) return;
  const { steps } = await context.reads.attempt(runId, taskId, attempt);
  const { action } = step.parse(steps[0]?.body);
  return action.type === "finish" && typeof action.answer === "string" ? action.answer : undefined;
}
