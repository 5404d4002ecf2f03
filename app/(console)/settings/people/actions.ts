"use server";

import { refresh } from "next/cache";
import type { KeyActions } from "@/components/settings/people/types";
import { toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const createKey: KeyActions["create"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  const created = await toActionResult(log, services.keys.create({ actor, input }));
  refresh();
  return created.ok ? { secret: created.value.secret } : { problem: created.problem };
};

export const revokeKey: KeyActions["revoke"] = async (keyId) => {
  const { services, actor, log } = await consoleCall();
  const revoked = await toActionResult(log, services.keys.revoke({ actor, input: { keyId } }));
  refresh();
  return revoked.ok ? {} : { problem: revoked.problem };
};
