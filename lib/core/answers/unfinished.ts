import type { ModelResponse } from "../ports";

/**
 * Why an answer that its provider did not bring to an end is none, whatever can be read in it, as the model is shown;
 * undefined for one that ended (docs/models.md, "Answers without an end").
 */
export function unfinishedProblem(finishReason: ModelResponse["finishReason"]): string | undefined {
  if (finishReason === "length") return "The answer was cut off at the output limit. Give a shorter one.";
  if (finishReason === "content_filter")
    return "The provider withheld the answer: its content filter stopped it, or the model refused. Say it in another way.";
  if (finishReason === "other" || finishReason === "paused")
    return "The provider did not say that the answer is complete. Give the whole answer again.";
  return undefined;
}

/** Why a turn that ended to call tools, and holds no call, is no answer; its calls were lost on the way. */
export const LOST_CALLS =
  "The provider announced a tool call, and none arrived. Call the tool again, or give the answer.";
