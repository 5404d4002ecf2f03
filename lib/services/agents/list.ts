import { z } from "zod";
import { readAgentUses } from "@/db/queries/read-agents";
import type { AgentUse } from "@/lib/core/agent-views";
import { defineVerb } from "../verb";

/** Older runs say little of the agents that plans have today. */
export const RECENT_RUNS = 200;
const MAX_AGENTS = 200;

export const listAgents = defineVerb({
  name: "agents/list",
  capability: "view",
  description:
    "The agents of the last 200 runs by name, the last used first: what plans give them, the tasks that they began and what those came to, the last runs that had one of the name, and the last whose plan describes it (`declaredIn`)",
  routes: [{ at: "GET /api/v1/agents" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: AgentUse[]; ofRuns: number }> {
    const of = { workspaceId: ctx.actor.workspaceId, recentRuns: RECENT_RUNS, limit: MAX_AGENTS };
    return { items: await readAgentUses(ctx.db, of), ofRuns: RECENT_RUNS };
  },
});
