"use server";

import { redirect } from "next/navigation";
import { createRunInput, type StartMission } from "@/components/missions/mission-draft";

import { toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const startMission: StartMission = async ({ key, ...draft }) => {
  const { services, actor, log } = await consoleCall();
  const call = { actor, input: createRunInput(draft), commandId: `web_${key}` };
  const started = await toActionResult(log, services.runs.create(call));
  if (!started.ok) return { problem: started.problem };
  redirect(`/runs/${started.value.runId}`);
};
