import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { GateSpec } from "../../../plan/schema";
import { storeValue } from "../../../stored-value";
import type { CallAsk } from "../../commands";
import { obligationId } from "../../controls/obligations";
import { denialReason } from "../../gates/rules";
import { statedReason } from "../../reasons";
import type { RunSettings } from "../../settings";

const CALL = { kind: "tool_approval", callId: "a" } as const;

/** Two controls, and a task at work beside them. */
function started(gate: Partial<GateSpec>, settings: Partial<RunSettings> = {}): RunWorld {
  const plan = planOf(
    { id: "t" },
    { id: "first", type: "human_review", gate },
    { id: "second", type: "human_review", gate: { assignees: ["Cid"] } },
    { id: "send", dependsOn: ["first", "second"] },
  );
  const world = new RunWorld({ plan, settings });
  world.start();
  return world;
}

const obligationOf = (world: RunWorld, control: string): string =>
  world.state.obligations.filter((one) => one.control === control).map(obligationId)[0] ?? "none";

function held(gate: Partial<GateSpec>, settings: Partial<RunSettings> = {}, more: Partial<CallAsk> = {}) {
  const world = started(gate, settings);
  const obligations = [obligationOf(world, "first"), obligationOf(world, "second")];
  world.ask("t", { ...CALL, obligations, ...more });
  return { gate: world.last("approval_opened").payload, obligations };
}

describe("a call that controls hold back", () => {
  it("asks the people of the first control, under its terms", () => {
    const { gate, obligations } = held({ assignees: ["Ada", "Bob"] });
    expect(gate).toMatchObject({ obligations, assignees: ["Ada", "Bob"] });
    expect(gate.verbs).toEqual(["approve", "edit", "reject"]);
    expect(gate).not.toHaveProperty("quorum");
    expect(gate).not.toHaveProperty("fourEyes");
  });

  it("is edited, as it is approved, by as many people as the control takes", () => {
    const { gate } = held({ quorum: 2 });
    expect(gate).toMatchObject({ quorum: 2, verbs: ["approve", "edit", "reject"] });
  });

  it.each([
    ["the control", { fourEyes: true }, {}],
    ["the run, whatever the control says", { fourEyes: false }, { fourEyes: true }],
  ])("takes a second pair of eyes by %s", (_, gate, settings) => {
    expect(held(gate, settings).gate.fourEyes).toBe(true);
  });

  it("is under the same terms where nobody knows whether it happened", () => {
    const terms = { assignees: ["Ada", "Bob"], fourEyes: true, quorum: 2, requiresReason: true };
    const { gate, obligations } = held(terms, {}, { kind: "unknown_outcome" });
    expect(gate).toMatchObject({ kind: "unknown_outcome", ...terms, obligations });
    const ada = { id: "ada", name: "Ada", roles: [], mayReview: true };
    for (const verb of ["run", "happened"] as const)
      expect(denialReason(gate, [ada], ada, verb)).toMatchObject({ code: "author" });
    expect(denialReason(gate, [ada], ada, "abort")).toBeUndefined();
  });

  it("takes a reason where any of its controls does", () => {
    expect(held({}).gate).not.toHaveProperty("requiresReason");
    expect(held({ requiresReason: true }).gate.requiresReason).toBe(true);
  });

  it.each([
    ["keeps the leave of those who were asked before", "approve", ["first", "second"]],
    ["is one that those who were asked before have not seen, once it is edited", "edit", ["second"]],
  ] as const)("%s", (_, verb, met) => {
    const world = started({ assignees: ["Bob"] });
    const decide = (approvalId: string, given: object) => {
      const by = {
        id: approvalId,
        name: approvalId.endsWith("1") ? "Bob" : "Cid",
        roles: [],
        mayReview: true,
      };
      world.send({ type: "decide_approval", approvalId, provenance: "person", by, ...given } as never);
      world.start();
    };
    world.ask("t", { ...CALL, obligations: [obligationOf(world, "first")] });
    decide("apr_1-1", { verb: "approve" });
    world.ask("t", { ...CALL, obligations: [obligationOf(world, "second")] });
    const value = storeValue({ to: "else" }).stored;
    decide("apr_1-2", verb === "edit" ? { verb, value } : { verb });
    const verdict = Object.values(world.state.tasks.t?.verdicts ?? {})[0];
    expect(verdict?.obligations).toEqual(met.map((control) => obligationOf(world, control)));
  });

  it("cannot be held by a control that the run does not have", () => {
    const world = started({});
    expect(() => world.ask("t", { ...CALL, obligations: ["7/gone", "8/gone"] })).toThrow(
      "No obligation 7/gone, 8/gone in this run",
    );
  });
});

describe("a call that asks", () => {
  it("is put in facts by the engine, and in words by its own question", () => {
    const reasons = [statedReason("it writes")];
    const { gate } = held({}, {}, { summary: "deploy v2", reasons });
    expect(gate.question).toEqual({
      about: "call",
      tool: "deploy",
      agent: "default",
      summary: "deploy v2",
      reasons,
    });
    const world = started({});
    world.ask("t", CALL);
    expect(world.last("approval_opened").payload).not.toHaveProperty("question");
  });

  it("ends its effect with the last gate of the step, and waits at each", () => {
    const world = started({});
    const { key } = world.keyOf("t");
    world.ask("t", CALL, { ...CALL, callId: "b" });
    const waiting = world.events.filter((event) => event.type === "task_waiting");
    expect(waiting.map(({ payload }) => payload.approvalId)).toEqual(["apr_1-1", "apr_1-2"]);
    expect(waiting.map(({ effect }) => effect)).toEqual([undefined, key]);
  });
});
