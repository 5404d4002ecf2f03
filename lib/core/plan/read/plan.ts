import { objectAtEnd } from "../../answers/read-answer";
import { type JsonScan, type JsonSpan, MAX_DEPTH, scanJson } from "../../answers/scan-json";
import { splitThinking } from "../../answers/thinking";
import { cleanJson, isJsonObject, isSameJson, type Json } from "../../json";
import { cleanText, cutText } from "../../text";
import type { Issue, Plan } from "../schema";
import { hasStepHeader } from "../step-text/lines";
import { readPlanText } from "../step-text/plan";
import { stepListIn } from "../step-text/step-list";
import type { TextPosition } from "../words";
import { snakeCase } from "./fields";
import { asksForApproval, demandsControl, deniesControl } from "./guards/asking";
import { asTaskList, readPlanObject, readTaskList, unwrapped, withTaskList } from "./json";
import { KnownPlan } from "./known-plan";
import { CAN_BE_LEFT_OUT, type ReadOptions, Report } from "./report";
import { corrects, takesBack } from "./text/taken-back";
import { isAround, settleWordsAround, type WordsAround } from "./text/words-around";
import { tasksWritten } from "./text/written-forms";
import { withStricter } from "./text/written-twice";
import { readYaml } from "./text/yaml";

/** `unread`: the errors about pieces that a person may leave out by their paths; `leftOut`: those that one did. */
export type ReadPlan = {
  plan?: Plan;
  warnings: Issue[];
  errors: Issue[];
  unread?: Issue[];
  leftOut?: Issue[];
};

/**
 * Reads a plan from a model's or a person's text, or from JSON data. It is read as Step text if a `Step` header stands outside any
 * JSON or a list is its steps, otherwise the first JSON object that holds tasks is it. What no field took is an error with its path,
 * unless it is a note or harmless. `validatePlan` has the rules a plan must then keep (docs/plans.md, "Reading").
 */
export function readPlan(textOrJson: unknown, options: ReadOptions = {}): ReadPlan {
  if (typeof textOrJson === "string") return readText(cleanText(textOrJson), options);
  const scan = scanJson(toJsonText(textOrJson));
  const problem = `It is not a JSON object, or nested deeper than ${MAX_DEPTH} levels.`;
  return readCandidates(scan, { problem }, "", options);
}

function readText(whole: string, options: ReadOptions): ReadPlan {
  const { answer, unclosed } = splitThinking(whole);
  // A plan may end thinking that is never closed; what was thought before it is no plan.
  const text = unclosed && answer.trim() === "" ? (objectAtEnd(whole) ?? answer) : answer;
  const scan = scanJson(text);
  if (hasStepHeader(outside(text, scan))) {
    const report = new Report(options);
    const beside = plansBeside(text, scan);
    const plan = readPlanText(outside(text, { found: beside }), report);
    if (beside.some(({ plan: other }) => controlCount(other) > controlCount(plan)))
      failAsOneOfSeveral(report, MORE_CONTROLS);
    return finished(plan, report);
  }
  return readList(text, options) ?? readJson(text, scan, options);
}

/** Beginning of JSON: of a plan that breaks, or a second one. */
const BEGINS_AS_JSON = /^[^\S\n]*(?:\[\s*)?\{/m;

/** A text without a plan in JSON may have its steps as a list; undefined where none could be them. */
function readList(text: string, options: ReadOptions): ReadPlan | undefined {
  if (BEGINS_AS_JSON.test(text)) return undefined;
  const list = stepListIn(text);
  if (!list) return undefined;
  const report = new Report(options);
  if (!list.several) {
    const read = finished(readPlanText(text, report, list.headers), report);
    const around = [...report.errors, ...report.leftOut].find(isAround);
    if (!around) return read;
    // What the words say may be that the list is no plan at all.
    const problem = `${around.message} The list beside them may be something else: if it is the steps, begin each with "Step 1:".`;
    return { errors: [{ severity: "error", code: "invalid_plan_format", message: problem }], warnings: [] };
  }
  const [first, second] = list.several.map((line) => cutText(line, 60));
  report.fail(
    "invalid_plan_format",
    `Two lists could be the steps: the one that begins “${first}”, and the one that begins “${second}”. Which is it? Write its items as "Step 1: …".`,
  );
  return finished(undefined, report);
}

function readJson(text: string, scan: JsonScan, options: ReadOptions): ReadPlan {
  const { brokenAt } = scan;
  if (brokenAt < 0 || !/[{]/.test(text))
    return readCandidates(scan, { problem: "There is none in the text." }, text, options);
  const at = positionOf(text, brokenAt);
  const problem = `It breaks at line ${at.line}, column ${at.column}.`;
  return readCandidates(scan, { problem, at }, text, options);
}

/** The plans in JSON on lines of their own that stand in a text of steps. */
function plansBeside(text: string, { found }: JsonScan): (JsonSpan & { plan: Plan })[] {
  return found
    .filter(({ start, salvaged }) => !salvaged && /(?:^|\n)[^\S\n]*$/.test(text.slice(0, start)))
    .flatMap((span) => {
      const plan = readCandidate({ ...span, value: cleanJson(span.value) }, new Report());
      return plan ? [{ ...span, plan }] : [];
    });
}

/** Why there is no JSON to read a plan from, and where it breaks. */
type NoJson = { problem: string; at?: TextPosition };

function readCandidates({ found }: JsonScan, noJson: NoJson, text: string, options: ReadOptions): ReadPlan {
  const spans = found.map((span) => ({ ...span, value: cleanJson(span.value) }));
  const objects = spans.filter(({ value }) => isJsonObject(value));
  const lists = spans.filter(({ value }) => Array.isArray(value));
  const read = [...objects, ...lists].flatMap((candidate) => {
    const report = new Report(options);
    const { value, settled, left } = withStricter(candidate.value, candidate.doubled ?? []);
    const plan = readCandidate({ ...candidate, value }, report);
    for (const one of plan ? left : [])
      report.unread(one.path, one.value, "is written twice, with different values");
    for (const path of plan ? settled : [])
      report.warn("stricter_taken", path, `${path} is written twice: the stricter value counts.`);
    return plan ? [{ ...candidate, plan, report }] : [];
  });
  const plans = read.filter(({ plan, report }) => plan.tasks.length > 0 || report.errors.length > 0);
  const [first = read[0], ...others] = plans;
  const forms = spans.filter(({ value }) => isForm(value));
  if (first) return chosenPlan([first, ...others], forms, text);
  // Nothing names its tasks as plans do: the structure of the only object may say where they are.
  const [only, another] = objects.filter(({ salvaged }) => !salvaged);
  const renamed =
    only && !another && isJsonObject(only.value)
      ? (withTaskList(only.value) ?? unwrapped(only.value))
      : undefined;
  if (only && renamed)
    return readCandidates({ found: [{ ...only, value: renamed }], brokenAt: -1 }, noJson, text, options);
  const lines = taskLines(spans, text);
  if (lines) return readCandidates({ found: [lines], brokenAt: -1 }, noJson, text, options);
  const yaml = yamlSpan(text);
  if (yaml) return readCandidates({ found: [yaml], brokenAt: -1 }, noJson, text, options);
  const written = BEGINS_AS_JSON.test(text) ? undefined : tasksWritten(text);
  if (written && written.found.length > 0)
    return readCandidates({ found: written.found, brokenAt: -1 }, noJson, written.text, options);
  const { problem, at }: NoJson = objects.some(({ salvaged }) => !salvaged)
    ? { problem: 'The JSON object has no list of tasks under "tasks".' }
    : noJson;
  const report = new Report();
  report.fail(
    "invalid_plan_format",
    `No plan found. Write one JSON object with "tasks", or "Step 1:" text. ${problem}`,
    at && { at },
  );
  return finished(undefined, report);
}

const YAML_FENCE = /^```(?:ya?ml)[^\S\n]*\n([\s\S]*?)\n```[^\S\n]*$/im;

/** A plan in YAML, which is the whole text or stands in a block of it. */
function yamlSpan(text: string): JsonSpan | undefined {
  const fence = YAML_FENCE.exec(text);
  const inside = fence?.[1] ?? text;
  const start = fence ? fence.index + fence[0].indexOf("\n") + 1 : 0;
  const read = readYaml(inside);
  const list = Array.isArray(read?.value) && readTaskList(read.value, new Report()) ? read.value : undefined;
  const value = list ? { tasks: list } : (read?.value ?? null);
  if (!read || !isJsonObject(value)) return undefined;
  const plan = readPlanObject(value, new Report()) ? value : (withTaskList(value) ?? unwrapped(value));
  const { comments } = read;
  return (
    plan && {
      start: fence ? fence.index : 0,
      end: fence ? fence.index + fence[0].length : start + inside.length,
      value: plan,
      salvaged: false,
      ...(comments !== "" && { comments }),
    }
  );
}

/** Tasks that stand below each other, each an object of its own, as one plan. */
function taskLines(spans: readonly JsonSpan[], text: string): JsonSpan | undefined {
  const [first, ...others] = spans;
  const last = others.at(-1);
  const isPlain = spans.every(({ salvaged, doubled, comments }) => !salvaged && !doubled && !comments);
  const follow = others.every(({ start }, n) => text.slice(spans[n]?.end, start).trim() === "");
  const value = isPlain && follow ? asTaskList(spans.map((span) => span.value)) : undefined;
  return first && last && value ? { start: first.start, end: last.end, value, salvaged: false } : undefined;
}

/**
 * Comments in a plan that demand a control were meant for it, and nothing reads them. One behind a task, on its line, may say
 * what the plan says: that a person has to let it pass.
 */
function holdComments({ comments = "", start, end, plan, report }: FoundPlan, text: string): void {
  const known = new KnownPlan(plan);
  const isHeld = (sentence: string): boolean => {
    const at = text.slice(start, end).indexOf(sentence);
    const line =
      at < 0
        ? ""
        : (text
            .slice(start, start + at)
            .split("\n")
            .at(-1) ?? "");
    const [, id] = TASK_NAME.exec(line) ?? [];
    return id !== undefined && known.holds(`${id} ${sentence.replace(/[/#*]+/g, " ")}`, "behind");
  };
  const sentences = comments.split(/(?<=[.!?。！？])\s*|\n/u).map((sentence) => sentence.trim());
  const demand = sentences.find(
    (one) => (demandsControl(one) || asksForApproval(one)) && !deniesControl(one) && !isHeld(one),
  );
  if (demand === undefined) return;
  report.fail(
    "unreadable_guard",
    `Words beside the plan say what has to come first: “${cutText(demand, 200)}”. Say it in the plan, as a gate, an edge or a check.`,
  );
}

/** The name of a task on its line. */
const TASK_NAME = /["'](?:id|task_id|step_id)["']\s*:\s*["']([^"']+)["']/;

type FoundPlan = JsonSpan & { plan: Plan; report: Report };

/**
 * The last plan if the words before it say that it corrects the others, else none. One with fewer controls than another
 * is refused: it may be the draft. So is what the words behind it take back.
 */
function chosenPlan(
  [first, ...others]: readonly [FoundPlan, ...FoundPlan[]],
  forms: readonly JsonSpan[],
  text: string,
): ReadPlan {
  const last = others.at(-1);
  const behind = text.slice((last ?? first).end);
  if (takesBack(behind))
    (last ?? first).report.fail(
      "invalid_plan_format",
      "The words behind the plan take it back: give one plan, and what counts.",
    );
  const lead = last ? (text.slice(0, last.start).split(/[}\]]/).at(-1) ?? "") : "";
  const [chosen, ...left] =
    last && corrects(lead) ? [last, first, ...others.slice(0, -1)] : [first, ...others];
  const { plan, report, salvaged } = chosen as FoundPlan;
  const problem = left.some((other) => controlCount(other.plan) > controlCount(plan))
    ? MORE_CONTROLS
    : chosen === last
      ? undefined
      : "nothing says which of them counts";
  const areSame = left.every((other) => isSameJson(other.plan, plan));
  if (problem !== undefined && !areSame) failAsOneOfSeveral(report, problem);
  holdComments(chosen as FoundPlan, text);
  if (salvaged || takesBack(behind) || (problem !== undefined && !areSame)) return finished(plan, report);
  const words = wordsAround([first, ...others], forms, text);
  return finished(settleWordsAround(words, plan, report), report);
}

/** What stands before, between and behind the plans in a text, without the forms that it quotes. */
function wordsAround(plans: readonly JsonSpan[], forms: readonly JsonSpan[], text: string): WordsAround[] {
  const ends = [0, ...plans.map(({ end }) => end)];
  return [...plans.map(({ start }) => start), text.length].map((to, n) => {
    const from = ends[n] as number;
    const inside = forms.filter(({ start, end }) => start >= from && end <= to);
    const place = n === 0 ? "before" : n === plans.length ? "behind" : "between";
    const around = outside(text.slice(0, to), { found: [{ start: 0, end: from }, ...inside] });
    return { place, text: around.slice(1) };
  });
}

/** Has every value of an object only a sign for what is to stand there: "<agent name>", "…", "x". */
const isForm = (value: Json): boolean =>
  Array.isArray(value)
    ? value.every(isForm)
    : isJsonObject(value)
      ? Object.values(value).every(isForm)
      : typeof value === "string" && /^(?:<[^<>]*>|\.{3}|…|\p{L}?|task)$/u.test(value);

const MORE_CONTROLS = "one of the others has more gates and reviews";

function failAsOneOfSeveral(report: Report, problem: string): void {
  report.fail("invalid_plan_format", `The answer holds several plans, and ${problem}: give one plan.`);
}

const controlCount = ({ tasks }: Plan): number =>
  tasks.filter(({ type }) => type === "human_review" || type === "planning_review").length;

/** Keys under which a plan is whole although what stands around it breaks. */
const WHOLE_PLANS: ReadonlySet<string> = new Set([
  "plan",
  "updated_plan",
  "new_plan",
  "result",
  "output",
  "answer",
]);

/** What stands inside something larger that breaks may be only a part of the plan. */
function readCandidate({ value, salvaged, of }: JsonSpan, report: Report): Plan | undefined {
  if (salvaged && !WHOLE_PLANS.has(snakeCase(of ?? ""))) return undefined;
  const plan = isJsonObject(value) ? readPlanObject(value, report) : readTaskList(value as Json[], report);
  if (plan && salvaged) {
    report.fail(
      "invalid_plan_format",
      "The JSON around the plan is broken, perhaps cut off: what stands outside the plan cannot be read.",
    );
  }
  return plan;
}

function finished(plan: Plan | undefined, { warnings, errors, leftOut }: Report): ReadPlan {
  const unread = errors.filter(({ path, code }) => path !== undefined && CAN_BE_LEFT_OUT.has(code));
  const about = { ...(unread.length > 0 && { unread }), ...(leftOut.length > 0 && { leftOut }) };
  return plan && errors.length === 0 ? { plan, warnings, errors, ...about } : { warnings, errors, ...about };
}

/** JSON text of any value; empty for one that JSON cannot say (functions, cycles). */
function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

function outside(text: string, { found }: { found: readonly Pick<JsonSpan, "start" | "end">[] }): string {
  let from = 0;
  const parts: string[] = [];
  for (const { start, end } of found) {
    parts.push(text.slice(from, start));
    from = end;
  }
  return [...parts, text.slice(from)].join(" ");
}

const positionOf = (text: string, offset: number): TextPosition => ({
  line: text.slice(0, offset).split("\n").length,
  column: offset - text.lastIndexOf("\n", offset - 1),
});
