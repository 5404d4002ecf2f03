import { readVerdict } from "@/lib/core/answers";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { roleLine } from "@/lib/core/prompt-blocks";
import type { QualityVerdict } from "@/lib/core/run/events/checks";
import { cutText } from "@/lib/core/text";
import { blocksMessage, DATA_RULE, type TaskBrief, taskBlocks } from "../delimit";
import { type Given, givenBlocks } from "../given";
import { CANNOT_RULE, mayAbstain } from "../judging";
import type { Role } from "../role";
import { closed } from "../strict-schema";

type QualityGateInput = {
  mission: string;
  task: TaskBrief;
  /** What the task will be given. */
  given: Given;
};

type QualityGateOutput = Exclude<QualityVerdict, { outcome: "error" }>;

const SYSTEM = `${roleLine("quality_gate")}
A task is about to begin. You decide whether the results before it hold the data it needs. You do not do the task.

What you have
- "mission": what the whole plan is for. "task", "details" and "input": what the task is to do.
- "upstream": the results before it, each by its task; one that is null was not obtained. "attachments": files that it can read, with their first lines. "effects_done", "people_said": what has been changed outside, and what people in charge said. Where something says that it was cut, the cut is ours.

How to judge
- List the data that the task cannot do without, and look for each in the input and all that it is given.
- What the task is itself to find out or to make is not missing.
- Insufficient only if the task would have to guess or invent. Data that is merely not ideal is sufficient.

Answer with one JSON object alone: {"sufficient": true or false, "missing": ["what is missing, so that somebody can bring it"], "evidence": [{"field": "the data", "found": true or false, "source": "the id of the task whose result has it, input, attachments or people_said; empty if none"}]}. ${CANNOT_RULE}

${DATA_RULE}`;

const MAX_ITEMS = 10;
const MAX_CHARS = 200;

const text: JsonObject = { type: "string" };
const ANSWER: JsonObject = closed({
  sufficient: { type: "boolean" },
  missing: { type: "array", items: text },
  evidence: { type: "array", items: closed({ field: text, found: { type: "boolean" }, source: text }) },
});

const PROBLEMS = {
  missing: 'It does not say whether the data suffices: "sufficient" must be true or false.',
  ambiguous:
    "It leaves in doubt whether the data suffices: give one object, and nothing that speaks against it.",
} as const;

/** Looks before a task begins whether the data for it is there (docs/engine.md, "Quality gates"). */
export const qualityGate: Role<QualityGateInput, QualityGateOutput> = mayAbstain<
  QualityGateInput,
  QualityGateOutput
>({
  name: "quality_gate",
  version: "7",
  output: { name: "quality_gate", schema: ANSWER },
  buildPrompt: ({ mission, task, given }) => ({
    system: SYSTEM,
    messages: [blocksMessage([["mission", mission], ...taskBlocks(task), ...givenBlocks(given)])],
  }),
  parse(answer, data) {
    const read = readVerdict(answer, "sufficient", data);
    if (!read.ok) return { ok: false, problem: PROBLEMS[read.reason] };
    const evidence = list(read.said.evidence).flatMap(readEvidence).slice(0, MAX_ITEMS);
    if (read.passed) return { ok: true, value: { outcome: "passed", evidence } };
    const missing = list(read.said.missing).flatMap(boundedTexts).slice(0, MAX_ITEMS);
    if (missing.length === 0) return { ok: false, problem: 'It does not say in "missing" what is missing.' };
    return { ok: true, value: { outcome: "failed", evidence, missing } };
  },
});

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function boundedTexts(value: Json | undefined): string[] {
  return typeof value === "string" && value.trim() !== "" ? [cutText(value.trim(), MAX_CHARS)] : [];
}

function readEvidence(item: Json): QualityGateOutput["evidence"] {
  if (!isJsonObject(item)) return [];
  const [source = ""] = boundedTexts(item.source);
  return boundedTexts(item.field).map((field) => ({ field, found: item.found === true, source }));
}
