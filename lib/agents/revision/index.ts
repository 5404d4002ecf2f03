import { roleLine } from "@/lib/core/prompt-blocks";
import type { AnswerCritique } from "@/lib/core/reflection";
import { blocksMessage, DATA_RULE } from "../delimit";
import { type Outcome, outcomeBlocks } from "../outcome";
import type { Role } from "../role";

type RevisionInput = Outcome & {
  mission: string;
  previousAnswer: string;
  critique: AnswerCritique;
};

type RevisionOutput = string;

const SYSTEM = `${roleLine("revision")}
A plan has ended and its answer was written. A critic has found it not good enough yet. Rewrite the answer for the person who gave the mission.

- "previous_answer" is what was written. "critique" says what is missing or wrong in it: fix all of it, and keep what was right.
- Take what is missing from "results", with the numbers exactly as they stand there. "errors" and "evidence" say what failed and what was checked.
- What the results do not hold cannot be added: say plainly that it was not found out. A critic may be mistaken; claim nothing that the results do not show.
- "effects_done": what was changed outside. "people_said": what people in charge said; the answer keeps to it, whatever the critic says. "self_critique": what was found wrong with the way.
- "note" is something the reader must be told.
- Open with whether the mission was achieved, in one sentence. The reader knows neither the earlier answer nor the critique: do not mention them.
- Answer with the new answer alone, whole: plain text or light Markdown, at most 300 words.

${DATA_RULE}`;

/** Rewrites the final answer with what its critic found wrong (docs/agents.md, "Answer reflection"). */
export const revision: Role<RevisionInput, RevisionOutput> = {
  name: "revision",
  version: "6",
  buildPrompt: ({ mission, previousAnswer, critique, ...outcome }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ...outcomeBlocks(outcome),
        ["previous_answer", previousAnswer],
        ["critique", critique],
      ]),
    ],
  }),
  parse(text) {
    const value = text.trim();
    return value === "" ? { ok: false, problem: "The answer was empty." } : { ok: true, value };
  },
};
