import { roleLine } from "@/lib/core/prompt-blocks";
import { DATA_RULE, promptOf } from "../delimit";
import { ANSWER_RULES, type Outcome, outcomeBlocks, SENT_BACK_RULE, type SentBack } from "../outcome";
import type { Role } from "../role";

type AnswerInput = Outcome & SentBack & { mission: string };

type AnswerOutput = string;

const SYSTEM = `${roleLine("answer")}
The plan has ended. Write the answer that the person who gave the mission will read.

- Open with whether the mission was achieved, in one sentence, as a paragraph of its own.
- Then what the mission asks for, in the form and length that it asks for; where it asks for none, the results that show the outcome in at most 200 words, with their numbers exactly as they stand, and anything the reader has to know or do next.
- Where the mission asks for a document, a text or data that a task's result is already, hand it over whole and unchanged: write {{results.<task id>}} or {{results.<task id>.<key>}} on a line of its own, and the result stands in its place. What the reader must know of it stands before or behind it.
- A result with "standing" was sent back or changed by people: it is no part of the answer. Only who is named in "answered" agreed.
- Tasks that failed or were skipped are part of the story where the reader misses something by it; leave out what did not matter in the end.
- Claim nothing that the results do not show. Plain text or light Markdown.

${DATA_RULE}`;

/** Writes what the person who gave the mission will read. */
export const answer: Role<AnswerInput, AnswerOutput> = {
  name: "answer",
  version: "11",
  buildPrompt: ({ mission, previousAnswer, ...outcome }) =>
    promptOf(
      SYSTEM,
      [...ANSWER_RULES, SENT_BACK_RULE],
      [["mission", mission], ...outcomeBlocks(outcome), ["previous_answer", previousAnswer]],
    ),
  parse(text) {
    const value = text.trim();
    return value === "" ? { ok: false, problem: "The answer was empty." } : { ok: true, value };
  },
};
