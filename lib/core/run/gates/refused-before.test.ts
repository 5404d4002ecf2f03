import { expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import { weakenedBy } from "../controls/changes/weakened";

const tools = [{ name: "mail", sideEffects: "external" as const }];
const gate = (id: string): TaskDraft => ({ id, type: "human_review", onFailure: "skip", critical: false });
const send = (id: string, control: string, to = "all"): TaskDraft => ({
  id,
  type: "direct",
  input: `(tool/mail {:to "${to}"})`,
  dependsOn: [control],
  onFailure: "skip",
  critical: false,
});
const KEPT: TaskDraft = { id: "slow", input: "Slowly" };

/** Shows the question of a gate; with a comment somebody rejects it. */
function ask(world: RunWorld, id: string, comment?: string) {
  const shown = storeValue("x").stored;
  world.send({ type: "gate_shown", shown, digest: id, prompt: "Send?", ...world.keyOf(id) });
  const { approvalId, refusedBefore } = world.last("approval_opened").payload;
  const by = { id: "kim", name: "Kim", roles: [], mayReview: true };
  const answer = { type: "decide_approval", approvalId, verb: "reject", provenance: "person", by } as const;
  if (comment !== undefined) world.send({ ...answer, comment }, { kind: "person", id: "kim", name: "Kim" });
  return refusedBefore;
}

it("tells people at a gate who refused at another what it lets act, and in which words", () => {
  const world = new RunWorld({ tools, plan: planOf(KEPT, gate("ok"), send("send", "ok")), by: ANNA });
  world.start();
  expect(ask(world, "ok", "Never.")).toBeUndefined();
  const work = [KEPT, gate("ok"), send("send", "ok")];
  const more = [gate("ok2"), send("send2", "ok2"), gate("note"), { id: "read", dependsOn: ["note"] }];
  world.edit(planOf(...work, ...more), "so");
  world.start();
  expect(ask(world, "ok2")).toEqual({ title: "ok", by: "Kim", words: "Never." });
  expect(ask(world, "note")).toBeUndefined();
});

it("is a refusal of what was to be done without a control, by whatever tool, that people keep it", () => {
  const both = [...tools, { name: "sms", sideEffects: "external" as const }];
  const failing: TaskDraft = { id: "side", onFailure: "replan", maxRetries: 0 };
  const ops: TaskDraft = { id: "ops", type: "direct", input: '(tool/sms {:to "us"})' };
  const plan = planOf(failing, ops, gate("ok"), send("send", "ok"));
  const world = new RunWorld({ tools: both, plan, by: ANNA, settings: { replanGraceMs: 0 } });
  world.start();
  const more: TaskDraft = { id: "more", type: "direct", input: '(tool/sms {:to "all"})' };
  const weakened = () => {
    const { patch, reach } = offer(planOf(ops, gate("ok"), send("send", "ok"), more), undefined, both);
    const version = { tasks: patch.tasks, reach, agents: patch.agents };
    return weakenedBy(world.state, version).map(({ obligation }) => obligation.control);
  };
  expect(weakened()).toEqual([]);
  world.succeed("ops");
  world.fail("side");
  const without = offer(planOf(failing, ops, { ...send("now", "ops"), dependsOn: [] }), undefined, both);
  world.replan(without);
  world.replan(without);
  const { approvalId, kind } = world.last("approval_opened").payload;
  expect(kind).toBe("control_waiver");
  const by = { id: "kim", name: "Kim", roles: [], mayReview: true };
  const answer = { type: "decide_approval", approvalId, verb: "reject", provenance: "person", by } as const;
  world.send({ ...answer, comment: "No." }, { kind: "person", id: "kim", name: "Kim" });
  expect(weakened()).toEqual(["ok"]);
});
