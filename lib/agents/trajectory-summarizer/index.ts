import { scanJson } from "@/lib/core/answers/scan-json";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { Fields } from "@/lib/core/plan/read/fields";
import { Report } from "@/lib/core/plan/read/report";
import { roleLine } from "@/lib/core/prompt-blocks";
import type { SummaryText } from "@/lib/core/trajectory";
import { blocksMessage, DATA_RULE, type TaskBrief, taskBlocks } from "../delimit";
import type { Parsed, Role } from "../role";
import { closed } from "../strict-schema";

/** One step as its summarizer reads it: long texts are cut. */
export type SummarizedStep = {
  step: number;
  /** What people told the agent before it. */
  said?: string[];
  thought: string;
  calls: { tool: string; args: Json; gave?: Json; failed?: string }[];
  /** Why nothing of the step was done. */
  refused?: string;
};

export type TrajectorySummarizerInput = {
  mission: string;
  task: TaskBrief;
  /** What an earlier summary says of the steps before these. */
  earlier?: SummaryText;
  steps: SummarizedStep[];
};

type TrajectorySummarizerOutput = SummaryText;

const NO_SUMMARY = "There is no JSON object with facts in it.";
const NO_FACTS = "facts must be a list of objects with a name and a value.";
const NOTHING = "The summary says nothing: facts, pending and note are all empty.";
const fieldsOf = (object: JsonObject): Fields => new Fields(object, "", new Report());

const text: JsonObject = { type: "string" };
const texts: JsonObject = { type: "array", items: text };

/** The structured answer; facts are a list, since strict schemas know no open objects. */
const TRAJECTORY_SUMMARY_ANSWER: JsonObject = closed({
  goals: texts,
  facts: { type: "array", items: closed({ name: text, value: text }) },
  pending: texts,
  lastOutputDigest: text,
  note: text,
});

const SYSTEM = `${roleLine("trajectory_summarizer")}
An agent has worked on one task for so many steps that they no longer fit its model. You write down what it has to know of them: your summary takes their place, and the agent goes on with it and with its latest steps.

What you have
- "mission", "task", "details" and "input": what the agent is to do. It still has these; do not repeat them.
- "summary": what an earlier summary says of the steps before these. Yours replaces it, so carry over what still matters.
- "steps": what the agent thought, which tools it called with which arguments, and what they gave. Long texts are cut.

How to answer
- "goals": what the agent is after now, in its own order; at most five.
- "facts": what it has found out and done, each with a short name and its value. Keep numbers, names, addresses, ids, paths and the digests of artifacts word for word. Say of every call that changed something that it has happened, so that it is not made again; say of what failed that it failed, and why.
- "pending": what it has begun or noticed and not settled; empty when there is nothing.
- "lastOutputDigest": what the last of these steps gave, in at most three sentences.
- "note": anything else the agent must not forget, such as ways that led nowhere; empty when there is nothing.
- Only what the steps show: conclude nothing, invent nothing, and never turn a plan into something done.
- All together at most 600 words.

Answer with one JSON object alone: {"goals": [], "facts": [{"name": "", "value": ""}], "pending": [], "lastOutputDigest": "", "note": ""}.

${DATA_RULE}`;

/** Writes down what an agent has to know of its first steps, for when they no longer fit its model. */
export const trajectorySummarizer: Role<TrajectorySummarizerInput, TrajectorySummarizerOutput> = {
  name: "trajectory_summarizer",
  version: "5",
  output: { name: "trajectory_summary", schema: TRAJECTORY_SUMMARY_ANSWER },
  buildPrompt: ({ mission, task, earlier, steps }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([["mission", mission], ...taskBlocks(task), ["summary", earlier], ["steps", steps]]),
    ],
  }),
  parse: readTrajectorySummary,
};

/** The summary in the first object that has facts, as a list or as an object, whatever stands around it. */
function readTrajectorySummary(text: string): Parsed<TrajectorySummarizerOutput> {
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
