import { expect, test } from "vitest";
import { readBlock } from "@/lib/core/prompt-blocks";
import { answerReleaseGate } from "@/lib/core/run/selectors";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { createScriptedRun } from "@/lib/testing/engine/scripted-run";

const AGREE = {
  id: "agree",
  title: "Agree",
  type: "human_review",
  dependsOn: ["draft"],
  maxRetries: 0,
  gate: { prompt: "Fit?" },
};
const TAIL = {
  title: "Tail",
  tasks: [{ id: "draft_v2", title: "Draft", input: "Again", replaces: "draft" }],
};

const openGate = (kind: string) => (state: RunState) =>
  Object.keys(state.openApprovals).some((id) => state.approvals[id]?.kind === kind);

test("an answer that is sent back is written with people's words, beside the one that they were shown", async () => {
  const run = await createScriptedRun([{ id: "draft", title: "Draft", input: "Draft it" }, AGREE], {
    settings: { replanOnFailure: true },
    script: ({ role }) => (role === "replanner" ? JSON.stringify(TAIL) : "done"),
  });
  const { ended } = await run.lease();
  const decide = async (kind: ApprovalState["kind"], verb: string, comment: string) => {
    const state = await run.engine.until(openGate(kind));
    const gate = Object.keys(state.openApprovals).find((id) => state.approvals[id]?.kind === kind);
    const by = { id: "p", name: "Pat", roles: [], mayReview: true };
    const said = { approvalId: gate, verb, comment, by, provenance: "person" };
    await run.engine.person({ type: "decide_approval", ...said } as never);
  };
  await decide("human_review", "reject", "Not like this");
  await decide("answer_release", "request_changes", "Name the date");
  await decide("answer_release", "request_changes", "Shorter");
  expect(answerReleaseGate(await run.engine.until(openGate("answer_release")))?.shown).toMatchObject({
    inline: "All is done.",
  });
  await decide("answer_release", "approve", "good");
  await ended;
  const [first = "", second = ""] = run.prompts("answer");
  expect(readBlock(first, "people_said")).toContain("Name the date");
  expect(readBlock(first, "previous_answer")).toBeUndefined();
  expect(readBlock(second, "people_said")).toContain("Shorter");
  expect(readBlock(second, "previous_answer")).toBe("All is done.");
  expect(run.state().finished?.reason).toBe("answer_complete");
});
