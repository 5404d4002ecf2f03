import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { Fields } from "@/lib/core/plan/fields";
import { Report } from "@/lib/core/plan/report";
import { scanJson } from "@/lib/core/plan/scan-json";
import type { Parsed } from "../role";
import type { TrajectorySummarizerOutput } from "./types";

const NO_SUMMARY = "There is no JSON object with facts in it.";
const NO_FACTS = "facts must be a list of objects with a name and a value.";
const NOTHING = "The summary says nothing: facts, pending and note are all empty.";

/** The summary in the first object that has facts, as a list or as an object, whatever stands around it. */
export function readTrajectorySummary(text: string): Parsed<TrajectorySummarizerOutput> {
  const objects = scanJson(text).found.flatMap(({ value }) => (isJsonObject(value) ? fieldsOf(value) : []));
  const fields = objects.find((one) => one.has(["facts"]));
  if (!fields) return { ok: false, problem: NO_SUMMARY };
  const facts = factsIn(fields.find(["facts"])?.value);
  if (!facts) return { ok: false, problem: NO_FACTS };
  const value = {
    goals: fields.texts(["goals", "goal"]) ?? [],
    facts,
    pending: fields.texts(["pending"]) ?? [],
    lastOutputDigest: fields.text(["last_output_digest", "last_output"]) ?? "",
    note: fields.text(["note", "notes"]) ?? "",
  };
  const isEmpty = Object.keys(facts).length === 0 && value.pending.length === 0 && value.note.trim() === "";
  return isEmpty ? { ok: false, problem: NOTHING } : { ok: true, value };
}

const fieldsOf = (object: JsonObject): Fields => new Fields(object, "", new Report());

/** Facts by name; of two with the same name both are kept, under numbers. */
function factsIn(value: Json | undefined): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  if (!Array.isArray(value)) return;
  const facts = new Map<string, Json>();
  for (const item of value) {
    if (!isJsonObject(item) || typeof item.name !== "string" || item.value === undefined) return;
    const same = [...facts.keys()].filter((name) => name.replace(/ \(\d+\)$/, "") === item.name).length;
    facts.set(same === 0 ? item.name : `${item.name} (${same + 1})`, item.value);
  }
  return Object.fromEntries(facts);
}
