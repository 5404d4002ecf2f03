import { digestOf } from "@/lib/core/bytes";
import type { Json } from "@/lib/core/json";
import { type CallRuling, definitionOfCall } from "@/lib/core/policy";
import type { CallAsk, PauseFacts } from "@/lib/core/run/events/call-asks";
import { type Blob, previewOf, storeValue } from "@/lib/core/stored-value";
import type { ToolPause } from "@/lib/core/tool-pause";
import type { Call } from "@/lib/core/trajectory";
import type { EffectContext, Report } from "../effect";
import type { Repetition } from "./earlier-calls";

// Together with the envelope well within what an event may take, whatever the characters.
const SUMMARY_CHARS = 200;
const INLINE_ARGS_BYTES = 1_024;

/** A call that asks a person, and the body of its arguments where they are large. */
export type CallQuestion = { ask: CallAsk; blobs: Blob[] };

/** The facts on which a call was ruled: the last event, and the name of the equal calls of other runs of the family. */
export type RulingMoment = { ruledAt: number; elsewhere?: string };

/** The question about a call: bound to the tool and its canonical arguments, in the tool's own words. */
export function questionAbout(
  context: EffectContext,
  { callId, tool }: Call,
  { about, args, reasons, obligations }: Extract<CallRuling, { do: "ask" }>,
  { repetition, ...known }: { repetition: Repetition | undefined } & RulingMoment,
): CallQuestion {
  const summary = previewOf(context.tools.summarize(tool, args), SUMMARY_CHARS);
  const { stored: shown, blob } = storeValue(args, INLINE_ARGS_BYTES);
  const earlier = about === "tool_approval" ? earlierResult(repetition) : undefined;
  const definition = definitionOfCall(context.tools.find(tool) ?? {});
  const digest = digestOf([about, tool, args, ...(obligations ?? []), ...(definition ? [definition] : [])]);
  const ask = {
    kind: about,
    callId,
    tool,
    summary,
    shown,
    digest,
    ...known,
    reasons,
    ...(definition !== undefined && { definition }),
    ...(obligations && { obligations }),
    ...(earlier && { earlier }),
  };
  return { ask, blobs: blob ? [blob] : [] };
}

function earlierResult({ earlier, at }: Repetition | { earlier?: never; at?: never } = {}) {
  const preview = earlier && "preview" in earlier ? earlier.preview : undefined;
  return preview !== undefined && at !== undefined ? { preview, at } : undefined;
}

/** What a tool asks, as its gate shows it: bound to the tool, its canonical arguments and the question. */
export function questionOfPause(
  { call: { callId, tool, args }, ruledAt, elsewhere }: { call: Call } & RulingMoment,
  { reason, payload }: ToolPause,
): CallQuestion {
  const { question, options, form, details, timeoutSeconds } = payload;
  const { stored: shown, blob } = storeValue(args, INLINE_ARGS_BYTES);
  const about = details === undefined ? undefined : storeValue(details, INLINE_ARGS_BYTES);
  const pause: PauseFacts = {
    reason,
    ...(options && { options: [...new Set(options)] }),
    ...(form && { form }),
    ...(about && { details: about.stored }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  };
  const kind = reason === "approval_required" ? "tool_approval" : "tool_input";
  const digest = digestOf([kind, tool, args, payload as Json]);
  const ask: CallAsk = {
    kind,
    callId,
    tool,
    prompt: question,
    shown,
    digest,
    ruledAt,
    ...(elsewhere !== undefined && { elsewhere }),
    reasons: [],
    pause,
  };
  return { ask, blobs: [blob, about?.blob].filter((one) => one !== undefined) };
}

/** Ends the effect: its task waits for the answers. */
export function questionsReport(
  { key, taskId, attempt }: EffectContext,
  step: number,
  asked: readonly CallQuestion[],
): Report {
  const asks = asked.map(({ ask }) => ask);
  const blobs = asked.flatMap(({ blobs }) => blobs);
  // Asked again after another crash it is another question: the report has no name of its own.
  return { suffix: "", command: { type: "calls_asked", key, taskId, attempt, step, asks }, rows: { blobs } };
}
