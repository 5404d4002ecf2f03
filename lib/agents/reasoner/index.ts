import type { JsonObject } from "@/lib/core/json";
import { roleLine } from "@/lib/core/prompt-blocks";
import { type Reasoning, truncateReasoning } from "@/lib/core/reasoning";
import { blocksMessage, DATA_RULE } from "../delimit";
import { objectWith, scoreOf, textsOf } from "../read-answer";
import type { Role } from "../role";
import { closed, orNull } from "../strict-schema";

type ReasonerInput = {
  mission: string;
  constraints?: string;
  /** The task that begins; `input` has its placeholders filled in. */
  task: { id: string; title: string; agent: string; details: string[]; input: string };
  /** Where it stands in its plan: which one it is, of how many, and the titles of those it builds on. */
  place: { number: number; of: number; buildsOn: string[] };
  /** The "Upstream results" text; empty for a task without dependencies. */
  upstream: string;
  /** The names of the tools that its agent has. */
  tools: string[];
};

const SYSTEM = `${roleLine("reasoner")}
A task of a plan begins. You say what is to be expected of it, so that a reviewer can compare it with what it comes to. The agent that does the task does not see your answer, and you do not do the task.

What you have
- "mission" and "constraints": what the plan is for, and what holds for every task.
- "task" and "input": the task. "place": where it stands in the plan. "upstream": what the tasks before it came to.
- "tools": what its agent can call.

How to answer
- "reasoning": why the task is done like this, in one to three sentences.
- "expectedOutcome": what a good result says, in one or two sentences that a result can be held against: the figure, the limit or the finding, where the material names one. Invent no number.
- "alternatives": other ways to do the task, one sentence each; at most three, and none where there is only this one.
- "confidence": how likely the expected outcome is, 0 to 1; null if you cannot tell.

Answer with one JSON object alone: {"reasoning", "expectedOutcome", "alternatives", "confidence"}.

${DATA_RULE}`;

const REASONING: JsonObject = closed({
  reasoning: { type: "string" },
  expectedOutcome: { type: "string" },
  alternatives: { type: "array", items: { type: "string" } },
  confidence: orNull({ type: "number", minimum: 0, maximum: 1 }),
});

/** Says what is expected of a task before its result is known (docs/agents.md, "Reasoning"). */
export const reasoner: Role<ReasonerInput, Reasoning> = {
  name: "reasoner",
  version: "4",
  output: { name: "reasoning", schema: REASONING },
  buildPrompt: ({ mission, constraints, task: { input, ...task }, place, upstream, tools }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["constraints", constraints],
        ["tools", tools],
        ["task", task],
        ["place", place],
        ["input", input],
        ["upstream", upstream],
      ]),
    ],
  }),
  parse(text) {
    const read = objectWith(text, REASONING, "expectedOutcome");
    const expectedOutcome = textsOf(read?.said.expectedOutcome).join(" ");
    if (!read || expectedOutcome === "") {
      return { ok: false, problem: '"expectedOutcome" must be a sentence, in one JSON object.' };
    }
    const { reasoning, alternatives, confidence } = read.said;
    const value = truncateReasoning({
      reasoning: textsOf(reasoning).join(" "),
      expectedOutcome,
      alternatives: textsOf(alternatives),
      confidence: scoreOf(confidence) ?? null,
    });
    return { ok: true, value, ...read.noted };
  },
};
