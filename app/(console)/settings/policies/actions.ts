"use server";

import type { MutationResult, RemovePolicy, SavePolicy } from "@/components/policies/types";
import { type ActionResult, toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const savePolicy: SavePolicy = async (input) => {
  const { services, actor, log } = await consoleCall();
  return outcomeOf(await toActionResult(log, services.policies.save({ actor, input })));
};

export const removePolicy: RemovePolicy = async (input) => {
  const { services, actor, log } = await consoleCall();
  return outcomeOf(await toActionResult(log, services.policies.remove({ actor, input })));
};

function outcomeOf<T>(done: ActionResult<T>): MutationResult<T> {
  return done.ok ? { value: done.value } : { problem: done.problem };
}
