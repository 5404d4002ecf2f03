"use server";

import { refresh } from "next/cache";
import type { MutationResult, RemovePolicy, SavePolicyText } from "@/components/policies/types";
import { type ActionResult, readPageText, toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const savePolicy: SavePolicyText = async (given) => {
  const { services, actor, log } = await consoleCall();
  const saving = readPageText(given).then((input) => services.policies.save({ actor, input }));
  const saved = await toActionResult(log, saving);
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
