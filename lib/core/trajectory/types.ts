import { z } from "zod";
import type { Json } from "../json";
import { json, jsonObject, recordOf } from "../json-schemas";
import { planningHints } from "../plan/hints";
import { answerCritique } from "../reflection";
import { rejectedItem } from "../run/events/call-reasons";

/** The agent loop as data (docs/agents.md, "Trajectories"). Everything here is plain JSON. */

const call = z.object({ callId: z.string(), tool: z.string(), args: json });

/**
 * What a turn of the model asks for. Several tool calls in one turn are one parallel set; `join` is a call that runs
 * after the set, its arguments still as they were written.
 */
const action = z.discriminatedUnion("type", [
  z.object({ type: z.literal("tool"), ...call.shape }),
  z.object({ type: z.literal("parallel"), calls: z.array(call), join: call.optional() }),
  z.object({ type: z.literal("finish"), answer: json }),
]);

/** What came of one call. */
export const branch = z.discriminatedUnion("ok", [
  z.object({
    callId: z.string(),
    tool: z.string(),
    ok: z.literal(true),
    output: json,
    /** The digest of the whole output, of which `output` is only the preview (docs/agents.md, "Artifacts"). */
    artifact: z.string().optional(),
  }),
  z.object({ callId: z.string(), tool: z.string(), ok: z.literal(false), error: z.string() }),
]);

/**
 * A piece of what a call told. `seq` counts within its stream, `done` is its last one, `meta` what the tool said of it; steps
 * of an earlier time have each stream as one piece without them.
 */
const stepChunk = z.object({
  callId: z.string(),
  stream: z.string(),
  text: z.string(),
  seq: z.int().optional(),
  done: z.literal(true).optional(),
  meta: jsonObject.optional(),
  atMs: z.number().optional(),
});

/** A tool that the model's provider does not take as it is, and how it was sent. */
const refusedTool = z.object({ tool: z.string(), sent: z.enum(["simplified", "left_out"]) });

const usage = z.object({
  inputTokens: z.int().optional(),
  cachedInputTokens: z.int().optional(),
  cacheWriteTokens: z.int().optional(),
  outputTokens: z.int().optional(),
  reasoningTokens: z.int().optional(),
});

const stepCritique = answerCritique.extend({ revise: z.literal(true).optional() });

/** What a person said when they were asked about a call. */
const callComment = z.object({ by: z.string(), words: z.string() });

/**
 * One turn. It is open while calls of its action have no branch; then a tool action has `observation` (the output)
 * or `error`, a parallel one `observation` = {branches, success, failed}. `error` on anything else says why the
 * action was refused before it ran, and `invalid` that it counts as such.
 */
export const step = z.object({
  step: z.int().min(1),
  /** What people told the agent before this turn. */
  steering: z.array(z.string()).optional(),
  thought: z.string(),
  /** What the model thought aloud: kept, and never passed on. */
  reasoning: z.string().optional(),
  action,
  observation: json.optional(),
  /** The digest of the whole output of a tool action, where the observation is a preview of it. */
  artifact: z.string().optional(),
  error: z.string().optional(),
  invalid: z.literal(true).optional(),
  /** Results so far of a step that is still open, in the order in which they came. */
  branches: z.array(branch).optional(),
  /** Calls of a set that did not run because of their arguments. */
  refused: z.array(z.string()).optional(),
  /** Calls of an open step that wait for a person. */
  waiting: z.array(z.string()).optional(),
  /** Arguments that a person put in the place of the agent's, by call. */
  edited: recordOf(json).optional(),
  /** Items of lists in the agent's arguments that a person took out, by call. */
  leftOut: recordOf(z.array(rejectedItem)).optional(),
  /** What people said when they were asked about a call, by call. */
  said: recordOf(z.array(callComment)).optional(),
  /** What calls told while they ran, in the order in which it came; models are not told. */
  chunks: z.array(stepChunk).optional(),
  /** Tools that requests hold otherwise, or no more, from this turn on; absent while nothing changes. */
  refusedTools: z.array(refusedTool).optional(),
  /** What a critic said of the answer; with `revise` the next turn is to fix it. */
  critique: stepCritique.optional(),
  usage,
  startedAtMs: z.number(),
  latencyMs: z.number(),
  /** What the model took of it. */
  modelMs: z.number().optional(),
});

export const constraints = z.object({
  /** Names of the tools that the agent may call. */
  tools: z.array(z.string()),
  maxTurns: z.int().min(1).default(8),
  /** Most tool calls in all, branches of parallel sets and joins included. */
  hopBudget: z.int().min(0).optional(),
  /** Most working time, in milliseconds. */
  deadlineMs: z.int().min(1).optional(),
  /** Most tokens that a request may have, by estimate; beyond them the steps are compressed. */
  tokenBudget: z.int().min(1).optional(),
  /** Most that the attempt's model calls may cost, in micro-dollars. */
  costBudgetMicroUsd: z.int().min(0).optional(),
  hints: planningHints.optional(),
  /** How the model calls tools, where it has no way of its own: it writes its actions as JSON. */
  toolCalling: z.literal("json").optional(),
});

/** What a compression made of the first `upToStep` steps; in requests it stands in their place. */
export const summary = z.object({
  upToStep: z.int().min(1),
  goals: z.array(z.string()),
  facts: jsonObject,
  pending: z.array(z.string()),
  lastOutputDigest: z.string(),
  note: z.string(),
  by: z.enum(["model", "rule"]),
});

export const trajectory = z.object({
  /** The text of the first user message. */
  query: z.string(),
  context: json,
  steps: z.array(step),
  /** Stands for the first steps in requests; null while none has been compressed. */
  summary: summary.nullable(),
  constraints,
  /** The final answer; null until the agent has given one. */
  answer: json,
});

/** What all requests of an attempt begin with, and most attempts of an agent share: it is stored once. */
export const preamble = z.object({
  system: z.string(),
  tools: z.array(z.object({ name: z.string(), description: z.string(), inputSchema: jsonObject })),
});

/**
 * How an attempt began, as it is stored with its first step: `preamble` is the digest of what stands there. Attempts of an
 * earlier time have their system text in its place, and programs neither.
 */
export const beginning = trajectory
  .pick({ query: true, context: true, constraints: true })
  .extend({ system: z.string().optional(), preamble: z.string().optional() });

export type Preamble = z.infer<typeof preamble>;
export type Beginning = z.infer<typeof beginning>;
export type Call = z.infer<typeof call>;
export type Action = z.infer<typeof action>;
export type Branch = z.infer<typeof branch>;
export type Step = z.infer<typeof step>;
export type CallComment = z.infer<typeof callComment>;
export type StepChunk = z.infer<typeof stepChunk>;
export type StepCritique = z.infer<typeof stepCritique>;
export type Summary = z.infer<typeof summary>;
export type Constraints = z.infer<typeof constraints>;
export type Trajectory = z.infer<typeof trajectory>;

export type ReadTrajectory = { ok: true; trajectory: Trajectory } | { ok: false; problem: string };

/** A trajectory before its first turn. `query` is the text of the first user message. */
export function startTrajectory(start: {
  query: string;
  context?: Json;
  constraints: z.input<typeof constraints>;
}): Trajectory {
  const { query, context = null } = start;
  return {
    query,
    context,
    steps: [],
    summary: null,
    constraints: constraints.parse(start.constraints),
    answer: null,
  };
}
