import { isJsonObject, type Json } from "../json";
import type { Branch, Call } from "./types";

/** What the arguments of a join may name: a text that is one of these stands for the value. */
const JOIN_TOKENS = [
  "$results",
  "$expect",
  "$branches",
  "$failures",
  "$success_count",
  "$failure_count",
] as const;

/** Arguments of a join with the set's results in the place of the tokens (docs/agents.md, "Joins"). */
export function injectResults(args: Json, branches: readonly Branch[]): Json {
  const succeeded = branches.filter((branch) => branch.ok);
  const failures = failuresIn(branches);
  const values = new Map<Json, Json>([
    ["$results", succeeded.map(({ output }) => output)],
    ["$expect", branches.length],
    ["$branches", [...branches]],
    ["$failures", failures],
    ["$success_count", succeeded.length],
    ["$failure_count", failures.length],
  ] satisfies [(typeof JOIN_TOKENS)[number], Json][]);
  const fill = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(fill);
    if (!isJsonObject(value)) return values.get(value) ?? value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]));
  };
  return fill(args);
}

/** What becomes of a join whose set has a failed branch: it does not run, and says why. */
export function skippedJoin({ callId, tool }: Call, branches: readonly Branch[]): Branch {
  const failures = failuresIn(branches);
  const errors = failures.map(({ tool: name, error }) => `${name}: ${error}`).join("; ");
  const error = `"${tool}" was not run, because ${failures.length} of ${branches.length} calls failed: ${errors}`;
  return { callId, tool, ok: false, error };
}

function failuresIn(branches: readonly Branch[]): { callId: string; tool: string; error: string }[] {
  return branches.flatMap((branch) =>
    branch.ok ? [] : { callId: branch.callId, tool: branch.tool, error: branch.error },
  );
}
