import { digestOf } from "@/lib/core/bytes";
import { valueInText } from "@/lib/core/describe/value-in-text";
import type { Json, JsonObject } from "@/lib/core/json";
import { setOwn } from "@/lib/core/own";
import { gateOf } from "@/lib/core/plan/defaults";
import {
  inputAsData,
  interpolate,
  isOnePlaceholder,
  type Placeholder,
  placeholderParts,
  placeholderValue,
  type Upstream,
  type UpstreamResult,
  withWords,
} from "@/lib/core/plan/interpolate";
import { MAX_QUESTION_CHARS, QUOTED_TITLE_CHARS, quoteLabel } from "@/lib/core/plan/question-text";
import type { GateQuote } from "@/lib/core/run/events/approvals";
import type { RunState } from "@/lib/core/run/state";
import { type Blob, blobOf, storeValue } from "@/lib/core/stored-value";
import { cutText, elideText } from "@/lib/core/text";
import { type EffectContext, type Ending, endWith } from "./effect";
import { blockedAttempt } from "./failures";
import { inputText, missingDiagnosis, readWork, taskIn, type Work } from "./work";

/**
 * Works out what a human gate shows: its question, with the results that it quotes apart from the words of the plan, and
 * the value that `approve` passes on (docs/engine.md, "Gates").
 */
export async function showGate(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  const { prompt, missing, quotes, wholes, digested } = gatePrompt(work, context.state());
  const absent = [...work.missing, ...missing];
  if (absent.length > 0) return blockedAttempt(context, missingDiagnosis(absent));
  const { input } = work.task;
  const value = input === "" || input === null ? upstreamResults(work) : shownInput(input, work.upstream);
  const { stored, blob } = storeValue(value);
  const { key, taskId, attempt } = context;
  const digest = digestOf({ ...digested, shown: stored.digest });
  const { form } = gateOf(work.task);
  const fits = form !== undefined && context.schemas.mismatches(form, value).length === 0;
  return endWith(
    {
      type: "gate_shown",
      key,
      taskId,
      attempt,
      shown: stored,
      digest,
      prompt,
      fits,
      ...(quotes.length > 0 && { quotes }),
    },
    { blobs: blob ? [blob, ...wholes] : wholes },
  );
}

/** Limits all that a question quotes: an event has room for so much, and what is longer is kept apart. */
const MAX_QUOTED_CHARS = 1_600;

type GatePrompt = {
  prompt: string;
  missing: Placeholder[];
  quotes: GateQuote[];
  /** Texts in full that are quoted with their beginning alone. */
  wholes: Blob[];
  digested: JsonObject;
};

/**
 * The question in the words of the plan, a label in the place of each result that it quotes, and these results. What is
 * `digested` holds them in full, so that an answer counts for nothing else.
 */
function gatePrompt({ task, upstream }: Work, state: Readonly<RunState>): GatePrompt {
  const written = gateOf(task).prompt;
  const ids = new Set(upstream.keys());
  const { missing } = interpolate(written, upstream, ids);
  const quotes: GateQuote[] = [];
  const wholes: Blob[] = [];
  const whole: string[] = [];
  let prompt = "";
  let room = MAX_QUOTED_CHARS;
  for (const part of placeholderParts(written, ids)) {
    if (typeof part === "string") {
      prompt += part;
      continue;
    }
    const text = quotedText(part, upstream.get(part.id));
    const title = elideText(taskIn(state, part.id).spec.title, QUOTED_TITLE_CHARS);
    const label = quoteLabel(title);
    const shown = cutText(text, room);
    if (prompt.length + label.length <= MAX_QUESTION_CHARS) {
      const left = text.length - shown.length;
      const kept = left > 0 ? blobOf(text) : undefined;
      if (kept) wholes.push(kept);
      const { length: chars } = label;
      const quote: GateQuote = { at: prompt.length, chars, taskId: part.id, title, text: shown };
      if (kept) {
        quote.left = left;
        quote.whole = kept.digest;
      }
      quotes.push(quote);
    }
    room -= shown.length;
    whole.push(text);
    prompt += label;
  }
  return {
    prompt,
    missing,
    quotes,
    wholes,
    digested: whole.length === 0 ? { prompt } : { prompt, quotes: whole },
  };
}

/** A result, which pages draw as data where it is some; where there is none, why. */
function quotedText(placeholder: Placeholder, result: UpstreamResult | undefined): string {
  if (result && "absent" in result) return `(${result.absent}: ${result.reason})`;
  return inputText(placeholderValue(result?.value ?? null, placeholder));
}

/** The input as people are shown it: a text that puts words around results is read, and no data for a tool. */
function shownInput(input: Json, upstream: Upstream): Json {
  if (typeof input !== "string" || isOnePlaceholder(input)) return inputAsData(input, upstream);
  return withWords(input, upstream, (placeholder, place) => {
    const result = upstream.get(placeholder.id);
    const value = result && "value" in result ? result.value : null;
    return valueInText(placeholderValue(value, placeholder), place);
  });
}

/** The results of the gate's dependencies by id; null where there is none. */
function upstreamResults({ task, upstream }: Work): Json {
  const results: JsonObject = {};
  for (const id of [...task.dependsOn].sort()) {
    const result = upstream.get(id);
    setOwn(results, id, result && "value" in result ? result.value : null);
  }
  return results;
}
