"use server";

import { redirect } from "next/navigation";
import type { StartMission } from "@/components/missions/types";
import { attempt } from "@/lib/http/attempt";
import { consoleCall } from "../call";

export const startMission: StartMission = async ({ mission, plan, key }) => {
  const { services, actor, log } = await consoleCall();
  const input = plan.trim() === "" ? { mission } : { mission, plan };
  const started = await attempt(log, services.runs.create({ actor, input, commandId: `web_${key}` }));
  if (!started.ok) return { problem: started.problem };
  redirect(`/runs/${started.value.runId}`);
};
