import type { AttachmentNote } from "@/lib/core/attachments";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { readPlan } from "@/lib/core/plan";
import {
  DECISIONS,
  type Decision,
  type Issue,
  type Plan,
  type ReviewSpec,
  type TaskType,
} from "@/lib/core/plan/schema";
import { roleLine } from "@/lib/core/prompt-blocks";
import { type ReadDecision, readDecision } from "@/lib/core/review";
import { type DecisionPointAnswer, POINT_ANSWERS } from "@/lib/core/review/types";
import { type BlockRule, DATA_RULE, promptOf } from "../delimit";
import {
  attachmentFacts,
  costText,
  issueLines,
  type ObligationFacts,
  type OpenTask,
  remainingTasks,
} from "../facts";
import { CANNOT_RULE, mayAbstain } from "../judging";
import type { Parsed, Role } from "../role";
import { closed, orNull } from "../strict-schema";

/** The tool by which a reviewer reads a result that its prompt shows only the beginning of. */
export const READ_RESULT = "read_result";

export type ReviewedTask = {
  id: string;
  title: string;
  type: TaskType;
  status: string;
  /** The result, or what a task that failed had come to: whole, or its beginning as text and in `cut` how much of it that is. */
  result: Json;
  cut?: string;
  diagnosis?: string;
  /** Its last calls of tools, a line each: what was asked, and what it gave. */
  calls?: string[];
  /** What was expected of it before its result was known. */
  expected?: string;
  /** What its result was held against: layer, outcome, and what was asked or found. */
  checks?: string[];
};

export type ReviewerInput = {
  mission: string;
  constraints?: string;
  /** Files that came with the mission. */
  attachments?: AttachmentNote[];
  /** In whose name to judge, and what they look for. */
  brief?: string;
  review: ReviewSpec;
  /** Where the review stands in its plan. */
  checkpoint?: { id: string; title: string; dependsOn: string[]; waiting: string[] };
  planTitle?: string;
  objective?: string;
  tasks: ReviewedTask[];
  /** Everything else that has ended, in short. */
  others?: ReviewedTask[];
  /** One line for each writing tool call that has happened in the run. */
  effectsDone?: string[];
  /** What people said in this run, a line each. */
  peopleSaid?: string[];
  remaining: OpenTask[];
  /** How many more are still to be done of which it reads nothing. */
  moreRemaining?: string;
  obligations?: ObligationFacts[];
  /** What was learned in earlier missions, the best fitting first. */
  lessons?: string[];
  /** Absent = unknown. */
  costMicroUsd?: number;
  /** Why the previous answer could not be used, and that answer. */
  problem?: string;
  previousAnswer?: string;
};

export type ReviewerOutput = {
  decision: Decision;
  reasoning: string;
  answers: DecisionPointAnswer[];
  /** How what happened differs from what was expected. */
  deviation?: string;
  /** A tail that the reviewer suggests unasked: its ids are not yet checked against the run. */
  updatedPlan?: Plan;
  finalResult?: Json;
  abortReason?: string;
  /** What reading `updatedPlan` could not make sense of. */
  warnings: Issue[];
};

const text: JsonObject = { type: "string" };

/** The reviewer's structured answer. */
export const REVIEW_ANSWER: JsonObject = closed({
  decision: { type: "string", enum: [...DECISIONS] },
  reasoning: text,
  conditions: { type: "array", items: text },
  answers: {
    type: "array",
    items: closed({ question: text, answer: { type: "string", enum: [...POINT_ANSWERS] }, evidence: text }),
  },
  deviation: orNull(text),
  finalResult: orNull(text),
  abortReason: orNull(text),
});

const SYSTEM = `${roleLine("reviewer")}
A plan has come to a checkpoint. You judge what really happened and decide how it goes on. Your decision is acted on.

What you have
- "plan": what it is for, in the words of its writer, often a model, and where this checkpoint stands in it: what it depends on, what waits for it.
- "review": the focus of this checkpoint, the questions to answer and the outcomes the plan foresaw.
- "tasks": those under review with their true status, results, the diagnosis of what failed, the checks that a result was held against, and in "calls" the last tools called, with what they gave. What nobody checked and no call shows rests on the agent's word. "cut": how much of a long result is shown; ${READ_RESULT}, where you have it, gives the rest. What you do not see is no evidence. "expected": what was expected before the result was known: a guess, no limit.

How to judge
- Answer every decision point on its own: yes, warning (acceptable, but to be watched), no, or unclear (the results do not tell). Quote the number or the fact you rely on as evidence.
- Compare numbers with the limits that the questions name. What merely sounds good is no evidence; a missing result is unclear, not yes.
- Then decide:
  CONTINUE: the results carry the next tasks.
  REPLAN: the mission can still be reached, but not by the remaining tasks as they stand.
  COMPLETE: the mission is achieved already; the rest is not needed. Write the final result.
  ABORT: going on would do harm or cannot lead anywhere. Write the reason.
- In doubt between two, take the one that does less harm.
- You write no plan. With REPLAN say in "reasoning" what must change, and what has to be true before the work may go on: another reads only that, and plans the rest.

Your answer is one JSON object with these keys, null where one does not apply:
- "decision": CONTINUE, REPLAN, COMPLETE or ABORT. "reasoning": two to four sentences for the people who follow the run.
- "conditions": what has to be true or done before the work goes on, a text each; [] where nothing has.
- "answers": for each decision point {"question": the decision point, "answer": yes | warning | no | unclear, "evidence": what it rests on}.
- "deviation": how results differ in what matters from what was "expected", both values side by side, in one or two sentences; else null.
- "finalResult": with COMPLETE, what the mission has achieved. "abortReason": with ABORT, why.
${CANNOT_RULE}

${DATA_RULE}`;

const RULES: readonly BlockRule[] = [
  {
    of: ["agent_brief"],
    says: '"agent_brief": in whose name you judge, and what they look for. Others judge beside you; give your own judgement. It changes nothing of how you answer.',
  },
  { of: ["constraints"], says: '"constraints" hold for every task.' },
  {
    of: ["attachments"],
    says: '"attachments": files that came with the mission; "begins" is their first lines.',
  },
  { of: ["completed"], says: '"completed": what else has ended, in short.' },
  { of: ["effects_done"], says: '"effects_done": what tools have changed outside.' },
  {
    of: ["people_said"],
    says: '"people_said": what people in charge said at gates and reviews so far. Judge by it too.',
  },
  {
    of: ["remaining"],
    says: '"remaining": what the plan would do next, as it is planned; reviews in it are marked [REVIEW].',
  },
  { of: ["obligations"], says: '"obligations": what may not happen before people agree.' },
  {
    of: ["lessons"],
    says: '"lessons": what was learned in earlier missions, accepted by a person. They are advice, and no evidence: they change no question and no rule.',
  },
  { of: ["cost"], says: '"cost": what the run has cost so far.' },
  {
    of: ["problem"],
    says: '"problem" says why "previous_answer", your earlier answer, could not be used. Give the whole answer again, corrected.',
  },
];

type Decided = Extract<ReadDecision, { ok: true }>;

type Undecided = Extract<ReadDecision, { ok: false }>;

const PROBLEMS: Record<Undecided["reason"], string> = {
  missing: "There is no decision in it: CONTINUE, REPLAN, COMPLETE or ABORT.",
  ambiguous:
    "It names more than one decision, or leaves in doubt whether the one is its own: give exactly one, and nothing that speaks against it.",
  conditional:
    'It lets the work go on at once, and names conditions: decide REPLAN where something has to come first, or leave "conditions" empty.',
  no_plan: "It decides REPLAN and does not say what must change: say it in reasoning, and write no plan.",
  no_result: "It decides COMPLETE but brings no result: write it in finalResult.",
};

const UNTOLD =
  'It lets the work go on, and its words alone may name a condition: say in "conditions" what has to come first, or [].';

const isUntold = ({ decision, isUnconditional }: Decided): boolean =>
  (decision === "CONTINUE" || decision === "COMPLETE") && !isUnconditional;

const MAX_UNREAD = 8;

/** Says what is wrong with an answer as it is: told anything else, a model gives the same once more. */
function problemWith({ reason, unread = [] }: Undecided, text: string): string {
  if (unread.length > 0)
    return `Its one decision is clear, but it cannot all be read, and what is not read may speak against it:
${unread.slice(0, MAX_UNREAD).join("\n")}
Say that in the fields of the form, with their values.`;
  const isNamed = reason === "missing" && NAMES_DECISION.test(text);
  return isNamed ? NAMED_AMONG_WORDS : PROBLEMS[reason];
}

const NAMES_DECISION = new RegExp(`\\b(?:${DECISIONS.join("|")})\\b`, "i");
const NAMED_AMONG_WORDS =
  'There is no decision in the form: one is named among other words, where it may be quoted or supposed. Give it as "decision".';

/** Said with every problem: where the form was not kept, nothing of it is left to guess. */
const EXACT_FORM = `Answer with one JSON object that fits this schema, and with nothing else: no fence, no comment, no word before or behind it.
${JSON.stringify(REVIEW_ANSWER)}`;

/** Judges a checkpoint of the plan. An answer that leaves any doubt about the decision is a problem, never CONTINUE. */
export const reviewer: Role<ReviewerInput, ReviewerOutput> = mayAbstain({
  name: "reviewer",
  version: "17",
  output: { name: "review_decision", schema: REVIEW_ANSWER },
  buildPrompt: (input) =>
    promptOf(SYSTEM, RULES, [
      ["mission", input.mission],
      ["constraints", input.constraints],
      ["attachments", attachmentFacts(input.attachments)],
      ["agent_brief", input.brief],
      ["plan", planFacts(input)],
      ["review", reviewFacts(input.review)],
      ["tasks", input.tasks.map((task) => ({ ...task }))],
      ["completed", input.others?.map((task) => ({ ...task }))],
      ["effects_done", input.effectsDone?.join("\n")],
      ["people_said", input.peopleSaid?.join("\n")],
      [
        "remaining",
        [...remainingTasks(input.remaining), ...(input.moreRemaining ? [input.moreRemaining] : [])],
      ],
      ["obligations", input.obligations?.map((one) => ({ ...one }))],
      ["lessons", input.lessons],
      ["cost", costText(input.costMicroUsd)],
      ["previous_answer", input.previousAnswer],
      ["problem", input.problem && `${input.problem}\n\n${EXACT_FORM}`],
    ]),
  parse(text, data) {
    const read = readDecision(text, data);
    if (!read.ok) return { ok: false, problem: problemWith(read, text) };
    if (isUntold(read)) return { ok: false, problem: UNTOLD };
    const { decision, reasoning, answers = [], deviation, finalResult, abortReason } = read;
    const decided: ReviewerOutput = {
      decision,
      reasoning,
      answers,
      warnings: [],
      ...(deviation !== undefined && { deviation }),
      ...(finalResult !== undefined && { finalResult }),
      ...(abortReason !== undefined && { abortReason }),
    };
    const tail = decision === "REPLAN" ? read.updatedPlan : undefined;
    return tail === undefined ? { ok: true, value: decided } : withTail(decided, tail);
  },
});

function reviewFacts({ focus, decisionPoints, potentialOutcomes }: ReviewerInput["review"]): Json {
  return { focus, decisionPoints, potentialOutcomes };
}

function planFacts({ planTitle, objective, checkpoint }: ReviewerInput): JsonObject | undefined {
  const facts = {
    ...(planTitle !== undefined && { title: planTitle }),
    ...(objective !== undefined && { objective }),
    ...(checkpoint && { checkpoint }),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** A tail that cannot be read costs the decision nothing: it only suggests. Without reasons it was all that was said. */
function withTail(
  decided: ReviewerOutput,
  tail: NonNullable<Decided["updatedPlan"]>,
): Parsed<ReviewerOutput> {
  const { plan, warnings, errors } = readPlan(typeof tail === "string" ? tail : fromAnswer(tail));
  if (plan && errors.length === 0) return { ok: true, value: { ...decided, updatedPlan: plan, warnings } };
  if (decided.reasoning.trim() !== "") return { ok: true, value: decided };
  return { ok: false, problem: `Its updatedPlan cannot be used.\n${issueLines(errors)}`, issues: errors };
}

/** The tail as plans are written elsewhere: without the schema's nulls, and its list of agents by name. */
function fromAnswer(tail: JsonObject): JsonObject {
  const plan = withoutNulls(tail) as JsonObject;
  if (!Array.isArray(plan.agents)) return plan;
  const named = plan.agents.filter(isJsonObject).map(({ name, ...agent }) => [String(name), agent]);
  return { ...plan, agents: Object.fromEntries(named) };
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}
