import { writeBlock } from "@/lib/core/prompt-blocks";
import { readAnswerValue } from "../answer-value";
import { blocksMessage } from "../delimit";
import { feedbackBlocks } from "../feedback";
import type { Role } from "../role";
import { BRIEF, SYSTEM } from "./prompt";
import type { AgentInput, AgentOutput } from "./types";

/** Does one task in a loop of tool calls; `parse` reads its last answer, the task's result. */
export const agent: Role<AgentInput, AgentOutput> = {
  name: "agent",
  version: "2",
  buildPrompt({ mission, task, agent: { name, prompt }, upstream, feedback, effectsDone }) {
    const brief = prompt.trim() === "" ? "" : `\n\n${BRIEF}\n${writeBlock("agent_brief", prompt)}`;
    return {
      system: SYSTEM + brief,
      messages: [
        blocksMessage([
          ["mission", mission],
          ["task", { id: task.id, title: task.title, agent: name }],
          ["details", task.details.join("\n")],
          ["input", task.input],
          ["upstream", upstream],
          ["effects_done", effectsDone.join("\n")],
          ...feedbackBlocks(feedback),
        ]),
      ],
    };
  },
  parse: (text) => ({ ok: true, value: readAnswerValue(text) }),
};
