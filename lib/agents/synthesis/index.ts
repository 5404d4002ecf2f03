import { readAnswerValue } from "../answer-value";
import { blocksMessage } from "../delimit";
import { feedbackBlocks } from "../feedback";
import type { Role } from "../role";
import { SYSTEM } from "./prompt";
import type { SynthesisInput, SynthesisOutput } from "./types";

/** One turn over the full results of a gate's dependencies; its answer stands for all of them. */
export const synthesis: Role<SynthesisInput, SynthesisOutput> = {
  name: "synthesis",
  version: "2",
  buildPrompt({ mission, task, results, feedback }) {
    const sorted = [...results].sort((a, b) => (a.id < b.id ? -1 : 1));
    return {
      system: SYSTEM,
      messages: [
        blocksMessage([
          ["mission", mission],
          ["task", { id: task.id, title: task.title }],
          ["details", task.details.join("\n")],
          ["input", task.input],
          ["results", sorted],
          ...feedbackBlocks(feedback),
        ]),
      ],
    };
  },
  parse: (text) => ({ ok: true, value: readAnswerValue(text) }),
};
