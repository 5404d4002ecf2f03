import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { check } from "@/lib/core/lisp";
import { setOwn } from "@/lib/core/own";
import { roleLine } from "@/lib/core/prompt-blocks";
import { DATA_RULE, promptOf, type TaskBrief, taskBlocks } from "../delimit";
import { PREDICATE_FORMAT } from "../plan-format";
import { objectWith } from "../read-answer";
import type { Role } from "../role";
import { closed, orNull } from "../strict-schema";

type CheckRepairInput = {
  task: TaskBrief;
  /** The predicate that could not be evaluated, and why. */
  check: string;
  fault: string;
  /** The result that waits for it: of this the form is shown, and no content. */
  result: Json;
};

/** The predicate written again; null where the result is at fault, so that the check refuses it rightly. */
type CheckRepairOutput = { verification: string | null };

const ANSWER: JsonObject = closed({ verification: orNull({ type: "string" }) });

const system = (author: "planner" | "replanner") => `${roleLine(author)}
A check that you wrote for a task of a plan could not be evaluated on the task's result. The result is kept, and waits for the check: write it again.
- "criteria": the check. "problem": why it could not be evaluated. "result": the form of the result, its keys and the kind of each value; a check is never fitted to a content.
- Demand what it demanded and no less, read from where the result has it.
- Where the result lacks what the task asks for, the check is right: answer null, and the result is refused.

A check is a predicate in a small Clojure: ${PREDICATE_FORMAT}

Answer with one JSON object alone: {"verification": "<the predicate>"}, or {"verification": null}.

${DATA_RULE}`;

/** Has the role that wrote a check write it again, in one question (docs/engine.md, "Repaired checks"). */
export const checkRepair = (author: "planner" | "replanner"): Role<CheckRepairInput, CheckRepairOutput> => ({
  name: author,
  version: "check 4",
  output: { name: "check", schema: ANSWER },
  buildPrompt: ({ task, check: source, fault, result }) =>
    promptOf(
      system(author),
      [],
      [...taskBlocks(task), ["criteria", source], ["problem", fault], ["result", formOf(result)]],
    ),
  parse(text) {
    const { said } = objectWith(text, ANSWER, "verification") ?? {};
    const source = said?.verification;
    if (source === null) return { ok: true, value: { verification: null } };
    if (typeof source !== "string")
      return { ok: false, problem: 'It gives no predicate under "verification".' };
    if (!/data\/result(?![\w-])/.test(source))
      return { ok: false, problem: "The predicate does not look at data/result." };
    const [issue] = check(source);
    if (issue) return { ok: false, problem: `Line ${issue.line}, column ${issue.column}: ${issue.message}` };
    return { ok: true, value: { verification: source } };
  },
});

const MAX_DEPTH = 6;
const MAX_KEYS = 40;

/** The form of a value: its keys, of lists the form of the first item, and of all else the kind. */
function formOf(value: Json, depth = 0): Json {
  if (Array.isArray(value))
    return value.length === 0 || depth === MAX_DEPTH ? [] : [formOf(value[0] ?? null, depth + 1)];
  if (!isJsonObject(value)) return value === null ? "null" : typeof value;
  const form: JsonObject = {};
  const entries = depth === MAX_DEPTH ? [] : Object.entries(value).slice(0, MAX_KEYS);
  for (const [key, one] of entries) setOwn(form, key, formOf(one, depth + 1));
  return form;
}
