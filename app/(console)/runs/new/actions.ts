"use server";

import type { StartMission } from "@/components/missions/mission-draft";
import { keyedCall, toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const startMission: StartMission = async (given) => {
  const { services, actor, log } = await consoleCall();
  const creating = keyedCall(given).then((call) => services.runs.create({ actor, ...call }));
  const started = await toActionResult(log, creating);
  return started.ok ? { runId: started.value.runId } : { problem: started.problem };
};
