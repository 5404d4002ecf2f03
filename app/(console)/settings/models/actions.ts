"use server";

import { refresh } from "next/cache";
import type { ModelActions, MutationResult } from "@/components/settings/models/types";
import { type ActionResult, readPageText, toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const saveProvider: ModelActions["saveProvider"] = async (given) => {
  const { services, actor, log } = await consoleCall();
  const saving = readPageText(given).then((input) => services.models.saveProvider({ actor, input }));
  return toOutcome(await toActionResult(log, saving));
};

export const removeProvider: ModelActions["removeProvider"] = async (name) => {
  const { services, actor, log } = await consoleCall();
  return toOutcome(await toActionResult(log, services.models.removeProvider({ actor, input: { name } })));
};

export const saveModel: ModelActions["saveModel"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  return toOutcome(await toActionResult(log, services.models.saveModel({ actor, input })));
};

export const removeModel: ModelActions["removeModel"] = async (id) => {
  const { services, actor, log } = await consoleCall();
  return toOutcome(await toActionResult(log, services.models.removeModel({ actor, input: { id } })));
};

export const setDefaults: ModelActions["setDefaults"] = async (defaults) => {
  const { services, actor, log } = await consoleCall();
  return toOutcome(
    await toActionResult(log, services.models.setRoleDefaults({ actor, input: { defaults } })),
  );
};

export const saveRole: ModelActions["saveRole"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  return toOutcome(await toActionResult(log, services.models.saveRole({ actor, input })));
};

export const setSimulatedTools: ModelActions["setSimulatedTools"] = async (enabled) => {
  const { services, actor, log } = await consoleCall();
  return toOutcome(
    await toActionResult(log, services.models.setSimulatedTools({ actor, input: { enabled } })),
  );
};

export const testModel: ModelActions["test"] = async (id) => {
  const { services, actor, log } = await consoleCall();
  const tested = await toActionResult(log, services.models.test({ actor, input: { id } }));
  return tested.ok ? { test: tested.value } : { problem: tested.problem };
};

/** What changed is on the page before the form closes. */
function toOutcome(done: ActionResult<unknown>): MutationResult {
  if (!done.ok) return { problem: done.problem };
  refresh();
  return {};
}
