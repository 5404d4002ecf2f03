import { scanJson } from "@/lib/core/answers/scan-json";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { createFinding } from "@/lib/core/plan/critic";
import { type Demand, FINDING_SEVERITIES, type Finding, MODEL_FINDINGS } from "@/lib/core/plan/critic/types";
import { asOneOf, Fields } from "@/lib/core/plan/read/fields";
import { Report } from "@/lib/core/plan/read/report";
import { type Plan, type Task, task as taskSchema } from "@/lib/core/plan/schema";
import { planLines } from "@/lib/core/plan/write/json";
import type { ToolFacts } from "@/lib/core/ports";
import { roleLine } from "@/lib/core/prompt-blocks";
import { previewOf } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import { type BlockRule, DATA_RULE, promptOf } from "../delimit";
import { type PlanEvidence, planEvidenceBlocks } from "../given";
import { toolsForPlanning, toolsInUse } from "../planned-tools";
import type { Role } from "../role";
import { closed, orNull } from "../strict-schema";

type CriticInput = {
  mission: string;
  plan: Plan;
  /** The tools that exist. */
  tools: ToolFacts[];
  /** What the rules have found already. */
  findings: readonly Finding[];
  /** The tasks that have ended, with how. */
  ended?: { id: string; status: string }[];
} & PlanEvidence;

type CriticOutput = {
  /** As many as were understood; a `taskId` is the model's word and may be no task of the plan. */
  findings: Finding[];
  /** Parts of the answer that were no finding. */
  ignored: number;
  /** What it takes the mission to ask for: words that may not be the mission's, and ids that may be no task's. */
  demands: Demand[];
};

const MAX_FINDINGS = 20;
const MAX_DEMANDS = 20;
const MAX_CHARS = 500;
const MAX_DEMAND_CHARS = 300;

const text: JsonObject = { type: "string" };

/** The critic's structured answer. */
export const CRITIC_ANSWER: JsonObject = closed({
  findings: {
    type: "array",
    items: closed({
      code: { type: "string", enum: [...MODEL_FINDINGS] },
      severity: { type: "string", enum: [...FINDING_SEVERITIES] },
      taskId: orNull(text),
      message: text,
      recommendation: text,
    }),
  },
  demands: { type: "array", items: closed({ demand: text, tasks: { type: "array", items: text } }) },
});

const SYSTEM = `${roleLine("critic")}
You read a plan before it runs and say what will go wrong with it, and what of the mission it covers. People and the planner read that; you change nothing yourself.

What to look for, and nothing else
- loose_coupling: tasks that need each other's results or decisions, but no dependency or placeholder ties them together.
- error_handling: a failure that is likely or costly and that nothing catches: no other way, no retry, no review, no way back.
- semantic_issue: a task that does not do what its place in the plan needs, contradicts another or the mission, asks for what its tools cannot do, or a part of the mission that no task covers.
- data_flow_gap: a task that needs a value which no earlier task produces, or in another form than it gets.
- person_needed: an agent's task that in any language asks for a person's agreement, signature or decision, and nobody is asked.

How to judge
- Only what follows from the plan as it stands. Ten certain findings at most; none is a good answer for a good plan.
- severity: critical when the mission fails because of it, warning when it probably costs a failure or a replan, info otherwise.
- "message": what is wrong and what comes of it, in one sentence. "recommendation": what to change, so that it can be done without asking.
- "taskId": the id of the task it is about, as in the plan; null if it is about the whole plan.
- "demands": all that the mission asks for, each in words copied from it, with the ids of the tasks that answer it, [] if none does.

Answer with one JSON object alone: {"findings": [{"code", "severity", "taskId", "message", "recommendation"}], "demands": [{"demand", "tasks"}]}.

${DATA_RULE}`;

const RULES: readonly BlockRule[] = [
  { of: ["date"], says: '"date" is the day on which the run began.' },
  { of: ["constraints"], says: '"constraints" hold for every task.' },
  { of: ["attachments"], says: '"attachments": files that came with the mission.' },
  { of: ["effects_done"], says: '"effects_done": what has been changed outside.' },
  {
    of: ["people_said"],
    says: '"people_said": by people in charge. It holds: never have it taken out.',
  },
  { of: ["findings"], says: '"findings": what fixed rules have found already. Do not repeat them.' },
  {
    of: ["completed"],
    says: '"completed": the tasks that have ended, and how. They stay as they are, and "plan" has them in short: find nothing in them, and judge what is still to be done.',
  },
];

/**
 * Finds in a plan what no rule can see. It only advises: the one who calls it continues without an answer that cannot be
 * read, and says so (docs/plans.md, "Critic").
 */
export const critic: Role<CriticInput, CriticOutput> = {
  name: "critic",
  version: "8",
  output: { name: "plan_findings", schema: CRITIC_ANSWER },
  buildPrompt: ({ mission, plan, tools, findings, ended, ...evidence }) =>
    promptOf(SYSTEM, RULES, [
      ["tools", toolsForPlanning(tools, { inUse: toolsInUse(plan.agents) })],
      ["mission", mission],
      ...planEvidenceBlocks(evidence),
      ["plan", planLines(withEndedInShort(plan, ended))],
      ["completed", ended?.map((one) => ({ ...one }))],
      ["findings", findings.map(({ key, message }) => ({ key, message }))],
    ]),
  parse(text) {
    const value = readFindings(text);
    if (value) return { ok: true, value };
    return {
      ok: false,
      problem: 'There is no list of findings in it: answer {"findings": []} if there are none.',
    };
  },
};

/** Characters of what a task that has ended was to do. */
const ENDED_CHARS = 300;

/** Of what has ended, what later tasks build on: what it was to give, and no more of how. */
function withEndedInShort(plan: Plan, ended: CriticInput["ended"] = []): Plan {
  const over = new Set(ended.map(({ id }) => id));
  const inShort = ({ id, title, type, agent, input, dependsOn, outputSchema }: Task): Task =>
    taskSchema.parse({
      id,
      title,
      type,
      agent,
      dependsOn,
      outputSchema,
      input: previewOf(input, ENDED_CHARS),
    });
  return { ...plan, tasks: plan.tasks.map((task) => (over.has(task.id) ? inShort(task) : task)) };
}

/**
 * The findings in an answer, each with a key of its own; undefined when it has no list of them, or a list of which
 * nothing can be understood. What is no finding, or one too many, is counted.
 */
function readFindings(text: string): CriticOutput | undefined {
  const listed = listsIn(text);
  if (!listed) return undefined;
  const items = listed.findings;
  const times = new Map<string, number>();
  const findings = items.flatMap((item) => readFinding(item, times) ?? []).slice(0, MAX_FINDINGS);
  if (findings.length === 0 && items.length > 0) return undefined;
  const demands = listed.demands.flatMap((item) => readDemand(item) ?? []);
  return { findings, ignored: items.length - findings.length, demands: demands.slice(0, MAX_DEMANDS) };
}

/** The lists of the first object that has one under "findings", else the first bare list. */
function listsIn(text: string): { findings: Json[]; demands: Json[] } | undefined {
  const values = scanJson(text).found.map(({ value }) => value);
  for (const value of values) {
    if (!isJsonObject(value) || !Array.isArray(value.findings)) continue;
    const { findings, demands } = value;
    return { findings, demands: Array.isArray(demands) ? demands : [] };
  }
  const findings = values.find((value) => Array.isArray(value));
  return findings && { findings, demands: [] };
}

function readDemand(item: Json): Demand | undefined {
  if (!isJsonObject(item)) return undefined;
  const fields = new Fields(item, "", new Report());
  const demand = fields.text(["demand"])?.trim();
  const tasks = fields.texts(["tasks", "task_ids"]);
  return demand && tasks ? { demand: cutText(demand, MAX_DEMAND_CHARS), tasks } : undefined;
}

function readFinding(item: Json, times: Map<string, number>): Finding | undefined {
  if (!isJsonObject(item)) return undefined;
  const fields = new Fields(item, "", new Report());
  const code = asOneOf(fields.find(["code", "type"])?.value ?? null, MODEL_FINDINGS);
  const message = fields.text(["message", "finding"])?.trim();
  const recommendation = fields.text(["recommendation", "suggestion"])?.trim();
  if (!code || !message || !recommendation) return undefined;
  const severity = asOneOf(fields.find(["severity"])?.value ?? null, FINDING_SEVERITIES) ?? "warning";
  const taskId = fields.text(["task_id", "task"]);
  const subject = taskId ? { taskId } : {};
  const text = { message: cutText(message, MAX_CHARS), recommendation: cutText(recommendation, MAX_CHARS) };
  const { key } = createFinding(code, severity, subject, text);
  const count = (times.get(key) ?? 0) + 1;
  times.set(key, count);
  return createFinding(code, severity, subject, text, count === 1 ? undefined : String(count));
}
