import { canonicalJson } from "@/lib/core/json";
import type { ToolFacts } from "@/lib/core/ports";
import { cutText } from "@/lib/core/text";
import type { Branch, Call } from "@/lib/core/trajectory";
import type { Attempt } from "./attempt-start";
import { mayHaveDone } from "./done-calls";
import type { EffectContext, Report } from "./effect";
import { branchOf, deniedReport, type StartedCall, startedRow, writes } from "./tool-rows";
import { taskIn } from "./work";

/** What becomes of the calls of a step: those that run, and those whose outcome is settled without running. */
export type CallPlan = { run: StartedCall[]; settled: Branch[]; reports: Report[] };

const MAX_ARGS_CHARS = 1_000;

/**
 * Decides for each call whether it may run. A writing call that a lost worker started is never run again without a
 * person (docs/engine.md, "Tool calls"); one equal to a call that has already happened is answered with its result.
 */
export async function planCalls(
  context: EffectContext,
  attempt: Attempt,
  step: number,
  calls: Call[],
): Promise<CallPlan | { unknown: Report[] }> {
  const unknown = calls.find((call) => isUnknown(context, attempt, call));
  if (unknown) return { unknown: [unknownReport(context, step, unknown)] };
  const plan: CallPlan = { run: [], settled: [], reports: [] };
  const done = await doneTexts(context, calls);
  for (const call of calls) {
    const tool = toolOf(context, call);
    const identity = identityOf(call);
    const earlier = isGuarded(tool) && !attempt.unfinished.has(call.callId) ? done.get(identity) : undefined;
    if (earlier === undefined) {
      plan.run.push({ call, tool, row: startedRow(context, attempt, step, call, tool) });
      if (isGuarded(tool)) done.set(identity, "It is another call of the same turn.");
      continue;
    }
    const message = `${call.tool} has already been done with exactly these arguments and was not run again. ${earlier}`;
    plan.settled.push(branchOf(call, { ok: false, code: "failed", message }));
    plan.reports.push(deniedReport(context, step, call, message));
  }
  return plan;
}

const isGuarded = (tool: ToolFacts): boolean => writes(tool) && !tool.repeatable;

const identityOf = ({ tool, args }: Pick<Call, "tool" | "args">): string => `${tool} ${canonicalJson(args)}`;

function toolOf(context: EffectContext, call: Call): ToolFacts {
  const tool = context.tools.find(call.tool);
  if (!tool) throw new Error(`The tool ${call.tool} does not exist any more`);
  return tool;
}

function isUnknown(context: EffectContext, attempt: Attempt, call: Call): boolean {
  if (!attempt.unfinished.has(call.callId)) return false;
  const tool = toolOf(context, call);
  if (!writes(tool) || tool.idempotent) return false;
  return taskIn(context.state(), context.taskId).verdicts?.[call.callId] !== "run";
}

function unknownReport({ key, taskId, attempt }: EffectContext, step: number, call: Call): Report {
  const { callId, tool } = call;
  const args = cutText(canonicalJson(call.args), MAX_ARGS_CHARS);
  return {
    suffix: `unknown-${step}-${callId}`,
    command: { type: "outcome_unknown", key, taskId, attempt, callId, tool, args },
  };
}

/** What writing calls came to that have happened in this run, by identity; read only when one may be equal. */
async function doneTexts(context: EffectContext, calls: Call[]): Promise<Map<string, string>> {
  if (!calls.some((call) => isGuarded(toolOf(context, call)))) return new Map();
  if (!mayHaveDone(context.state())) return new Map();
  const done = await context.reads.doneCalls(context.runId);
  return new Map(
    done.map((call) => [
      identityOf(call),
      `Its result was: ${cutText(canonicalJson(call.output ?? null), MAX_ARGS_CHARS)}`,
    ]),
  );
}
