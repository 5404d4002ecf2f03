import { isBuiltInAgent } from "./agents";
import { linkReviews } from "./link-reviews";
import { idsByNumber, makeIds } from "./made-ids";
import { UNTITLED } from "./read-json";
import { readStep, type TextStep } from "./read-step";
import type { Report } from "./report";
import { type Agent, agent as agentSchema, type Plan } from "./schema";
import { readHeader, readLine, splitText } from "./text-lines";

/** Does a line of this text open a step? */
export function hasStepHeader(text: string): boolean {
  return text.split(/\r\n|\r|\n/).some((line) => readHeader(readLine(line)) !== undefined);
}

/**
 * Reads Step text that has at least one `Step` header (docs/plans.md, "Step text"). Every line inside the plan ends
 * up in a field or in the details of its step. Numbers that no step here has stay `step_<n>`: in a new tail they
 * mean tasks of the plan before.
 */
export function readPlanText(text: string, report: Report): Plan {
  const { title, preamble, steps: blocks, stepAfterEnd } = splitText(text);
  if (stepAfterEnd) {
    report.warn(
      "ignored_text",
      "text",
      "Steps after the end of the code block are left out: put all in one block.",
    );
  }
  const wanted = blocks.map(({ number }) => ({
    id: undefined,
    base: `step_${number}`,
    path: `Step ${number}`,
  }));
  const ids = makeIds(wanted, report);
  const numbered = idsByNumber(blocks.map(({ number }, index) => ({ id: String(ids[index]), number })));
  const before: string[] = [];
  const allowed = (found: readonly string[]) => (report.allowsReferences(found) ? found : []);
  const references = {
    last: () => before.slice(-1),
    before: () => allowed(before),
    resolve: (number: number) => allowed(numbered.get(number) ?? [`step_${number}`]),
  };
  const all = report.allowsTasks(blocks.length) ? blocks : [];
  const steps = all.map((block, index): TextStep => {
    const step = readStep(block, String(ids[index]), references, report);
    before.push(step.task.id);
    return step;
  });
  const objective = preamble.join("\n").replace(/^objective\s*:\s*/i, "");
  const tasks = steps.map((step) => step.task);
  return {
    title: title || UNTITLED,
    ...(objective === "" ? {} : { objective }),
    agents: agentsOf(steps),
    tasks: linkReviews(tasks, report),
  };
}

/** Step text names agents without describing them: each is declared with the tools that its steps name. */
function agentsOf(steps: readonly TextStep[]): Record<string, Agent> {
  const tools = new Map<string, Set<string>>();
  for (const { task, tools: names } of steps) {
    if (isBuiltInAgent(task.agent)) continue;
    const known = tools.get(task.agent) ?? new Set();
    for (const name of names) known.add(name);
    tools.set(task.agent, known);
  }
  return Object.fromEntries(
    [...tools].map(([name, names]) => [name, agentSchema.parse({ tools: [...names] })]),
  );
}
