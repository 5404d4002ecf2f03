import { blocksMessage } from "../delimit";
import type { Role } from "../role";
import { SYSTEM } from "./prompt";
import type { AnswerInput, AnswerOutput } from "./types";

/** Writes what the person who gave the mission will read. */
export const answer: Role<AnswerInput, AnswerOutput> = {
  name: "answer",
  version: "1",
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
