import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { answer, gateOf, settings } from "@/lib/testing/runs/settled-run";
import { releasedText } from "../../describe/gates/released-text";
import { storePlan } from "../../plan/store";
import type { ApprovalState } from "../state";
import { actsAt } from "./acts";
import { callDigest } from "./equal-calls";

const TOOLS = [
  { name: "mail", sideEffects: "external" },
  { name: "post", sideEffects: "external" },
] as const;
const SEND: TaskDraft = {
  id: "send",
  title: "Send it",
  type: "direct",
  input: '(tool/mail {:to "all"})',
  maxRetries: 0,
};
const POST: TaskDraft = { id: "post", title: "Post it", type: "direct", input: '(tool/post {:to "all"})' };

/** A plan that people approved, of which this task has acted and failed; people are asked about the next. */
function askedAbout(...next: TaskDraft[]) {
  const world = new RunWorld({ settings: { ...settings, planApproval: true }, tools: TOOLS, by: ANNA });
  world.plan = planOf(SEND);
  world.start();
  const plan = offer(world.plan, undefined, TOOLS);
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan });
  answer(world, "approve");
  world.start();
  const call = { step: 1, callId: "c", tool: "mail" };
  world.send({
    type: "tool_started",
    ...world.keyOf("send"),
    ...call,
    sideEffects: "external",
    ruledAt: world.state.seq,
    call: callDigest("mail", { to: "all" }),
  });
  world.send({ type: "tool_finished", ...world.keyOf("send"), ...call, ok: true, latencyMs: 1 });
  world.fail("send", "it broke");
  world.replan(offer(planOf(SEND, ...next), storePlan(planOf(SEND)).plan, TOOLS));
  const gate = gateOf(world) as ApprovalState;
  expect(gate.kind).toBe("plan_change");
  return actsAt(world.state, gate).map((act) => releasedText(act, String).split("\n"));
}

const DONE = "  already done outside by “Send it”, send: mail";

describe("a question about work that acts", () => {
  it.each<[string, TaskDraft]>([
    ["that descends from it", { ...SEND, id: "send_v2", replaces: "send", input: '(tool/mail {:to "us"})' }],
    [
      "that says to be other work",
      { ...SEND, id: "tell", title: "Tell them", input: '(tool/mail {:to "us"})' },
    ],
    ["by another tool", { ...POST, id: "send_v2", replaces: "send" }],
  ])("says what was done outside already by work in its place: %s", (_, next) => {
    const [again = [], lines = []] = askedAbout(next);
    expect(again).toContain("  already done outside by this task: mail");
    expect(lines).toContain(DONE);
  });

  it("says nothing of it at work of another kind", () => {
    const all = askedAbout(
      { ...SEND, id: "send_v2", replaces: "send", input: '(tool/mail {:to "us"})' },
      POST,
    );
    expect(all.map((lines) => lines.includes(DONE))).toEqual([false, true, false]);
  });
});
