"use server";

import type { SendCommand } from "@/components/runs/types";
import { toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const commandRun: SendCommand = async ({ key, ...input }) => {
  const { services, actor, log } = await consoleCall();
  const done = await toActionResult(log, services.runs.command({ actor, input, commandId: `web_${key}` }));
  return done.ok ? { status: done.value.status } : { problem: done.problem };
};
