"use server";

import { refresh } from "next/cache";
import type { SetRunBudgets } from "@/components/settings/spending/run-budgets-form";
import type { ChangeSpending } from "@/components/settings/spending/spending-form";
import { toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const changeSpending: ChangeSpending = async (input) => {
  const { services, actor, log } = await consoleCall();
  const changed = await toActionResult(log, services.spending.change({ actor, input }));
  refresh();
  return changed.ok ? {} : { problem: changed.problem };
};

export const setRunBudgets: SetRunBudgets = async (input) => {
  const { services, actor, log } = await consoleCall();
  const changed = await toActionResult(log, services.spending.setRunBudgets({ actor, input }));
  refresh();
  return changed.ok ? {} : { problem: changed.problem };
};
