"use client";

import { byPost, readProblem } from "@/lib/client/mutation";
import type { Json } from "@/lib/core/json";
import type { SendCommand } from "../runs/types";

const postDraftEdit = byPost(
  ({
    runId,
    plan,
    expectedPlanVersion,
    reason,
  }: Extract<Parameters<SendCommand>[0], { type: "edit_plan" }>) => ({
    path: `/api/v1/runs/${encodeURIComponent(runId)}/plan`,
    body: { plan: plan as Json, expectedPlanVersion, reason },
  }),
  ({ ok, body }) => (ok ? {} : { problem: readProblem(body) }),
);

/** The edit of a draft by one who may review it and not operate its run: the one command that they can give. */
export const sendDraftEdit: SendCommand = async (command) => {
  if (command.type !== "edit_plan") throw new Error(`A reviewer cannot send ${command.type}`);
  return postDraftEdit(command, command.key);
};
