import { z } from "zod";
import { writeAudit } from "@/db/queries/write-audit";
import { writeCalls } from "@/db/queries/write-calls";
import { callCostMicroUsd } from "@/lib/core/cost";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { modelId } from "@/lib/core/inputs/models";
import { isJsonObject, type JsonObject } from "@/lib/core/json";
import type { ModelCheck, ModelTest } from "@/lib/core/models/views";
import {
  type CancelSignal,
  type Ids,
  MODEL_FAILURE_CODES,
  type Model,
  type ModelFailure,
  type ModelFailureCode,
  type ModelInfo,
  type ModelRequest,
  type ModelResponse,
} from "@/lib/core/ports";
import { metricsOf, promptOf } from "@/lib/engine/model/call-model";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";
import { toUsd } from "./price";

/** What a test of a model can find wrong beside the failures of its calls. */
type CheckFailure = "no_answer" | "no_tool_call" | "no_json";

const ADVICE: Record<ModelFailureCode | CheckFailure, string> = {
  unknown_model: "Look at the provider's list for the model's exact name, and whether both are switched on.",
  auth: "Enter the provider's key again, and look whether it may use this model.",
  bad_request: "Look at the address, and whether the provider serves this model by it.",
  rate_limited: "The provider wants fewer requests: test again later, or give the model limits.",
  quota: "The account has no credit or quota left: see the provider's billing page.",
  unavailable: "Look whether the server runs and can be reached from here, then test again.",
  timeout: "It did not answer in time: a local model may still be loading. Test again.",
  context_overflow: "Even a small prompt is too long for it: look at the server's context size.",
  cut_stream: "The answer broke off: look at the server's log, and for a proxy that cuts streams.",
  unreadable_answer:
    "What answers there is no model: look at the address, and for a proxy or a login in between.",
  aborted: "It took longer than a test may: a local model may still be loading. Test again.",
  no_answer: "It answered with no text at all. Another model may suit better.",
  no_tool_call: "It answered without calling the tool: choose JSON actions for it.",
  no_json: "It did not keep to the schema: switch its JSON Schema off, so that it is asked in words.",
};

type AdviceCode = keyof typeof ADVICE;

/** What to do about a failure of a model, in words. */
const adviceFor = (code: AdviceCode): string => ADVICE[code];

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

type CheckDone = {
  check: ModelCheck;
  request: ModelRequest;
  metrics: ReturnType<typeof metricsOf>;
};

/** How long all requests of a test may take together. */
const TEST_TIMEOUT_MS = 90_000;

/**
 * Asks a model for text, and for a tool call and a structured answer where it claims to give them: real requests that
 * cost what they cost, made only when somebody asks for them. What came of it and what it cost goes into the audit log.
 * Throws `not_found` for a model that cannot be called.
 */
export const testModel = defineVerb({
  name: "models/test",
  capability: "admin",
  description:
    "`{id}`: asks the model for text, a tool call and a structured answer: `{ok, checks, costUsd}`, each check with its time, tokens, cost and, where it failed, what to do",
  routes: [{ at: "POST /api/v1/models/test", limit: "long" }],
  input: z.strictObject({ id: modelId }),
  async run({ ctx, input: { id } }): Promise<ModelTest> {
    const info = ctx.models.find((model) => model.id === id);
    if (!info) {
      const message = `${id} is none of the models that can be called: it may be switched off.`;
      throw new DomainFailure(domainError("not_found", message));
    }
    const done = await runChecks(ctx.setup.model, info, AbortSignal.timeout(TEST_TIMEOUT_MS));
    const checks = done.map(({ check }) => check);
    const test = { id, ok: checks.every(({ ok }) => ok), checks, costUsd: sumOf(checks) };
    const { workspaceId } = ctx.actor;
    await ctx.transact(async (tx) => {
      const calls = done.map((one) => callOf(ctx.ids, id, one));
      await writeCalls(tx, { workspaceId, purpose: "probe", id: ctx.ids.next(), calls });
      await writeAudit(tx, {
        workspaceId,
        actor: actorRefOf(ctx.actor),
        action: "model_tested",
        subject: id,
        details: structuredClone({ ok: test.ok, checks, costUsd: test.costUsd }),
      });
    });
    return test;
  },
});

function sumOf(checks: ModelCheck[]): number | null {
  const known = checks.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  return known.length === checks.length ? known.reduce((sum, cost) => sum + cost, 0) : null;
}

/**
 * Asks a model for each thing that it claims to be able to do, one small request each; where it gives no text at all,
 * for nothing more. Failures are findings, not throws.
 */
async function runChecks(model: Model, info: ModelInfo, signal: CancelSignal): Promise<CheckDone[]> {
  const done: CheckDone[] = [];
  for (const check of CHECKS.filter(({ isClaimed }) => isClaimed(info))) {
    const result = await runCheck(model, info, check, signal);
    done.push(result);
    if (check.name === "text" && !result.check.ok) break;
  }
  return done;
}

async function runCheck(
  model: Model,
  info: ModelInfo,
  check: Check,
  signal: CancelSignal,
): Promise<CheckDone> {
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
    const check: ModelCheck = {
      name,
      ok: code === undefined,
      latencyMs,
      inputTokens: usage.inputTokens ?? null,
      outputTokens: usage.outputTokens ?? null,
      costUsd: cost === undefined ? null : toUsd(cost),
      problem: code
        ? { code, message: "The model answered, but not as it was asked to.", advice: adviceFor(code) }
        : null,
    };
    return { check, request, metrics: metricsOf(model, info.id, response) };
  } catch (thrown) {
    const problem = problemOf(thrown);
    const unknown = { latencyMs: 0, inputTokens: null, outputTokens: null, costUsd: null };
    const check: ModelCheck = { name, ok: false, ...unknown, problem };
    return { check, request, metrics: { latencyMs: 0, failure: problem.code } };
  }
}

/** The record of a request: it served no run. */
const callOf = (ids: Ids, model: string, { request, metrics }: CheckDone) => ({
  callId: ids.next(),
  role: "probe" as const,
  model,
  promptHash: promptOf(request).digest,
  promptVersion: "1",
  ...metrics,
});

/** The adapter's messages hide keys; anything else that is thrown shows nothing of itself. */
function problemOf(thrown: unknown): NonNullable<ModelCheck["problem"]> & { code: ModelFailureCode } {
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
