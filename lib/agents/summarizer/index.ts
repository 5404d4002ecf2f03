import { blocksMessage } from "../delimit";
import type { Role } from "../role";
import { SYSTEM } from "./prompt";
import { readSummary } from "./read-summary";
import { SUMMARY_ANSWER } from "./schema";
import type { SummarizerInput, SummarizerOutput } from "./types";

/** Writes the answer to a mission whose plan was carried out, judges it, and says what is missing. */
export const summarizer: Role<SummarizerInput, SummarizerOutput> = {
  name: "summarizer",
  version: "1",
  output: { name: "summary", schema: SUMMARY_ANSWER },
  buildPrompt: ({ mission, results, errors, evidence, history, note }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["results", results],
        ["errors", errors],
        ["evidence", evidence],
        ["history", history.join("\n")],
        ["note", note],
      ]),
    ],
  }),
  parse: readSummary,
};
