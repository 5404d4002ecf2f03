import type { Parsed, Role } from "@/lib/agents/role";
import { LOST_CALLS, unfinishedProblem } from "@/lib/core/answers";
import type { Json } from "@/lib/core/json";
import { markedJson, markedText } from "@/lib/core/legible/marked";
import type { Issue } from "@/lib/core/plan/schema";
import type { ModelFile, ModelMessage, ModelToolCall, ToolSpec, Usage } from "@/lib/core/ports";
import { readBlocks, writeBlock } from "@/lib/core/prompt-blocks";
import { shownFiles, withFiles } from "../effects/attachments";
import type { EffectContext } from "../effects/effect";
import { withSimulatedNote } from "../effects/run-facts";
import { type CallFailure, callModel } from "./call-model";
import { decisiveFailure, followingModel, modelOf, type Serving, servingModel } from "./fallbacks";

export type RoleAnswer<Output> =
  /** `usage` is that of the turn that gave the answer. */
  | { ok: true; value: Output; text: string; usage: Usage }
  /** The model answered, but nothing readable, as often as it was asked; `cannot`: that it cannot, for this reason. */
  | { ok: false; code: "unreadable"; problem: string; text: string; issues: Issue[]; cannot?: string }
  | CallFailure;

/** A tool of a role that only looks up what the run has already: it is answered at once and changes nothing. */
export type Lookup = { spec: ToolSpec; find(args: Json): Json };

/** Turns of a role that only look something up; then it has to answer. */
const MAX_LOOKUP_TURNS = 5;

type RoleOptions<Input> = {
  agentModelId?: string;
  repairAttempts?: number;
  advisory?: boolean;
  step?: number;
  lookups?: readonly Lookup[];
  /** False where only the model that was chosen may answer. */
  mayFallBack?: boolean;
  /** Gives the model the run's files that it takes; the input as it is when these are shown. */
  showing?: (files: readonly ModelFile[]) => Input;
};

/**
 * Gives one job to a model: builds the prompt, calls, reads the answer, and asks again with the problem while it
 * cannot be read (docs/agents.md, "Roles"). A model that cannot be reached is followed by the next one, which is given
 * the prompt as it was.
 */
export async function callRole<Input, Output>(
  context: EffectContext,
  role: Role<Input, Output>,
  input: Input,
  options: RoleOptions<Input> = {},
): Promise<RoleAnswer<Output>> {
  const { agentModelId, mayFallBack } = options;
  const failures: CallFailure[] = [];
  let serving = servingModel(context, role.name, {
    agentModelId,
    ...(mayFallBack !== undefined && { mayFallBack }),
  });
  for (;;) {
    const answer = await askModel(context, role, input, { ...options, serving });
    if (answer.ok || answer.code === "unreadable") return answer;
    const following = followingModel(context, serving, answer);
    if (!following) return decisiveFailure(failures, answer);
    failures.push(answer);
    serving = following;
  }
}

/** The conversation of a role with one model. */
async function askModel<Input, Output>(
  context: EffectContext,
  role: Role<Input, Output>,
  input: Input,
  options: RoleOptions<Input> & { serving: Serving },
): Promise<RoleAnswer<Output>> {
  const { serving, showing } = options;
  const modelId = modelOf(serving);
  const files = showing ? await shownFiles(context, infoOf(context, modelId)) : [];
  const prompt = role.buildPrompt(showing?.(files) ?? input);
  const repairs = options.repairAttempts ?? context.repairAttempts;
  const noted = prompt.messages.map((message, at) =>
    at === 0 ? withSimulatedNote(message, context.state(), context.taskId) : message,
  );
  const messages = withFiles(noted, files);
  const data = quotableData(prompt.messages);
  const { advisory = false, step } = options;
  const facts = {
    role: role.name,
    promptVersion: role.version,
    serving,
    ...(step !== undefined && { step }),
    ...(advisory && { advisory }),
  };
  let lookups = callsTools(context, modelId) ? (options.lookups ?? []) : [];
  let lookupTurns = 0;
  for (let askCount = 0; ; askCount += 1) {
    const tools = lookups.length > 0 ? { tools: lookups.map(({ spec }) => spec) } : {};
    const form = { ...outputOf(role), ...tools };
    const request = { modelId, system: prompt.system, messages: [...messages], ...form };
    const outcome = await callModel(context, request, facts);
    if (!outcome.ok && lookups.length > 0 && !callsTools(context, modelId)) {
      // It has turned out to take none.
      lookups = [];
      askCount -= 1;
      continue;
    }
    if (!outcome.ok) return outcome;
    const { text, toolCalls, verbatim, usage, finishReason } = outcome.response;
    if (toolCalls.length > 0 && lookupTurns < MAX_LOOKUP_TURNS) {
      lookupTurns += 1;
      askCount -= 1;
      messages.push({ role: "assistant", verbatim }, found(lookups, toolCalls, lookupTurns));
      continue;
    }
    const isLost = lookups.length > 0 && finishReason === "tool_calls" && toolCalls.length === 0;
    const problem = isLost ? LOST_CALLS : unfinishedProblem(finishReason);
    const read: Parsed<Output> =
      problem === undefined ? role.parse(markedText(text), data) : { ok: false, problem };
    if (read.ok) {
      noteCoerced(context, role.name, read.coerced);
      return { ok: true, value: read.value, text, usage };
    }
    const { cannot, issues = [] } = read;
    if (cannot !== undefined || askCount >= Math.min(repairs, read.repairs ?? repairs)) {
      const unread = { ok: false, code: "unreadable", problem: read.problem, text, issues } as const;
      return cannot === undefined ? unread : { ...unread, cannot };
    }
    messages.push({ role: "assistant", verbatim }, repairRequest(read.problem));
  }
}

/** Results of tasks keep such notes with their checks; a role's answer has no record of its own. */
function noteCoerced(
  { log, runId, key }: EffectContext,
  role: string,
  coerced: readonly string[] = [],
): void {
  if (coerced.length === 0) return;
  log.info({ runId, key, role, coerced: coerced.slice(0, 10) }, "An answer was converted to its schema");
}

/** What the prompt holds of others: the model's own earlier answer, which it may repeat, is none of it. */
export function quotableData(messages: readonly ModelMessage[]): string {
  const blocks = messages.flatMap((message) => (message.role === "user" ? readBlocks(message.text) : []));
  const others = blocks.filter(({ name }) => name !== "previous_answer" && name !== "problem");
  return others.map(({ body }) => body).join("\n");
}

/** Models that write actions as JSON are offered no tools beside the form of their answer. */
function callsTools(context: EffectContext, modelId: string): boolean {
  return infoOf(context, modelId)?.toolCalling !== "json";
}

const infoOf = ({ model }: EffectContext, modelId: string) => model.list().find(({ id }) => id === modelId);

function found(lookups: readonly Lookup[], calls: readonly ModelToolCall[], turn: number): ModelMessage {
  const outputOfCall = ({ tool, args }: ModelToolCall): Json => {
    if (turn >= MAX_LOOKUP_TURNS) return { error: "Look nothing more up: give your answer." };
    const lookup = lookups.find(({ spec }) => spec.name === tool);
    return lookup ? lookup.find(args ?? null) : { error: `There is no tool "${tool}".` };
  };
  const results = calls.map((call) => {
    const { callId, tool } = call;
    return { callId, tool, output: markedJson(outputOfCall(call)), isError: false };
  });
  return { role: "tool", results };
}

const outputOf = <Input, Output>({ output, json }: Role<Input, Output>) => ({
  ...(output && { output }),
  ...(json && { json }),
});

export function repairRequest(problem: string): ModelMessage {
  const text = `Your answer could not be used. Give the whole answer again, corrected.\n${writeBlock("problem", problem)}`;
  return { role: "user", text };
}
