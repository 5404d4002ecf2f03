import { z } from "zod";
import { readDrillReviewers, readDrillSetup } from "@/db/queries/drills";
import type { DrillSettings } from "@/lib/core/drills/view";
import { defineVerb } from "../verb";

export const getDrillSettings = defineVerb({
  name: "drills/settings",
  capability: "view",
  description:
    "Whether drills are on, about how many a week come by themselves, and who takes part: `{enabled, perWeek, joined, reviewers}`",
  routes: [{ at: "GET /api/v1/drills/settings" }],
  input: z.strictObject({}),
  async run({ ctx: { db, actor } }): Promise<DrillSettings> {
    const { workspaceId, id } = actor;
    const [setup, people] = await Promise.all([
      readDrillSetup(db, workspaceId),
      readDrillReviewers(db, workspaceId),
    ]);
    return {
      ...setup,
      joined: people.some(({ personId }) => personId === id),
      reviewers: people.map(({ personId, name, joinedAt }) => ({
        id: personId,
        name,
        since: joinedAt.getTime(),
      })),
    };
  },
});
