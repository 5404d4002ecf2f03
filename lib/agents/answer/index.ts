import { roleLine } from "@/lib/core/prompt-blocks";
import { blocksMessage, DATA_RULE } from "../delimit";
import type { Role } from "../role";

export type AnswerInput = {
  mission: string;
  results: { id: string; title: string; status: string; preview: string }[];
  /** What the reader of the answer must be told as well, such as why the run ended early. */
  note?: string;
};

export type AnswerOutput = string;

const SYSTEM = `${roleLine("answer")}
The plan has ended. Write the answer that the person who gave the mission will read.

- Open with whether the mission was achieved, in one sentence.
- Then the results that show it, with their numbers exactly as they stand, and anything the reader has to know or do next.
- Tasks that failed, were skipped or were replaced by a later version of the plan are part of the story; leave out what did not matter in the end.
- "note" is something the reader must be told.
- Claim nothing that the results do not show. Plain text or light Markdown, at most 200 words.

${DATA_RULE}`;

/** Writes what the person who gave the mission will read. */
export const answer: Role<AnswerInput, AnswerOutput> = {
  name: "answer",
  version: "2",
  buildPrompt: ({ mission, results, note }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["results", results],
        ["note", note],
      ]),
    ],
  }),
  parse(text) {
    const value = text.trim();
    return value === "" ? { ok: false, problem: "The answer was empty." } : { ok: true, value };
  },
};
