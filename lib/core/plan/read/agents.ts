import { isJsonObject, type Json, type JsonObject } from "../../json";
import { FLAT_POLICY } from "../../policy/names";
import type { ToolPolicy } from "../../policy/schema";
import type { PlanningHints } from "../hints";
import { type Agent, agent as agentSchema } from "../schema";
import { asPolicy, hintsOf, NO_TOOLS } from "./agent-settings";
import { ALIASES, OWNER } from "./aliases";
import { examplesIn } from "./examples";
import { asFlag, asUsd, Fields, type Found, textsOf, withoutUndefined } from "./fields";
import { readReflection } from "./reflection";
import type { Report } from "./report";
import { GUARDS } from "./task";

const NAME = ["name", "id", "agent"];

/** Agents as a map by name, or as a list of objects with names (docs/plans.md, "Plan JSON"). */
export function readAgents({ path, value }: Found, report: Report): Record<string, Agent> {
  const entries: [string, Agent][] = [];
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const at = `${path}[${index}]`;
      const fields = isJsonObject(item) ? new Fields(item, at, report, OWNER.agent) : undefined;
      // Where it has no name of its own, tasks name it by what it is.
      const name = fields ? (fields.text(NAME) ?? fields.text(["role"])) : item;
      if (typeof name !== "string" || name === "") report.notUnderstood(at, item, "an agent with a name");
      else entries.push([name, fields ? agentOf(fields) : agentSchema.parse({})]);
    }
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value))
      entries.push([name, readAgent(item, `${path}.${name}`, report)]);
  } else report.notUnderstood(path, value, "a map of agents by name");
  return Object.fromEntries(entries);
}

function readAgent(value: Json, path: string, report: Report): Agent {
  if (typeof value === "string") return agentSchema.parse({ prompt: value });
  if (isJsonObject(value)) return agentOf(new Fields(value, path, report, OWNER.agent));
  if (value !== null) report.notUnderstood(path, value, "an agent");
  return agentSchema.parse({});
}

function agentOf(fields: Fields): Agent {
  const note = (words: string) => {
    read.prompt = read.prompt === "" ? words : `${read.prompt}\n${words}`;
  };
  const agent = agentSchema.parse({
    prompt: fields.text(ALIASES.prompt),
    tools: readTools(fields, note),
    model: fields.text(["model"]),
    maxTurns: fields.integer(["max_turns", "max_iters"], 1),
    hopBudget: fields.integer(["hop_budget"], 0),
    deadlineMs: readDeadlineMs(fields),
    tokenBudget: fields.integer(["token_budget"], 1),
    costBudgetUsd: fields.read(["cost_budget_usd"], "an amount in US dollars", asUsd),
    maxParallel: fields.integer(["max_parallel"], 1),
    hints: readHints(fields),
    examples: examplesIn(fields),
    policy: readPolicy(fields),
    reflection: reflectionIn(fields),
  });
  const read = withoutUndefined(agent);
  // Nobody here hands work on, and every step is written down.
  fields.guard(["allow_delegation"], "false, since agents here do not delegate", (value) =>
    asFlag(value) === false ? false : undefined,
  );
  fields.flag(["verbose"]);
  // What it is may be said in a word; a word of its own under any other name may switch something.
  for (const { key, path, value } of fields.all(ALIASES.prompt))
    fields.report.leave({ key, path, value, note, fromWords: 1 });
  fields.finish({ guards: GUARDS, note, fromWords: 2 });
  return read;
}

function readDeadlineMs(fields: Fields): number | undefined {
  const deadlineMs = fields.integer(["deadline_ms"], 1);
  const seconds = fields.integer(["deadline_s", "deadline_seconds"], 1);
  return deadlineMs ?? (seconds === undefined ? undefined : seconds * 1_000);
}

function readHints(fields: Fields): PlanningHints | undefined {
  const found = fields.find(["hints", "planning_hints"]);
  if (!found) return;
  const hints = isJsonObject(found.value)
    ? hintsOf(new Fields(found.value, found.path, fields.report))
    : undefined;
  if (!hints) fields.report.notUnderstood(found.path, found.value, "an object of planning hints");
  return hints;
}

function reflectionIn(fields: Fields): JsonObject | undefined {
  const found = fields.find(["reflection", "answer_reflection", "reflection_config"]);
  return found && readReflection(found.value, found.path, fields.report);
}

/** What was to restrict an agent never disappears: a policy that is not understood leaves it no tools. */
function readPolicy(fields: Fields): ToolPolicy | undefined {
  const found = fields.find(["policy", "tool_policy"]) ?? flatPolicy(fields);
  const policy = found && asPolicy(found.value);
  if (!found || policy) return policy;
  fields.report.notUnderstood(found.path, found.value, "a valid tool policy");
  return NO_TOOLS;
}

/** The same where its lists stand beside the tools. */
function flatPolicy(fields: Fields): Found | undefined {
  const given = FLAT_POLICY.flatMap((name) => fields.find([name]) ?? []);
  const [first] = given;
  return first && { ...first, value: Object.fromEntries(given.map(({ key, value }) => [key, value])) };
}

/** Tools by name; an object with a name stands for that name, and what else it says is accounted for. */
function readTools(fields: Fields, note: (words: string) => void): string[] | undefined {
  const found = fields.find(ALIASES.tools);
  if (!found || !Array.isArray(found.value)) return found && textsOf(found, fields.report);
  const value = found.value.map((tool, index) =>
    isJsonObject(tool)
      ? (nameOfTool(new Fields(tool, `${found.path}[${index}]`, fields.report), note) ?? tool)
      : tool,
  );
  return textsOf({ ...found, value }, fields.report);
}

function nameOfTool(tool: Fields, note: (words: string) => void): string | undefined {
  const name = tool.text(["name"]);
  if (name !== undefined) tool.finish({ guards: GUARDS, note: (words) => note(`${name}: ${words}`) });
  return name;
}
