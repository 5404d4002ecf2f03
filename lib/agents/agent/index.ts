import type { Json } from "@/lib/core/json";
import type { PlanningHints } from "@/lib/core/plan/hints";
import type { ToolSpec } from "@/lib/core/ports";
import { writeBlock } from "@/lib/core/prompt-blocks";
import { readAnswerValue } from "../answer-value";
import { blocksMessage } from "../delimit";
import { attachmentFacts } from "../facts";
import { feedbackBlocks } from "../feedback";
import type { Role } from "../role";
import { BRIEF, HINTS, JSON_SYSTEM, SYSTEM } from "./prompt";
import type { AgentInput, AgentOutput } from "./types";

/** Does one task in a loop of tool calls; `parse` reads its last answer, the task's result. */
export const agent: Role<AgentInput, AgentOutput> = {
  name: "agent",
  version: "5",
  buildPrompt(input) {
    const {
      mission,
      attachments,
      task,
      agent: { name, prompt },
      upstream,
      feedback,
      effectsDone,
      hints,
    } = input;
    const shown = hints && hintsShown(hints);
    const brief = prompt.trim() === "" ? "" : `${BRIEF}\n${writeBlock("agent_brief", prompt)}`;
    return {
      system: [input.toolCalling === "json" ? JSON_SYSTEM : SYSTEM, shown && HINTS, brief]
        .filter(Boolean)
        .join("\n\n"),
      messages: [
        blocksMessage([
          ["mission", mission],
          ["attachments", attachmentFacts(attachments)],
          ["task", { id: task.id, title: task.title, agent: name }],
          ["details", task.details.join("\n")],
          ["input", task.input],
          ["upstream", upstream],
          ["hints", shown],
          ["effects_done", effectsDone.join("\n")],
          ...feedbackBlocks(feedback),
        ]),
      ],
    };
  },
  parse: (text) => ({ ok: true, value: readAnswerValue(text) }),
};

/** What a model can follow; what is only kept from it, or is counted for it, is left out. */
function hintsShown({
  ordering,
  parallelGroups,
  sequentialOnly,
  preferred,
}: PlanningHints): Json | undefined {
  const shown = Object.entries({ ordering, parallelGroups, sequentialOnly, preferred });
  const said = shown.filter(([, names]) => names.length > 0);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

/** The tools as a block of the first message, for models that take no tools beside it; empty when there are none. */
export function toolsBlock(tools: readonly ToolSpec[]): string {
  const listed = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return listed.length === 0 ? "" : writeBlock("tools", listed);
}
