import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { placeholdersOf, renamePlaceholders } from "@/lib/core/plan/interpolate";
import type { AgentDraft, PlanDraft, ReviewDraft, TailDraft, TaskDraft } from "../drafts";
import { expressionIn } from "../guess-call";
import { quote, shorten, withoutPlaceholders } from "../text";

/** Plans for missions that no scenario knows. */

const WORKER = "worker";
const brief = "You work carefully, state what you found, and say what you could not find out.";

/** Two or three things at once, brought together, looked at, then carried out: five tasks or six. */
export function templatePlan(
  mission: string,
  constraints: string,
  tools: string[],
  files: JsonObject[] = [],
): PlanDraft {
  const limits = constraints === "" ? [] : [withoutPlaceholders(`Constraint: ${shorten(constraints, 300)}`)];
  const parallel = [...lookingInto(files, mission, tools), ...partsOf(mission, tools)].map(
    ({ id, title, input }): TaskDraft => ({
      id,
      title: shorten(title, 80),
      agent: WORKER,
      input: withoutPlaceholders(input),
      details: limits,
    }),
  );
  const ids = parallel.map((task) => task.id);
  return {
    title: shorten(mission, 80) || "Untitled mission",
    agents: { [WORKER]: { prompt: brief, tools } },
    tasks: [
      ...parallel,
      {
        id: "combine",
        title: "Bring the results together",
        type: "synthesis_gate",
        input: "What the results say together, and what is still open.",
        dependsOn: ids,
      },
      {
        id: "check_progress",
        title: "Review before the work is finished",
        type: "planning_review",
        dependsOn: ["combine"],
        review: reviewOf(["combine"]),
      },
      {
        id: "finish",
        title: "Finish and write up the outcome",
        agent: WORKER,
        input: "Do what is left of the mission and describe the outcome, from: {{results.combine}}",
        details: limits,
        dependsOn: ["check_progress"],
      },
    ],
  };
}

/** What a replanner knows of the plan that it continues, as its prompt tells it. */
export type OpenPlan = { remaining: JsonObject[]; agents: JsonObject; completed: string[]; tools: string[] };

/**
 * A new tail: first what stopped the plan or what a person asked for, then the open tasks of the old one as they were:
 * their inputs, checks, reviews and gates, in their order, with what failed replaced by the first task.
 */
export function templateTail(
  mission: string,
  reason: string,
  { remaining, agents, completed, tools }: OpenPlan,
  asked = false,
): TailDraft {
  const cause = withoutPlaceholders(quote(reason || "The plan could not go on as it was", 300));
  const first: TaskDraft = asked
    ? { id: "as_asked", title: shorten(reason, 80), agent: WORKER, input: `Do what was asked: ${cause}` }
    : {
        id: "resolve",
        title: "Resolve what stopped the plan",
        agent: WORKER,
        input: `Find a way round this, and say what has changed: ${cause}`,
      };
  const kept = carriedOver(remaining, completed, first.id);
  return { ...tailHead(mission, agents, tools), tasks: [first, ...kept] };
}

/** A new tail of the open tasks alone, for people's comments to be worked into. */
export function openTail(mission: string, { remaining, agents, completed, tools }: OpenPlan): TailDraft {
  return { ...tailHead(mission, agents, tools), tasks: carriedOver(remaining, completed) };
}

/** Whether an open task waits for one that ended without a result, whose place a new one has to take. */
export function lacksResults({ remaining, completed }: OpenPlan): boolean {
  const there = new Set([...remaining.map(({ id }) => String(id)), ...completed]);
  return remaining.some(({ dependsOn }) => textsIn(dependsOn).some((id) => !there.has(id)));
}

const tailHead = (mission: string, agents: JsonObject, tools: string[]) => ({
  title: shorten(`Another way to: ${mission}`, 80),
  agents: {
    ...Object.fromEntries(Object.entries(agents).map(agentDraft)),
    [WORKER]: { prompt: brief, tools },
  },
});

/** The open tasks under new ids, after the first new one if there is one. */
function carriedOver(remaining: JsonObject[], completed: string[], firstId?: string): JsonObject[] {
  const renamed = new Map(remaining.map(({ id }, n) => [String(id), `open_${n + 1}`]));
  const done = new Set(completed);
  const after = firstId === undefined ? [] : [firstId];
  const found = (id: string): string[] => [renamed.get(id) ?? (done.has(id) ? id : after)].flat();
  const meant = (id: string): string => found(id)[0] ?? id;
  return remaining.map((task): JsonObject => {
    const { id, status: _status, dependsOn, input = "", review, ...rest } = task;
    const needed = [...new Set(textsIn(dependsOn).flatMap(found))];
    const waits = needed.some((one) => !done.has(one));
    const named = placeholdersOf(input, new Set()).map((one) => one.id);
    const targets = new Map(named.map((one) => [one, meant(one)]));
    return {
      ...rest,
      id: meant(String(id)),
      replaces: String(id),
      input: renamePlaceholders(input, new Set(named), targets),
      dependsOn: waits ? needed : [...needed, ...after],
      ...(isJsonObject(review) && {
        review: { ...review, previousTasks: [...new Set(textsIn(review.previousTasks).flatMap(found))] },
      }),
    };
  });
}

const textsIn = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

const agentDraft = ([name, one]: [string, Json]): [string, AgentDraft] => {
  const { prompt = "", tools, ...rest } = isJsonObject(one) ? one : {};
  return [name, { ...rest, prompt: String(prompt), tools: textsIn(tools) }];
};

type Part = { id: string; title: string; input: string };

const MAX_TABLES = 2;

const FACTS: Part = {
  id: "gather_facts",
  title: "Gather what is known",
  input: "What is known that bears on the mission?",
};
const RISKS: Part = {
  id: "weigh_risks",
  title: "Weigh what could go wrong",
  input: "What could go wrong, and how would it be noticed?",
};

/** A look at the first tables, and a search of the texts: calls that an agent makes as they stand. */
function lookingInto(files: JsonObject[], mission: string, tools: string[]): Part[] {
  const tables = files.filter(({ table }) => typeof table === "string");
  const looks = tables.slice(0, MAX_TABLES).map(({ name, table }, n) => ({
    id: `look_into_${n + 1}`,
    title: `Look into ${String(name)}`,
    ...callOf("sql_query", { sql: `summarize ${String(table)}` }),
  }));
  const search = {
    id: "search_files",
    title: "Search the attached texts",
    ...callOf("text_search", { query: shorten(mission, 200) }),
  };
  const searched = tables.length < files.length ? [search] : [];
  return [...looks, ...searched].filter(({ tool }) => tools.includes(tool));
}

const callOf = (tool: string, args: JsonObject) => ({ tool, input: JSON.stringify({ tool, args }) });

/** The parts that the mission names itself, or else the two questions that every mission raises. */
function partsOf(mission: string, tools: string[]): Part[] {
  const named = namedParts(mission.slice(0, 2_000));
  if (named.length === 2 || named.length === 3) {
    return named.map((part, n) => ({ id: `part_${n + 1}`, title: capital(part), input: part }));
  }
  const expression = tools.includes("calculator") ? expressionIn(mission) : undefined;
  if (expression === undefined) return [FACTS, RISKS];
  const sum = `Calculate ${expression}`;
  return [{ id: "calculate", title: sum, input: sum }, FACTS];
}

// Verbs with which people begin a further part of a mission.
const VERBS =
  "add analyze analyze build check compare create deploy describe design draft draw estimate explain find fix " +
  "investigate list measure plan prepare propose publish recommend report review send suggest summarise summarize " +
  "test translate update write";
const BETWEEN = new RegExp(
  `[;\\n]|, then | and then |(?:,| and|, and) (?=(?:${VERBS.replaceAll(" ", "|")})\\b)`,
  "i",
);

function namedParts(mission: string): string[] {
  return mission
    .split(BETWEEN)
    .map((part) => part.replace(/^[\s\-*\d.)]+|[\s.!?]+$/g, ""))
    .filter((part) => part.split(/\s+/).length >= 2);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function reviewOf(previousTasks: string[]): ReviewDraft {
  return {
    focus: "Is there enough to finish the mission?",
    previousTasks,
    decisionPoints: ["Did the work so far bring results?", "Is every task so far done?"],
    potentialOutcomes: [
      { decision: "CONTINUE", when: "the results are enough to finish with" },
      { decision: "REPLAN", when: "something essential is missing" },
      { decision: "ABORT", when: "the mission cannot be achieved" },
    ],
  };
}
