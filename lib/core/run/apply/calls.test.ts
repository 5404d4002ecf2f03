import { expect, it } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { apply } from ".";
import { nothingTouched } from "./touched";

it("the answer about one of two calls touches their task, which is shown at the gate of the other", () => {
  const world = new RunWorld({ plan: planOf({ id: "t" }) });
  world.start();
  world.ask("t", {}, {});
  const before = structuredClone(world.state);
  const shown = before.tasks.t?.approvalId ?? "";
  const by = { id: ANNA.id, name: ANNA.name, roles: [], mayReview: true };
  world.send({ type: "decide_approval", approvalId: shown, verb: "run", provenance: "person", by }, ANNA);
  const touched = nothingTouched();
  apply(before, world.last("approval_decided"), touched);
  expect(before.tasks.t?.approvalId).not.toBe(shown);
  expect([...touched.tasks]).toEqual(["t"]);
});
