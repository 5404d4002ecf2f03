"use server";

import { refresh } from "next/cache";
import type { McpActions } from "@/components/settings/mcp/types";
import { readPageText, toActionResult } from "@/lib/http/action-result";
import { consoleCall } from "../../call";

export const addServer: McpActions["add"] = async (given) => {
  const { services, actor, log } = await consoleCall();
  const adding = readPageText(given).then((input) => services.mcp.add({ actor, input }));
  const added = await toActionResult(log, adding);
  return added.ok ? testServer(added.value.name) : { problem: added.problem };
};

export const changeServer: McpActions["change"] = async (given) => {
  const { services, actor, log } = await consoleCall();
  const changing = readPageText(given).then((input) => services.mcp.change({ actor, input }));
  const changed = await toActionResult(log, changing);
  return changed.ok ? testServer(changed.value.name) : { problem: changed.problem };
};

export const removeServer: McpActions["remove"] = async (name) => {
  const { services, actor, log } = await consoleCall();
  const removed = await toActionResult(log, services.mcp.remove({ actor, input: { name } }));
  refresh();
  return removed.ok ? {} : { problem: removed.problem };
};

/** Whether it answers stands on the page, not in the outcome. */
export const testServer: McpActions["test"] = async (name) => {
  const { services, actor, log } = await consoleCall();
  const tested = await toActionResult(log, services.mcp.test({ actor, input: { name } }));
  refresh();
  return tested.ok ? {} : { problem: tested.problem };
};

export const acceptTool: McpActions["acceptTool"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  const accepted = await toActionResult(log, services.mcp.acceptTool({ actor, input }));
  refresh();
  return accepted.ok ? {} : { problem: accepted.problem };
};

export const setTool: McpActions["setTool"] = async (input) => {
  const { services, actor, log } = await consoleCall();
  const set = await toActionResult(log, services.mcp.setTool({ actor, input }));
  refresh();
  return set.ok ? {} : { problem: set.problem };
};
