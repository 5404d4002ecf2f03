import { z } from "zod";
import { readAgentUses } from "@/db/queries/read-agents";
import type { AgentUse } from "@/lib/core/agent-views";
import { defineVerb } from "../verb";

/** Older runs say little of the agents that plans have today. */
export const RECENT_RUNS = 200;
const MAX_AGENTS = 200;

/** The agents of the last 200 runs by name, the last used first, with their tools and what their tasks came to. */
export const listAgents = defineVerb({
  name: "agents/list",
  capability: "view",
  routes: [{ at: "GET /api/v1/agents" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: AgentUse[]; ofRuns: number }> {
    const of = { workspaceId: ctx.actor.workspaceId, recentRuns: RECENT_RUNS, limit: MAX_AGENTS };
    return { items: await readAgentUses(ctx.db, of), ofRuns: RECENT_RUNS };
  },
});
