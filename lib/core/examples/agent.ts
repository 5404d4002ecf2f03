// Not the index: the reader of plans reads examples too, and the index reaches it.
import { actionOfJson, isJsonAction } from "../trajectory/json-action";
import { type AgentExample, agentExample } from "./form";
import { MAX_EXAMPLE_STEPS } from "./limits";
import { type ExampleProblem, type ReadExample, readWith } from "./problems";

/** Reads an example for agents, as it is. */
export const readAgentExample = (value: unknown): ReadExample<AgentExample> =>
  readWith(agentExample, agentProblems, value);

function agentProblems({ query, steps }: AgentExample): ExampleProblem[] {
  const problems: ExampleProblem[] = [];
  if (query.trim() === "")
    problems.push({
      code: "empty_query",
      path: "query",
      message: "The query is empty: write what was asked.",
    });
  if (steps.length > MAX_EXAMPLE_STEPS) {
    const message = `An example has at most ${MAX_EXAMPLE_STEPS} steps, actions and observations together; this one has ${steps.length}.`;
    problems.push({ code: "too_many_steps", path: "steps", message });
  }
  const answers = steps.map((step, index) => {
    const path = `steps[${index}]`;
    if (!isJsonAction(step)) {
      if (!("observation" in step)) {
        const message = `${path} is neither an action with "next_node" nor an "observation".`;
        problems.push({ code: "unreadable_step", path, message });
      }
      return false;
    }
    const read = actionOfJson(step, index + 1);
    if (!read.ok) problems.push({ code: "unreadable_step", path, message: `${path}: ${read.problem}` });
    return read.ok && read.action.toolCalls.length === 0;
  });
  if (answers.at(-1) !== true) {
    const message =
      'The last step has to be the one that finishes: "next_node" null, with the answer in "args".';
    problems.push({ code: "no_finish_step", path: "steps", message });
  }
  return problems;
}

/** Names of the tools that the steps of an example call; some may stand there twice. */
export function toolsOfSteps({ steps }: Pick<AgentExample, "steps">): string[] {
  return steps.filter(isJsonAction).flatMap((step, index) => {
    const read = actionOfJson(step, index + 1);
    if (!read.ok) return [];
    const { toolCalls, join } = read.action;
    return [...toolCalls, ...(join ? [join] : [])].map(({ tool }) => tool);
  });
}
