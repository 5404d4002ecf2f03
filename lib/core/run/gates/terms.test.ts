import { expect, it } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import type { ApprovalState } from "../state";
import { heldNotBy, termsOf } from "./terms";

it.each([true, false])("of a held review its authors are told where four eyes are %s", (fourEyes) => {
  const plan = planOf({ id: "r", type: "planning_review" });
  const { state } = new RunWorld({ plan, settings: { fourEyes } });
  state.author = ANNA;
  const task = state.tasks.r;
  if (!task) throw new Error("No review");
  expect(heldNotBy(state, task)).toHaveLength(fourEyes ? 1 : 0);
});

it("the terms of a gate say what binds its answers", () => {
  const form = { type: "object" };
  const gate = { prompt: "", assignees: [], quorum: 2, onTimeout: "escalate" as const, timeoutSeconds: 1 };
  const world = new RunWorld({
    plan: planOf({
      id: "g",
      type: "human_review",
      gate: { ...gate, form, fourEyes: true, requiresReason: true, escalateTo: ["Bob"] },
    }),
  });
  world.state.author = ANNA;
  world.start();
  world.send({
    type: "gate_shown",
    shown: storeValue(1).stored,
    digest: "d",
    prompt: "?",
    ...world.keyOf("g"),
  });
  world.tick(1_000);
  const terms = {
    quorum: 2,
    requiresReason: true,
    votes: [],
    asked: [],
    escalations: 1,
    escalateTo: ["Bob"],
    form,
    options: [],
    supersedes: null,
  };
  const asked = world.state.approvals["apr_1-1"] as ApprovalState;
  expect(termsOf(world.state, asked)).toEqual({ ...terms, notBy: [{ id: "anna", name: "Anna" }] });
  world.send({ type: "report_fault", fault: { code: "thrown", message: "boom" } });
  const fault = world.state.approvals["apr_1-2"] as ApprovalState;
  expect(termsOf(world.state, fault)).toMatchObject({ quorum: 1, notBy: [], form: null });
});
