import { digestOf } from "@/lib/core/bytes";
import type { Json, JsonObject } from "@/lib/core/json";
import { gateOf } from "@/lib/core/plan/defaults";
import { inputAsData, interpolate, type Upstream } from "@/lib/core/plan/interpolate";
import { storeValue } from "@/lib/core/stored-value";
import { type EffectContext, type Ending, endWith } from "./effect";
import { blockedAttempt } from "./failures";
import { inputText, missingDiagnosis, readWork, type Work } from "./work";

/**
 * Works out what a human gate shows: its question, and the value that `approve` passes on. People see results as they
 * are, without the tags that mark them in prompts (docs/engine.md, "Gates").
 */
export async function showGate(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  const { prompt, missing } = gatePrompt(work);
  const absent = [...work.missing, ...missing];
  if (absent.length > 0) return blockedAttempt(context, missingDiagnosis(absent));
  const { input } = work.task;
  const value = input === "" || input === null ? upstreamResults(work) : inputAsData(input, work.upstream);
  const { stored, blob } = storeValue(value);
  const { key, taskId, attempt } = context;
  const digest = digestOf({ prompt, shown: stored.digest });
  const { form } = gateOf(work.task);
  const fits = form !== undefined && context.schemas.mismatches(form, value).length === 0;
  return endWith(
    { type: "gate_shown", key, taskId, attempt, shown: stored, digest, prompt, fits },
    blob && { blobs: [blob] },
  );
}

function gatePrompt({ task, upstream }: Work) {
  const { prompt } = gateOf(task);
  const { missing } = interpolate(prompt, upstream, new Set(upstream.keys()));
  return { prompt: inputText(inputAsData(prompt, withAbsentDescribed(upstream))), missing };
}

/** Nobody can make sense of a null in a question: a result that was skipped is the words that it was. */
function withAbsentDescribed(upstream: Upstream): Upstream {
  const entries = [...upstream].map(
    ([id, result]) =>
      [id, "absent" in result ? { value: `(${result.absent}: ${result.reason})` } : result] as const,
  );
  return new Map(entries);
}

/** The results of the gate's dependencies by id; null where there is none. */
function upstreamResults({ task, upstream }: Work): Json {
  const results: JsonObject = {};
  for (const id of [...task.dependsOn].sort()) {
    const result = upstream.get(id);
    results[id] = result && "value" in result ? result.value : null;
  }
  return results;
}
