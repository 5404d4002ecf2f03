import type { LiveText } from "@/lib/client/live/live-text";
import { CALL_FAILURES } from "@/lib/core/ports";
import { startTrajectory, type Trajectory, withModelTurn, withObservation } from "@/lib/core/trajectory";
import type { Step, Summary } from "@/lib/core/trajectory/types";
import type { CallPrompt, ModelCallView } from "@/lib/core/views";
import { CRITIQUE } from "@/lib/testing/runs/judged-run";
import { done, failed, toolCall, turn } from "@/lib/testing/tools/model-turns";
import type { CallFacts, StepView } from "../../inspector/types";
import { LONG_TEXT } from "../specimen";

const BEGUN = startTrajectory({ query: "What did the quarter come to?", constraints: { tools: ["search"] } });
const BOTH = [toolCall("a"), toolCall("b", "search", { q: "y" })];
const CALLED = withModelTurn(BEGUN, turn("Look it up.", [toolCall("a")]));
const ANSWERED = withModelTurn(BEGUN, turn("It came to 1,240."));

/** The first step of an attempt, changed so, with what is known of its calls. */
function view({ steps }: Trajectory, change: Partial<Step> = {}, calls: CallFacts[] = []): StepView {
  const [body] = steps;
  if (!body) throw new Error("no step");
  return { step: body.step, at: 0, body: { ...body, ...change }, summary: null, calls };
}

const pays = (finished: boolean): CallFacts => ({
  ...{ callId: "a", sideEffects: "external", finished, latencyMs: finished ? 1_200 : null },
});

/** A step in everything that it may show. */
export const STEPS: Record<string, StepView> = {
  "a call": view(withObservation(CALLED, [done("a", { total: 1_240 })]), { reasoning: LONG_TEXT }, [
    pays(true),
  ]),
  "under way": view(CALLED, {}, [pays(false)]),
  "waits for a person": view(CALLED, { waiting: ["a"] }, [pays(false)]),
  "edited by a person": view(withObservation(CALLED, [done("a", "found")]), {
    ...{ edited: { a: { q: "the last quarter" } }, steering: ["Look at the last quarter alone."] },
    leftOut: { a: [{ item: 2, excerpt: "the quarter before", reason: "It is closed." }] },
    said: { a: [{ by: "Ada", words: "Send the auditor a copy next time." }] },
  }),
  "told while it ran": view(withObservation(CALLED, [done("a", "found")]), {
    chunks: [
      { callId: "a", stream: "stdout", text: "Reading page 1\nReading page 2" },
      { callId: "a", stream: "stderr", text: LONG_TEXT },
    ],
  }),
  "refused tools": view(withObservation(CALLED, [done("a", "found")]), {
    refusedTools: [
      { tool: "search", sent: "simplified" },
      { tool: "crm__create_contact_with_a_long_name", sent: "left_out" },
    ],
  }),
  "too large": view(
    withObservation(CALLED, [
      {
        ...{ callId: "a", tool: "search", ok: true, artifact: "art_1" },
        output: { artifact: "art_1", chars: 91_000, preview: LONG_TEXT.repeat(4) },
      },
    ]),
  ),
  "side by side": view(
    withObservation(withModelTurn(BEGUN, turn("Both at once.", BOTH)), [
      done("a", "one"),
      failed("b", "no network"),
    ]),
  ),
  "side by side, then joined": view(
    withObservation(
      withModelTurn(BEGUN, turn("Both, then add them.", BOTH, { join: toolCall("c", "add") })),
      [...[done("a", 1), done("b", 2), done("c", 3)]],
    ),
  ),
  refused: view(withModelTurn(BEGUN, turn("Fly there.", [toolCall("a", "fly")]))),
  "an answer": view(ANSWERED),
  "an answer to be revised": view(ANSWERED, { critique: { score: 0.5, ...CRITIQUE, revise: true } }),
};

/** What stands for the first steps, as a model and as a rule writes it. */
export const SUMMARIES: readonly Summary[] = [
  {
    ...{ upToStep: 4, goals: ["Find the total."], facts: { total: 1_240, source: LONG_TEXT }, by: "model" },
    ...{ pending: ["The costs."], lastOutputDigest: "A table of 12 rows.", note: "December is not final." },
  },
  { upToStep: 1, goals: [], facts: {}, pending: [], lastOutputDigest: "", note: LONG_TEXT, by: "rule" },
];

const live = (streamId: string, part: Partial<LiveText>): LiveText => ({
  ...{ taskId: "b", attempt: 1, step: 2, role: "agent", epoch: 1, streamId, key: streamId },
  ...{ text: "The figures of the last quarter", done: false, seq: 1 },
  ...part,
});

/** What a model is writing at this moment: its reasoning, and its words. */
export const LIVE_TEXTS = {
  reasoning: live("k#r", { stream: "reasoning", text: "I have to look at the ledger first." }),
  words: live("k#1", {}),
  saved: live("k#2", { step: 3, done: true, text: LONG_TEXT }),
  summary: live("k#3", { role: "trajectory_summarizer", step: 4 }),
  critique: live("k#4", { role: "critique", step: 5 }),
  untold: (({ step: _step, ...rest }) => rest)(live("k#5", {})),
};

const call = (callId: string, part: Partial<ModelCallView> = {}): ModelCallView => ({
  ...{ callId, taskId: "a", attempt: 1, step: 1, role: "agent", model: "acme:large", agent: "engineer" },
  ...{ planVersion: 1, inputTokens: 6_100, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 420 },
  ...{ reasoningTokens: 0, costUsd: 0.0042, latencyMs: 3_200, timeToFirstTokenMs: 400 },
  ...{ promptHash: "9f2c", promptVersion: "4", failure: null, wantedModel: null, wantedFailure: null },
  at: 0,
  ...part,
});

/** Calls of a task: one as usual, each way in which one fails, and one that another model served. */
export const MODEL_CALLS: readonly ModelCallView[] = [
  call("call_1"),
  ...CALL_FAILURES.map((failure, at) =>
    call(`call_failed_${at}`, { failure, costUsd: null, inputTokens: null, outputTokens: null }),
  ),
  call("call_2", {
    wantedModel: "acme:huge",
    wantedFailure: "rate_limited",
    model: "acme:small",
    step: null,
  }),
];

/** A prompt with everything that one may have. */
export const PROMPT: CallPrompt = {
  ...{ kept: true, system: "You are an engineer. Be brief.", fromSteps: true },
  tools: [{ name: "search", description: "Searches the ledger.", inputSchema: {} }],
  messages: [
    { role: "user", text: LONG_TEXT },
    { role: "assistant", turn: { text: "I look.", toolCalls: [toolCall("c")] } },
    { role: "tool", results: [{ callId: "c", tool: "search", output: { total: 7 }, isError: true }] },
    { role: "assistant", verbatim: [{ type: "text", text: "Seven." }] },
  ],
};
