import { describe, expect, it } from "vitest";
import { answer, reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";

const gateOf = (world: RunWorld) => world.state.approvals["apr_1-1"];

describe("a person's own plan", () => {
  it("answers the question whether one task may be replanned more often", () => {
    const plan = planOf({ id: "bad", onFailure: "replan" }, { id: "b" });
    const world = new RunWorld({ plan, settings: { maxReplansPerTask: 0 } });
    world.start();
    world.fail("bad");
    expect(gateOf(world)).toMatchObject({ kind: "budget", subject: { counter: "maxReplansPerTask" } });
    world.edit(planOf({ id: "bad", onFailure: "replan" }, { id: "c" }), "my way");
    expect(gateOf(world)?.status).toBe("cancelled");
  });

  it("leaves the question about any other limit open", () => {
    const world = startedWorld({ maxTokens: 10 });
    reserve(world, "a", { tokens: 20 });
    expect(gateOf(world)).toMatchObject({ kind: "budget", subject: { counter: "maxTokens" } });
    expect(world.edit(planOf({ id: "a" }, { id: "b" }, { id: "d" }), "my way")).toMatchObject({ ok: true });
    expect(gateOf(world)?.status).toBe("open");
    expect(answer(world, "raise")).toMatchObject({ ok: true });
  });
});

describe("the form of a human gate", () => {
  it("is not taken for that of the shown value where nothing says so", () => {
    const gate = { form: { type: "object", properties: { go: { type: "boolean" } } } };
    const world = new RunWorld({ plan: planOf({ id: "g", type: "human_review", gate }) });
    world.start();
    const { stored: shown } = storeValue({ go: true });
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Go?", ...world.keyOf("g") });
    expect(gateOf(world)?.verbs).toEqual(["respond", "reject", "request_changes"]);
  });
});
