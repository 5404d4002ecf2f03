import { sql } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb";

/** Whether the store answers; strangers may ask, so it says nothing else. A store fault is thrown as it is; transports answer 503. */
export const checkHealth = defineVerb({
  name: "system/health",
  capability: "view",
  input: z.object({}),
  async run({ ctx }): Promise<{ status: "ok" }> {
    await ctx.db.execute(sql`select 1`);
    return { status: "ok" };
  },
});
