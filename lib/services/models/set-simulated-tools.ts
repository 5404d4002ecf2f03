import { writeSimulatedTools } from "@/db/queries/settings/workspace-setup";
import { simulatedToolsInput } from "@/lib/core/inputs/models";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";

/** The simulated model always is offered them. */
export const setSimulatedTools = defineVerb({
  name: "models/setSimulatedTools",
  capability: "admin",
  description: "`{enabled}`: whether real models are offered the simulated tools too",
  routes: [{ at: "POST /api/v1/models/simulated-tools" }],
  input: simulatedToolsInput,
  async run({ ctx, input: { enabled } }): Promise<{ enabled: boolean }> {
    await changeSetup(ctx, { action: "simulated_tools_set", details: { enabled } }, (tx) =>
      writeSimulatedTools(tx, ctx.actor.workspaceId, enabled),
    );
    return { enabled };
  },
});
