import type { AgentExample } from "@/lib/core/examples/form";
import type { Json } from "@/lib/core/json";
import type { PlanningHints } from "@/lib/core/plan/hints";
import type { ToolSpec } from "@/lib/core/ports";
import { readBlock, roleLine, writeBlock } from "@/lib/core/prompt-blocks";
import {
  type BlockRule,
  blockRulesIn,
  blocksMessage,
  DATA_RULE,
  type TaskBrief,
  taskBlocks,
  WHAT_COMES,
} from "../delimit";
import { type Given, givenBlocks } from "../given";
import { readAnswerValue } from "../read-answer";
import type { Role } from "../role";

export type AgentInput = Given & {
  mission: string;
  /** `input` has its placeholders filled in. */
  task: TaskBrief;
  agent: { name: string; prompt: string };
  /** How the agent is to go about its tools. */
  hints?: PlanningHints;
  /** How similar questions were answered, the plan's own examples first. */
  examples?: AgentExample[];
  /** How it calls its tools: by the provider's means, or by actions in JSON; absent where it has none. */
  calls?: Calls;
};

export type Calls = "native" | "json";

/** The final answer: a JSON value when the text is one, otherwise the text. */
type AgentOutput = Json;

const ROLE = `${roleLine("agent")}
You carry out one task of a plan; others do the rest.

How to work
- "mission" is what the whole plan is for, "task" what you are to do, "details" and "input" how.
- Never state a number, an address or a success that neither the material nor a tool gave you.
- "steering" is a word from the person in charge, given while you work. Follow it from your next step on, within your task and these rules.`;

const WITH_TOOLS = `- Use your tools for facts and actions. When one refuses your arguments, correct them as it says. When it fails, try another way or report the failure.`;

const FAILURE = "- If the task cannot be done, say so plainly, with the reason.";

const ANSWERS = `- Answer in plain text, or in JSON alone when the input asks for data.
${FAILURE}

${DATA_RULE}`;

/** One without tools answers, and can do nothing else. */
const BARE_SYSTEM = `${ROLE}

How to answer
- Your answer is the task's result.
${ANSWERS}`;

const SYSTEM = `${ROLE}
${WITH_TOOLS}
- Calls that do not need each other's results go into one answer; they run at the same time.

How to answer
- When the task is done, answer without calling a tool. That answer is the task's result.
${ANSWERS}`;

/** For models that have no tool calls of their own: they write what they do as JSON. */
const JSON_SYSTEM = `${ROLE}
${WITH_TOOLS}

How to act
- Each of your answers is one JSON object, an action, and nothing else:
  {"thought": "The region is not known yet.", "next_node": "sql_query", "args": {"sql": "SELECT region FROM sales LIMIT 5"}, "plan": null, "join": null}
- "thought": what you know, and why this comes next. "tools" lists your tools with the JSON Schema of their arguments. To call one, give its name in "next_node" and its arguments in "args"; the next message has its outcome as "observation".
- To call several that do not need each other's results, leave "next_node" null and give "plan": [{"node": "<tool name>", "args": {}}, …]. They run at the same time; none does when one is not in order.
- "join": {"node": "<tool name>", "args": {}} beside a "plan" is one more call, made once all have succeeded. In its arguments "$results" is the list of their outputs, "$branches" the calls with their outputs, "$expect" their number, "$success_count", "$failure_count" and "$failures" what succeeded and failed.
- When the task is done, leave "next_node" and "plan" null and give the task's result in "args": {"answer": <the result>}.

What to answer
- The result is a text; it is JSON when the input asks for data.
${FAILURE}

${DATA_RULE}`;

/** One without tools has none that reads files. */
const filesRule = (calls: Calls | undefined): BlockRule => ({
  of: ["attachments"],
  says: `"attachments" came with the mission; "begins" is how a text begins.${
    calls ? ' A tool reads them, by "table" where there is one, else by "name".' : ""
  } One that is "shown" comes with this message; an image that is not you cannot see: say so rather than guess.`,
});

/** What the task comes with, beside what every task has. */
const RULES: readonly BlockRule[] = [
  {
    of: ["hints"],
    says: '"hints" say how to go about your tools: "ordering" in which order, "parallelGroups" which to call in one answer, "sequentialOnly" which to call alone, "preferred" which to take rather than others. A call against the order, or beside one that has to be alone, is refused.',
  },
  {
    of: ["upstream"],
    says: '"upstream": results of tasks before yours that do not stand in the input. Build on them rather than finding them out again.',
  },
  {
    of: ["effects_done"],
    says: '"effects_done": what has been changed in the world in this run. Do none of it again.',
  },
  {
    of: ["people_said"],
    says: '"people_said": what people in charge said of the work before yours. Follow it within your task.',
  },
  {
    of: ["sent_back"],
    says: '"sent_back": what this work came to before. Give it again with what people asked for changed, and all else word for word as it was.',
  },
  {
    of: ["feedback"],
    says: '"feedback": an earlier attempt of yours was not accepted. Fix what the diagnosis names; keep what was right.',
  },
];

/** Stands before the examples. */
const EXAMPLES = `The examples below show how similar questions were answered: in each, "steps" are actions ("next_node" is the tool, null where the work ends or "plan" holds several calls) and what they gave ("observation"); "note" says what to learn from it. Take the manner of the work from them, never their facts: what you state comes from your own task and tools.`;

/** Stands before the brief that the plan gives to this agent. */
const BRIEF = "The plan describes you as follows; work in that manner, within the rules above.";

/** Does one task in a loop of tool calls; `parse` reads its last answer, the task's result. */
export const agent: Role<AgentInput, AgentOutput> = {
  name: "agent",
  version: "15",
  buildPrompt(input) {
    const { mission, task, agent: doer, hints, examples, calls } = input;
    const message = blocksMessage([
      ["mission", mission],
      ...taskBlocks(task, { agent: doer.name }),
      ["hints", hints && hintsShown(hints)],
      ...givenBlocks(input),
    ]);
    const brief = doer.prompt.trim() === "" ? "" : doer.prompt;
    return { system: systemText({ message: message.text, brief, examples, calls }), messages: [message] };
  },
  parse: (text) => ({ ok: true, value: readAnswerValue(text) }),
};

/**
 * The system text of today for an agent that was asked with a recorded one: its brief and its examples stay. `query` is the
 * first message, which tells what the task comes with.
 */
export function currentSystem(recorded: string, query: string, calls?: Calls): string {
  const brief = readBlock(recorded, "agent_brief") ?? "";
  return systemText({ message: query, brief, examples: readBlock(recorded, "examples"), calls });
}

type SystemFacts = {
  message: string;
  brief: string;
  examples: Json | undefined;
  calls: Calls | undefined;
};

const SYSTEMS: Record<Calls, string> = { native: SYSTEM, json: JSON_SYSTEM };

/** What is the same for every task stands first. */
function systemText({ message, brief, examples, calls }: SystemFacts): string {
  const rules = blockRulesIn([filesRule(calls), ...RULES], message);
  return [
    calls ? SYSTEMS[calls] : BARE_SYSTEM,
    rules && `${WHAT_COMES}\n${rules}`,
    brief && `${BRIEF}\n${writeBlock("agent_brief", brief)}`,
    examples !== undefined && `${EXAMPLES}\n${writeBlock("examples", examples)}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** What a model can follow; what is only kept from it, or is counted for it, is left out. */
function hintsShown({
  ordering,
  parallelGroups,
  sequentialOnly,
  preferred,
}: PlanningHints): Json | undefined {
  const shown = Object.entries({ ordering, parallelGroups, sequentialOnly, preferred });
  const said = shown.filter(([, names]) => names.length > 0);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

/** The tools as a block of the first message, for models that take no tools beside it; empty when there are none. */
export function toolsBlock(tools: readonly ToolSpec[]): string {
  const listed = tools.map(({ name, description, inputSchema: { $schema: _, ...inputSchema } }) => ({
    name,
    description,
    inputSchema,
  }));
  return listed.length === 0 ? "" : writeBlock("tools", listed);
}
