import { canonicalJson, type Json } from "../json";
import { cutText } from "../text";
import { isPassingFault } from "../tool-faults";
import { argsOf, branchesOf, callsOf } from "./step-calls";
import type { Step, Trajectory } from "./types";

/** Equal calls in a row that may fail in an attempt: for good, and in a way that may pass. */
const MOST_FAILURES = { lasting: 1, passing: 2 };
const MAX_ERROR_CHARS = 300;

type Ended = { name: string; ok: boolean; error: string };

/**
 * Reason for not making a call another time: it has failed with just these arguments, and nothing has come since that could have it
 * end otherwise. What people say, and the result of any other call, could (docs/engine.md, "Failed calls").
 */
export function vainCallProblem(
  { steps }: Pick<Trajectory, "steps">,
  { tool, args }: { tool: string; args: Json },
  steering: readonly string[] = [],
): string | undefined {
  if (steering.length > 0) return;
  const wanted = nameOf(tool, args);
  const known = new Set<string>();
  let failures: string[] = [];
  for (const step of steps) {
    if (step.steering) failures = [];
    const ended = endedIn(step);
    const failed = ended.find(({ name, ok }) => name === wanted && !ok);
    const isNew = ended.some(({ name, ok }) => ok && !known.has(name));
    for (const { name, ok } of ended) if (ok) known.add(name);
    if (isNew) failures = [];
    else if (failed) failures.push(failed.error);
  }
  const last = failures.at(-1);
  if (last === undefined || failures.length < MOST_FAILURES[isPassingFault(last) ? "passing" : "lasting"])
    return;
  const said = cutText(last, MAX_ERROR_CHARS);
  return `"${tool}" has failed with the same arguments, and nothing has changed since, so it is not called again: ${said}\nGo another way, or say in your answer what cannot be found out or done.`;
}

const nameOf = (tool: string, args: Json): string => `${tool} ${canonicalJson(args)}`;

/** The calls of a step that have run, and how they ended; calls that were refused have not. */
function endedIn(step: Step): Ended[] {
  if (step.invalid) return [];
  const results = new Map(branchesOf(step).map((branch) => [branch.callId, branch]));
  return callsOf(step).flatMap((call): Ended[] => {
    if (step.refused?.includes(call.callId)) return [];
    const name = nameOf(call.tool, argsOf(step, call));
    const result = results.get(call.callId);
    if (result) return [{ name, ok: result.ok, error: result.ok ? "" : result.error }];
    return step.error === undefined ? [] : [{ name, ok: false, error: step.error }];
  });
}
