import { blocksMessage } from "../delimit";
import { toolsForPlanning } from "../facts";
import type { Role } from "../role";
import { SYSTEM } from "./prompt";
import { readDetails } from "./read-details";
import { DETAILS_ANSWER } from "./schema";
import type { DetailerInput, DetailerOutput } from "./types";

/** Writes the details of a task that the plan gave none, right before it starts. */
export const detailer: Role<DetailerInput, DetailerOutput> = {
  name: "detailer",
  version: "1",
  output: { name: "details", schema: DETAILS_ANSWER },
  buildPrompt: ({ mission, constraints, plan, task, upstream, tools }) => ({
    system: SYSTEM,
    messages: [
      blocksMessage([
        ["mission", mission],
        ["constraints", constraints],
        ["plan", JSON.stringify(plan, null, 2)],
        ["tools", toolsForPlanning(tools)],
        ["task", { id: task.id, title: task.title, agent: task.agent }],
        ["input", task.input],
        ["upstream", upstream],
      ]),
    ],
  }),
  parse: readDetails,
};
