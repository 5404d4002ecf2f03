"use server";

import { refresh } from "next/cache";
import type { RetentionActions } from "@/components/settings/retention/types";
import { toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const changeRetention: RetentionActions["change"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  const changed = await toActionResult(log, services.retention.change({ actor, input }));
  refresh();
  return changed.ok ? {} : { problem: changed.problem };
};

export const purgeAudit: RetentionActions["purgeAudit"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  const purged = await toActionResult(log, services.retention.purgeAudit({ actor, input }));
  refresh();
  return purged.ok ? purged.value : { problem: purged.problem };
};
