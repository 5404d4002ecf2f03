import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { readPlan, type Task } from "@/lib/core/plan";
import { asFlag } from "@/lib/core/plan/read/fields";
import { roleLine } from "@/lib/core/prompt-blocks";
import { MAX_ITEMS, type RefinementItems } from "@/lib/core/refinement/items";
import { blocksMessage, DATA_RULE } from "../delimit";
import { issueLines, type ObligationFacts } from "../facts";
import { readAnswerValue, textsOf } from "../read-answer";
import type { Parsed, Role } from "../role";

export type RefinerInput = {
  mission: string;
  /** The day on which the run was created, as `2026-09-23`. */
  date?: string;
  constraints?: string;
  /** What the tasks came to that have just ended. */
  results: { id: string; title: string; status: string; value: Json; reason?: string }[];
  /** What was done before. */
  completed: { id: string; title: string; preview: string }[];
  /** Every task that has not ended, whole; `fixed` where it cannot be touched. */
  remaining: JsonObject[];
  /** The agents of the plan, by name. */
  agents: JsonObject;
  obligations?: ObligationFacts[];
  /** What people said in this run, a line each. */
  peopleSaid?: string[];
};

export type RefinerOutput = { needed: boolean; items: RefinementItems; summary: string };

const SYSTEM = `${roleLine("refiner")}
A plan is being carried out. Some of its tasks have just ended, and you see what they came to. You say whether the tasks that have not started still fit, now that this is known. You do not judge the results, and you do not plan afresh: reviews and replans do that.

What you have
- "results": what the tasks came to that have just ended. "completed": what was done before, in short.
- "remaining": every task that has not ended, as it stands. Those with "fixed" stay exactly as they are.
- "agents": who can do work, with the names of their tools.
- "obligations": what people have to agree to. "people_said": what people in charge said; it holds.
- "constraints" hold for every task. "date" is the day on which the run began.

When to change something
- A result names what a later task has to know (a name, a version, a limit, a place), and its input says otherwise or nothing: "modify" that task, with its whole new input.
- A result makes something necessary that nobody does: "add" one task for it, and have those that need it name {{results.<its id>}} in their input by "modify".
- A result makes a task pointless because its work is done already or its reason is gone: "skip" it. Never skip a check, and nothing that another task builds on.
- Otherwise change nothing. Mostly nothing has to be changed; a better wording is no reason.

What you may change
- "modify": [{"taskId", "input" and/or "title" and/or "details", "reason"}]: what you leave out stays. Checks, agents, tools and order stay as they are.
- "add": [{"task": {"id", "title", "input", "agent"}, "after": ["<id>"], "reason"}]: an id that occurs nowhere above; an agent of "agents", or "default", which has no tools. Gates and reviews cannot be added. {{results.<id>}} places the result of a task that it comes after.
- "skip": [{"taskId", "reason"}].
- Each reason in one sentence, by the result that it rests on. At most ${MAX_ITEMS} of each.

Answer with one JSON object alone: {"needed": true or false, "modify": [], "add": [], "skip": [], "summary": "<one sentence>"}.

${DATA_RULE}`;

/** Says how the rest of a plan has to change now that tasks have ended (docs/agents.md, "Refinement"). */
export const refiner: Role<RefinerInput, RefinerOutput> = {
  name: "refiner",
  version: "5",
  buildPrompt: (input) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", input.mission],
        ["date", input.date],
        ["constraints", input.constraints],
        ["completed", input.completed],
        ["agents", input.agents],
        ["remaining", input.remaining],
        ["obligations", input.obligations?.map((one) => ({ ...one }))],
        ["people_said", input.peopleSaid?.join("\n")],
        ["results", input.results],
      ]),
    ],
  }),
  parse(text) {
    const said = readAnswerValue(text);
    const needed = isJsonObject(said) ? asFlag(said.needed ?? null) : undefined;
    if (!isJsonObject(said) || needed === undefined)
      return { ok: false, problem: 'There must be one JSON object with "needed": true or false.' };
    const summary = textsOf(said.summary).join(" ");
    if (!needed) return { ok: true, value: { needed, items: { modify: [], add: [], skip: [] }, summary } };
    const add = readAdditions(listOf(said.add));
    if (!add.ok) return add;
    const skip = listOf(said.skip).flatMap((one) => named(one) ?? []);
    return {
      ok: true,
      value: {
        needed,
        items: { modify: listOf(said.modify).flatMap(readChange), add: add.value, skip },
        summary,
      },
    };
  },
};

const listOf = (value: Json | undefined): JsonObject[] =>
  [value ?? []].flat().filter(isJsonObject).slice(0, MAX_ITEMS);

/** Whom an item is about, and why; undefined where it says no id. */
function named({ taskId, id, reason }: JsonObject): { taskId: string; reason: string } | undefined {
  const about = taskId ?? id;
  return typeof about === "string" ? { taskId: about, reason: textsOf(reason).join(" ") } : undefined;
}

function readChange(one: JsonObject): RefinementItems["modify"] {
  const about = named(one);
  if (!about) return [];
  const { input, title, details } = one;
  return [
    {
      ...about,
      ...(input !== undefined && input !== null && { input }),
      ...(typeof title === "string" && title.trim() !== "" && { title: title.trim() }),
      ...(details !== undefined && details !== null && { details: textsOf(details) }),
    },
  ];
}

/** New tasks are read as those of any plan. What one comes after may stand beside or in it. */
function readAdditions(items: readonly JsonObject[]): Parsed<RefinementItems["add"]> {
  if (items.length === 0) return { ok: true, value: [] };
  const written = items.map(({ task, after: _after, reason: _reason, ...flat }) =>
    isJsonObject(task) ? task : flat,
  );
  const { plan, errors } = readPlan({ title: "Additions", tasks: written });
  if (!plan || plan.tasks.length !== items.length)
    return {
      ok: false,
      problem: `The tasks in "add" cannot be read.\n${issueLines(errors)}`,
      issues: errors,
    };
  const add = plan.tasks.map((task: Task, at) => {
    const { after, reason } = items[at] as JsonObject;
    return { task, after: textsOf(after), reason: textsOf(reason).join(" ") };
  });
  return { ok: true, value: add };
}
