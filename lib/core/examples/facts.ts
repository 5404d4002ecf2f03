import { digestOf } from "../bytes";
import { hideSecretsIn } from "../hide-secrets";
import { cleanJson, type Json } from "../json";
import { type Plan, readPlan } from "../plan";
import { toolsOfSteps } from "./agent";
import type { Example, PlannerExample } from "./form";
import type { ExampleKind } from "./words";

const ID_CHARS = 24;

const isPlannerExample = (example: Example): example is PlannerExample => "mission" in example;

export const kindOfExample = (example: Example): ExampleKind =>
  isPlannerExample(example) ? "planner" : "agent";

/** What an example is found by: the question of an agent, or the mission of a plan. */
export const questionOf = (example: Example): string =>
  isPlannerExample(example) ? example.mission : example.query;

/** An example as it is stored: without what looks like a key, a token or a password. */
export const storableExample = <One extends Example>(example: One): One =>
  hideSecretsIn(cleanJson(example as Json)) as One;

/** The id of an example that begins like this: the same wherever it comes from. */
export const exampleIdOf = (example: Example): string =>
  `exm_${digestOf(example as Json).slice(0, ID_CHARS)}`;

/** Names of the tools that an example calls, or gives to agents and programs, each once. */
export function toolsOfExample(example: Example): string[] {
  const names = isPlannerExample(example) ? toolsOfPlan(readPlan(example.plan).plan) : toolsOfSteps(example);
  return [...new Set(names)].sort();
}

function toolsOfPlan(plan: Plan | undefined): string[] {
  if (!plan) return [];
  const ofAgents = Object.values(plan.agents).flatMap(({ tools }) => tools);
  const ofPrograms = plan.tasks.flatMap(({ type, input }) =>
    type === "direct" ? [...String(input).matchAll(/\btool\/([\w.-]+)/g)].map(([, name = ""]) => name) : [],
  );
  return [...ofAgents, ...ofPrograms];
}
