import { readAgentExample, toolsOfSteps } from "../../examples/agent";
import type { AgentExample } from "../../examples/form";
import type { Json } from "../../json";
import type { Agent } from "../schema";
import type { Fields } from "./fields";
import type { Report } from "./report";

const NAMES = ["few_shot_examples", "examples"] as const;

/** The examples of an agent or of the whole plan (docs/examples.md, "In plans"); one that cannot be used is reported. */
export function examplesIn(fields: Fields): AgentExample[] | undefined {
  const found = fields.find(NAMES);
  if (!found) return;
  const { value, path, report } = { ...found, report: fields.report };
  if (Array.isArray(value)) return value.flatMap((one, index) => exampleAt(one, `${path}[${index}]`, report));
  report.notUnderstood(path, value, "a list of examples");
  return;
}

function exampleAt(value: Json, path: string, report: Report): AgentExample[] {
  const read = readAgentExample(value);
  if (read.ok) return [read.example];
  const [problem] = read.problems;
  const at = problem && problem.path !== "" ? `${path}.${problem.path}` : path;
  report.fail("unread", `${path} cannot be used as an example: ${problem?.message}`, { path: at });
  return [];
}

/**
 * The agents with the examples of their plan behind their own: each goes to those that have all of its tools. One that
 * no agent could follow is reported.
 */
export function withPlanExamples(
  agents: Record<string, Agent>,
  examples: readonly AgentExample[],
  report: Report,
): Record<string, Agent> {
  if (examples.length === 0) return agents;
  const canFollow = ({ tools }: Agent, example: AgentExample): boolean =>
    toolsOfSteps(example).every((tool) => tools.includes(tool));
  for (const example of examples) {
    if (Object.values(agents).some((agent) => canFollow(agent, example))) continue;
    report.unread(NAMES[0], example.query, "is an example that no agent of the plan has the tools for");
  }
  return Object.fromEntries(
    Object.entries(agents).map(([name, agent]) => {
      const given = examples.filter((example) => canFollow(agent, example));
      return [
        name,
        given.length === 0 ? agent : { ...agent, examples: [...(agent.examples ?? []), ...given] },
      ];
    }),
  );
}
