import { z } from "zod";

const names = z.array(z.string()).default([]);

/** How an agent is to go about its tools (docs/agents.md, "Planning hints"). */
export const planningHints = z.object({
  /** A tool of the list may be called when all before it have succeeded. */
  ordering: names,
  /** Tools that had better be called in one turn. */
  parallelGroups: z.array(z.array(z.string())).default([]),
  /** Tools that may not be called beside others in one turn. */
  sequentialOnly: names,
  /** Tools that the agent does not get, although it has them. */
  disallowed: names,
  /** Tools to be taken rather than others. */
  preferred: names,
  /** Most calls of one turn that run at the same moment. */
  maxParallel: z.int().min(1).optional(),
});
export type PlanningHints = z.infer<typeof planningHints>;
