import { expect, it } from "vitest";
import type { ApprovalState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import { renderWhole, wordsOf } from "@/lib/testing/render";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { EarlierQuestion } from "./plan-changes";

const { state, gate } = waitingAtGate();
const shown = (text: string) => storeValue(text).stored;
const BOB = { kind: "person" as const, id: "bob", name: "Bob" };

/** What a gate shows of the one before it, which was decided or superseded like this. */
async function drawn(before: Partial<ApprovalState>, now: Partial<ApprovalState> = {}): Promise<string> {
  const earlier = { ...gate, approvalId: "before", shown: shown("Send it to Ada today."), ...before };
  const asked = { ...state, approvals: { before: earlier, [gate.approvalId]: gate } };
  const again = { ...gate, shown: shown("Send it to everybody today."), ...now };
  const html = await renderWhole(<EarlierQuestion state={asked} gate={again} changes={undefined} />);
  expect(html).not.toContain("data-skeleton");
  return wordsOf(html.replace(/<ins[^>]*>/g, "+").replace(/<del[^>]*>/g, "-"));
}

it("shows what a person wanted, and beside it what came of that, in words", async () => {
  const decided = {
    verb: "request_changes" as const,
    by: BOB,
    at: 1,
    provenance: "person" as const,
    comment: "To all of them.",
  };
  expect(await drawn({ status: "decided", decided })).toMatch(
    /Bob wanted: “To all of them\.” .*1 word added, 1 removed Send it to -\s*Ada\s*\+\s*everybody\s*today\./,
  );
});

it("shows the words that differ where the question was taken away, and nothing of one that was approved", async () => {
  expect(await drawn({ status: "superseded" }, { supersedes: "before" })).toMatch(/-\s*Ada\s*\+\s*everybody/);
  const decided = {
    verb: "approve" as const,
    by: BOB,
    at: 1,
    provenance: "person" as const,
    comment: "Fine.",
  };
  expect(await drawn({ status: "decided", decided })).toBe("");
});
