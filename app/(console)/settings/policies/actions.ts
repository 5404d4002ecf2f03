"use server";

import type {
  Explain,
  LoadHistory,
  MutationResult,
  RemovePolicy,
  SavePolicy,
} from "@/components/policies/types";
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

export const policyHistory: LoadHistory = async (policyId) => {
  const { services, actor, log } = await consoleCall();
  const done = outcomeOf(
    await toActionResult(log, services.policies.history({ actor, input: { policyId } })),
  );
  return done.value ? { value: done.value.items } : done;
};

export const explainPolicy: Explain = async (input) => {
  const { services, actor, log } = await consoleCall();
  return outcomeOf(await toActionResult(log, services.policies.explain({ actor, input })));
};

function outcomeOf<T>(done: ActionResult<T>): MutationResult<T> {
  return done.ok ? { value: done.value } : { problem: done.problem };
}
