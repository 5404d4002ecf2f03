import { type Json, readTypedJson } from "@/lib/core/json";
import { type Verdict, verify } from "@/lib/core/lisp/predicate";
import type { TrialInput } from "./trial-input";

/** What a predicate says of what was typed; `incomplete` names what keeps it from being asked. */
export type TrialResult = Verdict | { outcome: "incomplete"; field?: keyof TrialInput; message: string };

const FIELD_LABELS: Record<keyof TrialInput, string> = {
  result: "The result",
  input: "The input",
  depends: "Dependency results",
};

/** Asks a predicate about a result, just as the engine does (docs/predicates.md, "Outcome"). `now` in milliseconds. */
export function tryPredicate(source: string, texts: TrialInput, now: () => number): TrialResult {
  if (source.trim() === "") return { outcome: "incomplete", message: "Enter a predicate." };
  if (texts.result.trim() === "") {
    return {
      outcome: "incomplete",
      message: "Enter a result as JSON to evaluate the predicate.",
    };
  }
  const data: Record<string, Json> = {};
  for (const field of ["result", "input", "depends"] as const) {
    const read = readJsonField(texts[field]);
    if (!read) {
      const message = `${FIELD_LABELS[field]} must be valid JSON. Put strings in quotation marks.`;
      return { outcome: "incomplete", field, message };
    }
    data[field] = read.value;
  }
  return verify(source, { ...data, results: data.depends }, { now });
}

/** Nothing typed is nil; undefined for what is not JSON. */
function readJsonField(text: string): { value: Json } | undefined {
  if (text.trim() === "") return { value: null };
  const read = readTypedJson(text);
  return "value" in read ? read : undefined;
}
