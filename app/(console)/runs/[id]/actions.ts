"use server";

import type { CommandRun } from "@/components/runs/types";
import { keyedCall, toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const commandRun: CommandRun = async (given) => {
  const { services, actor, log } = await consoleCall();
  const commanding = keyedCall(given).then((call) => services.runs.command({ actor, ...call }));
  const done = await toActionResult(log, commanding);
  return done.ok ? { status: done.value.status } : { problem: done.problem };
};
