import type { Json } from "@/lib/core/json";
import { roleLine } from "@/lib/core/prompt-blocks";
import { blocksMessage, DATA_RULE, type TaskBrief, taskBlocks } from "../delimit";
import { type Feedback, feedbackBlocks } from "../facts";
import { readAnswerValue } from "../read-answer";
import type { Role } from "../role";

type SynthesisInput = {
  mission: string;
  task: TaskBrief;
  /** The full results of the gate's dependencies; null with a reason for one that was skipped. */
  results: { id: string; title: string; value: Json; reason?: string }[];
  /** Why the previous attempt was not accepted. */
  feedback?: Feedback;
};

/** The compressed value: JSON when the answer is JSON, otherwise text. */
type SynthesisOutput = Json;

/** Results that are shorter than this together are no burden to the tasks after the gate. */
const SHORT_CHARS = 4_000;

const SYSTEM = `${roleLine("synthesis")}
You are the gate between many results and the tasks that build on them. Those tasks will see your answer only.

- "results" holds every result in full. Bring them down to what the rest of the mission needs: conclusions, numbers, names, addresses, open questions.
- Keep numbers and identifiers exactly. Where results contradict each other, say so and name both.
- A result that is null was not obtained; say what is missing, and do not fill the gap.
- "details" and "input" say what this gate is to bring out.
- "feedback" means that an earlier answer of yours was not accepted. Fix what "diagnosis" names.
- "resultChars" in "task" says how long the results are together. Below ${SHORT_CHARS} shorten nothing: put them together with every fact, name and number that they hold. Otherwise aim for a tenth of the length you were given.
- Answer in plain text, or in JSON alone when the input asks for data. An empty answer stops the plan.

${DATA_RULE}`;

/** One turn over the full results of a gate's dependencies; its answer stands for all of them. */
export const synthesis: Role<SynthesisInput, SynthesisOutput> = {
  name: "synthesis",
  version: "8",
  buildPrompt({ mission, task, results, feedback }) {
    const sorted = [...results].sort((a, b) => (a.id < b.id ? -1 : 1));
    return {
      system: SYSTEM,
      messages: [
        blocksMessage([
          ["mission", mission],
          ...taskBlocks(task, { resultChars: charsOf(results) }),
          ["results", sorted],
          ...feedbackBlocks(feedback),
        ]),
      ],
    };
  },
  parse: (text) => ({ ok: true, value: readAnswerValue(text) }),
};

function charsOf(results: SynthesisInput["results"]): number {
  return results.reduce(
    (sum, { value }) => sum + (typeof value === "string" ? value : JSON.stringify(value)).length,
    0,
  );
}
