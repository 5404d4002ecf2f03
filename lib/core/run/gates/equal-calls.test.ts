import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import type { CallAsk } from "../commands";
import type { ApprovalState } from "../state";
import { taskOf } from "../state/ready";
import { callDigest, isLeaveTold, isOvertaken, isTold } from "./equal-calls";

const ARGS = { to: "all" };
const CALL = callDigest("mail", ARGS);
const MAIL = { callId: "c", tool: "mail", args: ARGS };

/** Tasks side by side, all at work. */
function atWork(...ids: string[]) {
  const world = new RunWorld({ plan: planOf(...ids.map((id) => ({ id }))) });
  world.start();
  return world;
}

/** The start of a mail that was ruled when this event was the last that was known: now, unless given. */
function begin(world: RunWorld, taskId: string, ruledAt?: number, step = 1, callId = "c", call = CALL) {
  const at = { ...world.keyOf(taskId), step, callId, tool: "mail", sideEffects: "external" as const };
  return world.send({ type: "tool_started", ...at, call, ...(ruledAt !== undefined && { ruledAt }) });
}

describe("a call that acts", () => {
  it("is refused its start once another step has started an equal one that its ruling did not know of", () => {
    const world = atWork("a", "b", "d");
    const ruledAt = world.state.seq;
    expect(begin(world, "a", ruledAt)).toMatchObject({ ok: true });
    const before = world.state.seq;
    const refused = begin(world, "b", ruledAt);
    expect(refused).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(!refused.ok && isOvertaken(refused.error)).toBe(true);
    expect([world.state.seq, world.state.counters.toolCalls]).toEqual([before, 1]);
    expect(begin(world, "d", undefined)).toMatchObject({ ok: false });
    expect(begin(world, "b", world.state.seq)).toMatchObject({ ok: true });
    expect(begin(world, "d", before)).toMatchObject({ ok: false });
  });

  it("is refused its start once another plan version or other tools came into force that its ruling did not know of", () => {
    for (const change of ["plan", "tools"] as const) {
      const world = atWork("a", "b");
      const ruledAt = world.state.seq;
      const plan = planOf({ id: "a" }, { id: "b" }, { id: "more", dependsOn: ["b"] });
      if (change === "plan") expect(world.edit(plan, "One more")).toMatchObject({ ok: true });
      else {
        const now = { version: 1, reach: { a: ["mail"] }, tools: [] };
        expect(world.send({ type: "tools_changed", definitions: {}, plan: now } as never)).toMatchObject({
          ok: true,
        });
        expect(world.types()).toContain("tools_changed");
      }
      const refused = begin(world, "a", ruledAt);
      expect([change, !refused.ok && isOvertaken(refused.error)]).toEqual([change, true]);
      expect(begin(world, "a", world.state.seq)).toMatchObject({ ok: true });
    }
  });

  it("is refused its start once its attempt is over", () => {
    const world = atWork("a");
    const at = { ...world.keyOf("a"), step: 1, callId: "c", tool: "mail", sideEffects: "external" as const };
    const ruledAt = world.state.seq;
    world.send({ type: "cancel" }, ANNA);
    const refused = world.send({ type: "tool_started", ...at, call: CALL, ruledAt });
    expect(!refused.ok && isOvertaken(refused.error)).toBe(true);
  });

  it("starts beside others: of other arguments or tools, or that do not act, and after its own", () => {
    expect(new Set([callDigest("mail", {}), callDigest("post", {}), CALL]).size).toBe(3);
    const world = atWork("a", "b");
    const ruledAt = world.state.seq;
    begin(world, "a", ruledAt);
    expect(begin(world, "b", ruledAt, 1, "other", callDigest("mail", { to: "one" }))).toMatchObject({
      ok: true,
    });
    expect(begin(world, "a", ruledAt, 1, "again")).toMatchObject({ ok: true });
    expect(begin(world, "a", ruledAt, 2)).toMatchObject({ ok: false });
    const reads = { ...world.keyOf("b"), step: 1, callId: "r", tool: "look", sideEffects: "read" as const };
    expect(world.send({ type: "tool_started", ...reads, ruledAt })).toMatchObject({ ok: true });
    expect(world.last("tool_started").payload).not.toHaveProperty("ruledAt");
  });

  it("is held to the last equal start of any other step, whatever its own step has started since", () => {
    const world = atWork("a", "b");
    const ruledAt = world.state.seq;
    begin(world, "a", ruledAt);
    begin(world, "b", world.state.seq, 1, "later");
    begin(world, "b", world.state.seq, 1, "more");
    expect(begin(world, "b", ruledAt, 1, "old")).toMatchObject({ ok: false });
    expect(begin(world, "b", world.state.seq, 1, "old")).toMatchObject({ ok: true });
  });
});

describe("who let a call run", () => {
  const ask: Partial<CallAsk> = { kind: "tool_approval", tool: "mail", callId: "c" };
  const gateOf = (world: RunWorld) => Object.values(world.state.approvals).at(-1) as ApprovalState;
  const told = (world: RunWorld) => isLeaveTold(world.state, taskOf(world.state, "b"), 1, MAIL);
  function answer(world: RunWorld, verb: "approve" | "edit") {
    const { approvalId } = gateOf(world);
    const value = verb === "edit" ? { value: storeValue(ARGS).stored } : {};
    world.send({ type: "decide_approval", approvalId, verb, provenance: "person", ...value }, ANNA);
  }

  it("was told of equal calls that were started before it was ruled that they are asked", () => {
    const world = atWork("a", "b");
    begin(world, "a", world.state.seq);
    expect(told(world)).toBe(false);
    world.ask("b", { ...ask, ruledAt: world.state.seq });
    answer(world, "approve");
    expect(told(world)).toBe(true);
  });

  it.each([
    ["before the gate has opened", true],
    ["while it is open, where nobody knows when it was ruled", false],
  ])("was not told of one that was started since: %s", (_, isRuled) => {
    const world = atWork("a", "b");
    const ruledAt = world.state.seq;
    if (isRuled) begin(world, "a", ruledAt);
    world.ask("b", isRuled ? { ...ask, ruledAt } : ask);
    if (!isRuled) begin(world, "a", world.state.seq);
    answer(world, "approve");
    expect(told(world)).toBe(false);
    const of = { taskId: "b", attempt: 1, step: 1 };
    expect(isTold(world.state, gateOf(world), CALL, of)).toBe(false);
    expect(isTold(world.state, gateOf(world), callDigest("mail", {}), of)).toBe(true);
  });

  it("was asked about other arguments where they put their own in place", () => {
    const world = atWork("a", "b");
    begin(world, "a", world.state.seq);
    world.ask("b", { ...ask, ruledAt: world.state.seq });
    answer(world, "edit");
    expect(told(world)).toBe(false);
  });

  it("is not the worker that says that nothing of it was sent", () => {
    const world = atWork("a", "b");
    begin(world, "b", world.state.seq);
    const { key } = world.keyOf("b");
    world.ask("b", { ...ask, kind: "unknown_outcome" });
    begin(world, "a", world.state.seq);
    const call = { key, taskId: "b", attempt: 1, step: 1, callId: "c", epoch: world.state.epoch };
    world.send({ type: "call_not_begun", ...call });
    expect(gateOf(world)).toMatchObject({ status: "decided", decided: { because: { code: "not_begun" } } });
    expect(told(world)).toBe(false);
  });
});
