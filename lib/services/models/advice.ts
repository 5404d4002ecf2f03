import type { ModelFailureCode } from "@/lib/core/ports";

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
  aborted: "It took longer than a test may: a local model may still be loading. Test again.",
  no_answer: "It answered with no text at all. Another model may suit better.",
  no_tool_call: "It answered without calling the tool: choose JSON actions for it.",
  no_json: "It did not keep to the schema: switch its JSON Schema off, so that it is asked in words.",
};

export type AdviceCode = keyof typeof ADVICE;

/** What to do about a failure of a model, in words. */
export const adviceFor = (code: AdviceCode): string => ADVICE[code];
