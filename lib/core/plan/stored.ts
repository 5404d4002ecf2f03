import { z } from "zod";
import { agentExample } from "../examples/form";
import { recordOf } from "../json-schemas";
import { agent, plan, task } from "./schema";

/** A text over the inline limit, kept in a blob. */
export const textRef = z.object({ $ref: z.string(), bytes: z.int(), preview: z.string() });
const longText = z.union([z.string(), textRef]);
export type LongText = z.infer<typeof longText>;

/**
 * A task as plan versions carry it in events: long texts by reference, and the facts that scheduling needs.
 * `input` over the limit is a textRef too. `uses` = ids of tasks its placeholders name. `workDigest` = hash of
 * everything of its own that determines its work; `lineage` = the id it descends from (docs/plans.md); `policyDigest` = hash
 * of the policy of its agent.
 */
const storedTask = task.extend({
  details: z.array(longText).default([]),
  verification: longText.optional(),
  uses: z.array(z.string()),
  workDigest: z.string(),
  lineage: z.string(),
  policyDigest: z.string().optional(),
});

const storedAgent = agent.extend({
  prompt: longText,
  examples: z.union([z.array(agentExample), textRef]).optional(),
});

export const storedPlan = plan.extend({
  agents: recordOf(storedAgent).default({}),
  tasks: z.array(storedTask),
});

/** What a plan version changes against its parent; against nothing for the first. `order` lists every task id. */
export const planPatch = z.object({
  title: z.string(),
  objective: z.string().optional(),
  agents: recordOf(storedAgent),
  tasks: z.array(storedTask),
  removed: z.array(z.string()),
  order: z.array(z.string()),
});

export type StoredTask = z.infer<typeof storedTask>;
export type StoredAgent = z.infer<typeof storedAgent>;
export type StoredPlan = z.infer<typeof storedPlan>;
export type PlanPatch = z.infer<typeof planPatch>;
