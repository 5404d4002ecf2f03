"use server";

import type { CommandRun } from "@/components/runs/types";
import { attempt } from "@/lib/http/attempt";
import { consoleCall } from "../../call";

export const commandRun: CommandRun = async ({ key, ...input }) => {
  const { services, actor, log } = await consoleCall();
  const done = await attempt(log, services.runs.command({ actor, input, commandId: `web_${key}` }));
  return done.ok ? { status: done.value.status } : { problem: done.problem };
};
