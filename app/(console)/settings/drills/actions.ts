"use server";

import { refresh } from "next/cache";
import type { DrillActions } from "@/components/settings/drills/types";
import { toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const changeDrills: DrillActions["change"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  const changed = await toActionResult(log, services.drills.change({ actor, input }));
  refresh();
  return changed.ok ? {} : { problem: changed.problem };
};

export const joinDrills: DrillActions["join"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  const joined = await toActionResult(log, services.drills.join({ actor, input }));
  refresh();
  return joined.ok ? {} : { problem: joined.problem };
};

export const sendDrill: DrillActions["send"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  const sent = await toActionResult(log, services.drills.send({ actor, input }));
  refresh();
  return sent.ok ? {} : { problem: sent.problem };
};
