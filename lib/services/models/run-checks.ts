import { callCostMicroUsd } from "@/lib/core/cost";
import { isJsonObject, type JsonObject } from "@/lib/core/json";
import type { ModelCheck } from "@/lib/core/model-views";
import {
  type CancelSignal,
  MODEL_FAILURE_CODES,
  type Model,
  type ModelFailure,
  type ModelInfo,
  type ModelRequest,
  type ModelResponse,
} from "@/lib/core/ports";
import { type AdviceCode, adviceFor } from "./advice";
import { toUsd } from "./price";

/** Reasoning models think before the one word that they are asked for. */
const MAX_OUTPUT_TOKENS = 1_000;

const SYSTEM = "You are being tested. Do what you are asked, and nothing else.";
const WORD: JsonObject = {
  type: "object",
  properties: { word: { type: "string" } },
  required: ["word"],
  additionalProperties: false,
};

type Check = {
  name: ModelCheck["name"];
  /** Whether the model claims to be able to do it. The simulated one calls the tools of its stories only. */
  isClaimed(info: ModelInfo): boolean;
  ask: string;
  extra: Partial<ModelRequest>;
  /** What is missing in the answer. */
  failureOf(response: ModelResponse): AdviceCode | undefined;
};

const CHECKS: Check[] = [
  {
    name: "text",
    isClaimed: () => true,
    ask: "Answer with the one word: ready",
    extra: {},
    failureOf: ({ text }) => (text.trim() === "" ? "no_answer" : undefined),
  },
  {
    name: "tool_call",
    isClaimed: ({ toolCalling, simulated }) => toolCalling !== "json" && !simulated,
    ask: "Call the tool report with the word: ready",
    extra: { tools: [{ name: "report", description: "Takes one word.", inputSchema: WORD }] },
    failureOf: ({ toolCalls }) =>
      toolCalls.some(({ tool, args }) => tool === "report" && isJsonObject(args))
        ? undefined
        : "no_tool_call",
  },
  {
    name: "structured",
    isClaimed: ({ jsonSchema, simulated }) => jsonSchema !== false && !simulated,
    ask: 'Answer with the JSON object {"word": "ready"}',
    extra: { output: { name: "word", schema: WORD } },
    failureOf: ({ text }) => (hasWord(text) ? undefined : "no_json"),
  },
];

/**
 * Asks a model for each thing that it claims to be able to do, one small request each; where it gives no text at all,
 * for nothing more. Failures are findings, not throws.
 */
export async function runChecks(model: Model, info: ModelInfo, signal: CancelSignal): Promise<ModelCheck[]> {
  const done: ModelCheck[] = [];
  for (const check of CHECKS.filter(({ isClaimed }) => isClaimed(info))) {
    const result = await runCheck(model, info, check, signal);
    done.push(result);
    if (check.name === "text" && !result.ok) break;
  }
  return done;
}

async function runCheck(
  model: Model,
  info: ModelInfo,
  check: Check,
  signal: CancelSignal,
): Promise<ModelCheck> {
  const { name, ask, extra, failureOf } = check;
  const messages = [{ role: "user" as const, text: ask }];
  const request = {
    modelId: info.id,
    system: SYSTEM,
    messages,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    ...extra,
  };
  try {
    const response = await model.call(request, { signal });
    const { usage, latencyMs } = response;
    const cost = callCostMicroUsd(response, info.price);
    const code = failureOf(response);
    return {
      ...{ name, ok: code === undefined, latencyMs },
      inputTokens: usage.inputTokens ?? null,
      outputTokens: usage.outputTokens ?? null,
      costUsd: cost === undefined ? null : toUsd(cost),
      problem: code
        ? { code, message: "The model answered, but not as it was asked to.", advice: adviceFor(code) }
        : null,
    };
  } catch (thrown) {
    const problem = problemOf(thrown);
    return { name, ok: false, latencyMs: 0, inputTokens: null, outputTokens: null, costUsd: null, problem };
  }
}

/** The adapter's messages hide keys; anything else that is thrown shows nothing of itself. */
function problemOf(thrown: unknown): NonNullable<ModelCheck["problem"]> {
  const { code, message } = thrown as Partial<ModelFailure>;
  const knownCode = MODEL_FAILURE_CODES.find((one) => one === code);
  if (!knownCode) throw thrown;
  return { code: knownCode, message: message ?? "", advice: adviceFor(knownCode) };
}

function hasWord(text: string): boolean {
  try {
    const value = JSON.parse(text);
    return isJsonObject(value) && typeof value.word === "string";
  } catch {
    return false;
  }
}
