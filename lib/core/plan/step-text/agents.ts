import { isBuiltInAgent } from "../agents";
import type { Report } from "../read/report";
import { type Agent, agent as agentSchema } from "../schema";
import { readSection, type StepFields } from "./fields";
import { labelTitle } from "./labels";
import type { AgentBlock, Line } from "./lines";
import { splitStep, writtenText } from "./sections";
import type { TextStep } from "./step";

/** The agents described before the first step, and those that steps name, with the tools that the steps name for them. */
export function agentsOf(
  blocks: readonly AgentBlock[],
  steps: readonly TextStep[],
  report: Report,
): Record<string, Agent> {
  const lines = new Map<string, Line[]>();
  // An agent described twice is one with all its lines.
  for (const block of blocks) {
    const above = lines.get(block.name);
    if (above) for (const line of block.lines) above.push(line);
    else lines.set(block.name, [...block.lines]);
  }
  const agents = new Map([...lines].map(([name, all]) => [name, readAgent({ name, lines: all }, report)]));
  for (const { task, tools } of steps) {
    if (isBuiltInAgent(task.agent)) continue;
    const known = agents.get(task.agent) ?? agentSchema.parse({});
    agents.set(task.agent, { ...known, tools: union(known.tools, tools) });
  }
  return Object.fromEntries(agents);
}

function union(known: readonly string[], named: readonly string[]): string[] {
  return named.length === 0 ? [...known] : [...new Set([...known, ...named])];
}

/** Lines without a label become part of the prompt. */
export function readAgent({ name, lines }: AgentBlock, report: Report): Agent {
  const fields: StepFields = { task: {}, review: {}, gate: {}, agent: {}, tools: [] };
  const left = splitStep(lines, "agent").flatMap((part) => {
    if (!("label" in part)) return part.trimmed;
    if (part.label === "agentPrompt" && writtenText(part) === "") return [];
    const unread = readSection(part, fields);
    if (unread.length > 0)
      report.notUnderstood(
        `agents.${name}.${part.label}`,
        unread.join("\n"),
        `what "${labelTitle(part.label)}:" takes`,
      );
    return [];
  });
  const prompt = [fields.agent.prompt ?? "", ...left].filter((text) => text !== "").join("\n");
  return agentSchema.parse({ ...fields.agent, prompt, tools: fields.tools });
}
