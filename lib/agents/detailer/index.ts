import type { JsonObject } from "@/lib/core/json";
import type { Plan } from "@/lib/core/plan/schema";
import { planLines } from "@/lib/core/plan/write/json";
import type { ToolFacts } from "@/lib/core/ports";
import { roleLine } from "@/lib/core/prompt-blocks";
import { blocksMessage, DATA_RULE } from "../delimit";
import { toolsForPlanning } from "../planned-tools";
import { objectWith } from "../read-answer";
import type { Parsed, Role } from "../role";
import { closed } from "../strict-schema";

type DetailerInput = {
  mission: string;
  constraints?: string;
  /** The whole plan, as it stands. */
  plan: Plan;
  /** The task that is about to start; `input` has its placeholders filled in. */
  task: { id: string; title: string; agent: string; input: string };
  /** The "Upstream results" text; empty for a task without dependencies. */
  upstream: string;
  /** The tools that its agent has. */
  tools: ToolFacts[];
};

/** One line for each detail, in the order in which they are to be heeded. */
type DetailerOutput = { details: string[] };

const MAX_DETAILS = 12;
const MAX_CHARS = 500;
const NO_DETAILS = "There is no JSON object with a list of details in it.";
const EMPTY = "details must be a list of sentences, with at least one in it.";
const TOO_MANY = `There are too many details: give at most ${MAX_DETAILS}.`;
const TOO_LONG = `A detail may have ${MAX_CHARS} characters: say it in one sentence.`;

const DETAILS_ANSWER: JsonObject = closed({
  details: { type: "array", items: { type: "string" } },
});

const SYSTEM = `${roleLine("detailer")}
A plan was written in short: it says of a task what is to be done, and not how. The task is about to start, and you write its details. The agent that carries it out reads them beside the task; nobody else does, and the plan stays as it is.

What you have
- "mission" and "constraints": what the plan is for, and what holds for every task.
- "plan": the whole plan. What other tasks do is not this task's work; what comes after it needs what this one brings.
- "task" and "input": the task. "upstream": what the tasks before it came to; use what they found.
- "tools": what the agent can call. Name a tool where it is the way, and no other.

How to write
- Three to eight details, each one sentence that can be followed and looked at: what to find out or to do, by which tool, in what order where the order matters, and what the result must contain for the tasks that build on it.
- Say where this task ends, if the plan leaves that open.
- Add no work that the task does not ask for, and no number, name or address that the material does not hold.

Answer with one JSON object alone: {"details": ["", ""]}.

${DATA_RULE}`;

/** Writes the details of a task that the plan gave none, right before it starts. */
export const detailer: Role<DetailerInput, DetailerOutput> = {
  name: "detailer",
  version: "6",
  output: { name: "details", schema: DETAILS_ANSWER },
  buildPrompt: ({ mission, constraints, plan, task, upstream, tools }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["constraints", constraints],
        ["plan", planLines(plan)],
        ["tools", toolsForPlanning(tools)],
        ["task", { id: task.id, title: task.title, agent: task.agent }],
        ["input", task.input],
        ["upstream", upstream],
      ]),
    ],
  }),
  parse: readDetails,
};

/** The details of an answer, whatever stands around the object that holds them. */
function readDetails(text: string): Parsed<DetailerOutput> {
  const read = objectWith(text, DETAILS_ANSWER, "details");
  const given = read?.said.details;
  if (!read || given === undefined) return { ok: false, problem: NO_DETAILS };
  const list = Array.isArray(given) ? given : [given];
  const details = list.flatMap((one) => (typeof one === "string" ? one.trim() : [])).filter(Boolean);
  if (details.length === 0) return { ok: false, problem: EMPTY };
  if (details.length > MAX_DETAILS) return { ok: false, problem: TOO_MANY };
  if (details.some((detail) => detail.length > MAX_CHARS)) return { ok: false, problem: TOO_LONG };
  return { ok: true, value: { details }, ...read.noted };
}
