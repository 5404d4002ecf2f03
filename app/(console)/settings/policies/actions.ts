"use server";

import { refresh } from "next/cache";
import type { MutationResult, RemovePolicy, SavePolicy } from "@/components/policies/types";
import { type ActionResult, toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const savePolicy: SavePolicy = async (input) => {
  const { services, actor, log } = await consoleCall();
  const saved = await toActionResult(log, services.policies.save({ actor, input }));
  refresh();
  return outcomeOf(saved);
};

export const removePolicy: RemovePolicy = async (input) => {
  const { services, actor, log } = await consoleCall();
  const removed = await toActionResult(log, services.policies.remove({ actor, input }));
  refresh();
  return outcomeOf(removed);
};

function outcomeOf<T>(done: ActionResult<T>): MutationResult<T> {
  return done.ok ? { value: done.value } : { problem: done.problem };
}
