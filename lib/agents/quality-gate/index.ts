import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { cutText } from "@/lib/core/text";
import { objectWith } from "../answer-object";
import { blocksMessage } from "../delimit";
import type { Role } from "../role";
import { closed } from "../strict-schema";
import { SYSTEM } from "./prompt";
import type { QualityGateInput, QualityGateOutput } from "./types";

/** Characters of each result that are shown. */
const RESULT_CHARS = 5_000;
const MAX_ITEMS = 10;
const MAX_CHARS = 200;

const text: JsonObject = { type: "string" };
const ANSWER: JsonObject = closed({
  sufficient: { type: "boolean" },
  missing: { type: "array", items: text },
  evidence: { type: "array", items: closed({ field: text, found: { type: "boolean" }, source: text }) },
});

/** Looks before a task begins whether the data for it is there (docs/engine.md, "Quality gates"). */
export const qualityGate: Role<QualityGateInput, QualityGateOutput> = {
  name: "quality_gate",
  version: "1",
  output: { name: "quality_gate", schema: ANSWER },
  buildPrompt: ({ mission, task, results }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["task", { id: task.id, title: task.title }],
        ["details", task.details.join("\n")],
        ["input", task.input],
        ["results", results.map(shown)],
      ]),
    ],
  }),
  parse(answer) {
    const read = objectWith(answer, "sufficient");
    const evidence = list(read?.evidence).flatMap(readEvidence).slice(0, MAX_ITEMS);
    if (read?.sufficient === true) return { ok: true, value: { outcome: "passed", evidence } };
    if (read?.sufficient !== false) {
      return {
        ok: false,
        problem: 'It does not say whether the data suffices: "sufficient" must be true or false.',
      };
    }
    const missing = list(read.missing).flatMap(boundedTexts).slice(0, MAX_ITEMS);
    if (missing.length === 0) return { ok: false, problem: 'It does not say in "missing" what is missing.' };
    return { ok: true, value: { outcome: "failed", evidence, missing } };
  },
};

function shown({ value, ...rest }: QualityGateInput["results"][number]): Json {
  const whole = typeof value === "string" ? value : JSON.stringify(value);
  if (whole.length <= RESULT_CHARS) return { ...rest, value };
  return {
    ...rest,
    value: cutText(whole, RESULT_CHARS),
    cut: `${RESULT_CHARS} of ${whole.length} characters`,
  };
}

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function boundedTexts(value: Json | undefined): string[] {
  return typeof value === "string" && value.trim() !== "" ? [cutText(value.trim(), MAX_CHARS)] : [];
}

function readEvidence(item: Json): QualityGateOutput["evidence"] {
  if (!isJsonObject(item)) return [];
  const [source = ""] = boundedTexts(item.source);
  return boundedTexts(item.field).map((field) => ({ field, found: item.found === true, source }));
}
