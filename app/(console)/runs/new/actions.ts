"use server";

import type { StartMission } from "@/components/missions/mission-draft";
import { toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const startMission: StartMission = async ({ key, ...input }) => {
  const { services, actor, log } = await consoleCall();
  const started = await toActionResult(log, services.runs.create({ actor, input, commandId: `web_${key}` }));
  return started.ok ? { runId: started.value.runId } : { problem: started.problem };
};
