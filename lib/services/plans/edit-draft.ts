import { editDraftInput } from "@/lib/core/inputs/run-command";
import { requireRun, submitToRun } from "../submit";
import { defineVerb } from "../verb";
import { editCommand } from "./offer-edit";
import { rethrowWithVersionChanges } from "./version-conflict";

/**
 * Throws `not_found`, `forbidden` (no draft, or not theirs to answer), `not_allowed_now`, `invalid_plan`, and `conflict` when
 * another version is in force than they saw.
 */
export const editDraft = defineVerb({
  name: "plans/editDraft",
  capability: "review",
  description:
    "`{plan, leaveOut?, expectedPlanVersion, reason}`: a reviewer's version of the draft that waits for their approval, which is asked about in its place: `{runId, version}`. It takes the right to review; with the right to operate any plan is edited by the command `edit_plan`",
  routes: [{ at: "POST /api/v1/runs/{id}/plan", id: "runId" }],
  input: editDraftInput,
  async run({ ctx, input }): Promise<{ runId: string; version: number }> {
    const { runId } = input;
    const live = await requireRun(ctx, runId);
    const { state } = await submitToRun(ctx, runId, async () => {
      const { command, rows } = await editCommand(ctx, live, input);
      return { command: { ...command, asReviewer: true as const }, rows };
    }).catch(rethrowWithVersionChanges(ctx, runId));
    return { runId, version: state.planVersion };
  },
});
