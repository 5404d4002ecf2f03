import { z } from "zod";
import { jsonObject } from "../json-schemas";
import { EXAMPLE_OUTCOMES } from "./words";

const note = z.string().nullable().optional();

/**
 * How an agent went about a question (docs/examples.md, "For agents"): actions `{thought, next_node, args}` and what
 * came of them, `{observation}`, as they are written; the last action has `next_node: null` and holds the answer.
 */
export const agentExample = z.strictObject({
  query: z.string(),
  steps: z.array(jsonObject),
  outcome: z.enum(EXAMPLE_OUTCOMES),
  note,
});

/** What plan a mission led to; the plan in any form in which plans are read. */
export const plannerExample = z.strictObject({
  mission: z.string(),
  plan: z.union([z.string(), jsonObject]),
  note,
});

export type AgentExample = z.infer<typeof agentExample>;
export type PlannerExample = z.infer<typeof plannerExample>;
export type Example = AgentExample | PlannerExample;
