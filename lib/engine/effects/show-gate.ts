import { digestOf, type Json, type JsonObject } from "@/lib/core/json";
import { gateOf } from "@/lib/core/plan/defaults";
import { interpolate } from "@/lib/core/plan/interpolate";
import { storeValue } from "@/lib/core/stored-value";
import { type EffectContext, type Ending, endWith } from "./effect";
import { blockedAttempt } from "./failures";
import { missingDiagnosis, readWork, type Work } from "./work";

/** Works out what a human gate shows: its question, and the value that `approve` passes on. */
export async function showGate(context: EffectContext): Promise<Ending> {
  const work = await readWork(context);
  const { prompt, missing } = gatePrompt(work);
  const absent = [...work.missing, ...missing];
  if (absent.length > 0) return blockedAttempt(context, missingDiagnosis(absent));
  const value = work.input === "" || work.input === null ? upstreamResults(work) : work.input;
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
  const ids = new Set(upstream.keys());
  const { input, missing } = interpolate(gateOf(task).prompt, upstream, ids);
  return { prompt: String(input), missing };
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
