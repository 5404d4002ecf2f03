import { expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../stored-value";
import type { GateVerb } from "./gates/table";
import { standings } from "./standing";
import type { TaskState } from "./state";

const gate: TaskDraft = { id: "approve", type: "human_review", dependsOn: ["write"], onFailure: "replan" };
const after = [{ id: "count" }, { id: "send", dependsOn: ["approve", "count"] }];

/** A run whose gate `approve` was answered so; it showed what `write` came to. */
function answered(verb: GateVerb, more: object = {}): RunWorld {
  const world = new RunWorld({ plan: planOf({ id: "write" }, gate, ...after) }).run("write");
  world.start();
  const { stored: shown } = storeValue("write done");
  world.send({ type: "gate_shown", ...world.keyOf("approve"), shown, digest: "d", prompt: "?" });
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  world.send({ type: "decide_approval", approvalId, verb, provenance: "person", ...more }, ANNA);
  return world;
}

const standing = ({ state }: RunWorld, id: string) => standings(state).get(id);
const inForce = { as: "in_force" };

it("a result stands until people send it back or change it at a gate that showed it", () => {
  expect(standing(answered("approve"), "write")).toEqual(inForce);
  const sentBack = answered("request_changes", { comment: "Use the other rate" });
  expect(standing(sentBack, "write")).toEqual({ as: "refused", at: "approve" });
  expect(standing(sentBack, "count")).toEqual(inForce);
  expect(standing(answered("reject"), "write")).toEqual({ as: "refused", at: "approve" });
  const edited = answered("edit", { value: storeValue("theirs").stored });
  expect(standing(edited, "write")).toEqual({ as: "changed", at: "approve" });
  expect(standing(edited, "approve")).toEqual(inForce);
});

it("what people fill in says nothing of what was shown", () => {
  expect(standing(answered("respond", { value: storeValue("yes").stored }), "write")).toEqual(inForce);
});

it("a later result of its lineage replaces it, whatever people said of it, and a failed one does not", () => {
  const { state } = answered("request_changes", { comment: "Shorter" });
  const write = state.tasks.write as TaskState;
  const withAgain = (more: Partial<TaskState>) => {
    const again = { ...write, id: "write_2", sinceVersion: write.sinceVersion + 1, ...more };
    return standings({
      ...state,
      order: [...state.order, "write_2"],
      tasks: { ...state.tasks, write_2: again },
    });
  };
  const replaced = withAgain({});
  expect([replaced.get("write"), replaced.get("write_2")]).toEqual([{ as: "replaced" }, inForce]);
  expect(withAgain({ status: "failed" }).get("write")).toEqual({ as: "refused", at: "approve" });
});
