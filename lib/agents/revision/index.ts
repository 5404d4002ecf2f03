import { blocksMessage } from "../delimit";
import type { Role } from "../role";
import { SYSTEM } from "./prompt";
import type { RevisionInput, RevisionOutput } from "./types";

/** Writes the final answer anew, with what its critic found wrong (docs/agents.md, "Answer reflection"). */
export const revision: Role<RevisionInput, RevisionOutput> = {
  name: "revision",
  version: "1",
  buildPrompt: ({ mission, results, errors, evidence, note, previousAnswer, critique }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["results", results],
        ["errors", errors],
        ["evidence", evidence],
        ["note", note],
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
