import type { Role } from "@/lib/agents/role";
import type { Issue } from "@/lib/core/plan/schema";
import type { ModelMessage, Usage } from "@/lib/core/ports";
import { readBlocks, writeBlock } from "@/lib/core/prompt-blocks";
import type { EffectContext } from "../effects/effect";
import { type CallFailure, callModel } from "./call-model";
import { chooseModel } from "./choose-model";

export type RoleAnswer<Output> =
  /** `usage` is that of the turn that gave the answer. */
  | { ok: true; value: Output; text: string; usage: Usage }
  /** The model answered, but nothing readable, as often as it was asked. */
  | { ok: false; code: "unreadable"; problem: string; text: string; issues: Issue[] }
  | CallFailure;

/**
 * Gives one job to a model: builds the prompt, calls, reads the answer, and asks again with the problem while it
 * cannot be read (docs/agents.md, "Roles").
 */
export async function callRole<Input, Output>(
  context: EffectContext,
  role: Role<Input, Output>,
  input: Input,
  options: { agentModelId?: string; repairAttempts?: number; advisory?: boolean; step?: number } = {},
): Promise<RoleAnswer<Output>> {
  const prompt = role.buildPrompt(input);
  const modelId = chooseModel(context.state(), role.name, context.defaultModelOf, options.agentModelId);
  const repairs = options.repairAttempts ?? context.repairAttempts;
  const messages = [...prompt.messages];
  const data = quotableData(prompt.messages);
  const { advisory = false, step } = options;
  const facts = {
    role: role.name,
    promptVersion: role.version,
    ...(step !== undefined && { step }),
    ...(advisory && { advisory }),
  };
  for (let askCount = 0; ; askCount += 1) {
    const request = { modelId, system: prompt.system, messages: [...messages], ...outputOf(role) };
    const outcome = await callModel(context, request, facts);
    if (!outcome.ok) return outcome;
    const { text, verbatim, usage } = outcome.response;
    const read = role.parse(text, data);
    if (read.ok) return { ok: true, value: read.value, text, usage };
    if (askCount >= repairs) {
      return { ok: false, code: "unreadable", problem: read.problem, text, issues: read.issues ?? [] };
    }
    messages.push({ role: "assistant", verbatim }, repairRequest(read.problem));
  }
}

/** What the prompt holds of others: the model's own earlier answer, which it may repeat, is none of it. */
export function quotableData(messages: readonly ModelMessage[]): string {
  const blocks = messages.flatMap((message) => (message.role === "user" ? readBlocks(message.text) : []));
  const others = blocks.filter(({ name }) => name !== "previous_answer" && name !== "problem");
  return others.map(({ body }) => body).join("\n");
}

function outputOf<Input, Output>(role: Role<Input, Output>) {
  return role.output ? { output: role.output } : {};
}

export function repairRequest(problem: string): ModelMessage {
  const text = `Your answer could not be used. Give the whole answer again, corrected.\n${writeBlock("problem", problem)}`;
  return { role: "user", text };
}
