import { expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Json } from "../json";
import type { Plan } from "../plan/schema";
import { storePlan } from "../plan/store";
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

/** A gate that shows a list and a mail was answered so. */
function bothShown(verb: GateVerb, more: object = {}): RunWorld {
  const both: TaskDraft = { ...gate, dependsOn: ["list", "mail"] };
  const world = new RunWorld({ plan: planOf({ id: "list" }, { id: "mail" }, both) });
  world.start();
  world.succeed("list", ["Nordwind", "Elbe"]);
  world.succeed("mail", "Dear all, pay soon.");
  world.start();
  const { stored: shown } = storeValue({ list: ["Nordwind", "Elbe"], mail: "Dear all, pay soon." });
  world.send({ type: "gate_shown", ...world.keyOf("approve"), shown, digest: "d", prompt: "?" });
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  world.send({ type: "decide_approval", approvalId, verb, provenance: "person", ...more }, ANNA);
  return world;
}

it("a refusal concerns what was redone after it, and all that was shown while nothing was", () => {
  const world = bothShown("request_changes", { comment: "The list is fine. Write the mail again." });
  expect(standing(world, "list")).toEqual({ as: "refused", at: "approve" });
  const [plan, before] = [world.plan as Plan, storePlan(world.plan as Plan).plan];
  const redone = { id: "mail_v2", replaces: "mail" };
  world.replan(offer(planOf(...(plan.tasks as TaskDraft[]), redone), before));
  world.run("mail_v2");
  expect(["list", "mail", "mail_v2"].map((id) => standing(world, id)?.as)).toEqual([
    ...["in_force", "replaced", "in_force"],
  ]);
});

it("an edit concerns the part that it changes, in a map or in a text", () => {
  const edited = (value: Json) => {
    const world = bothShown("edit", { value: storeValue(value).stored });
    return ["list", "mail"].map((id) => standing(world, id)?.as);
  };
  const list = ["Nordwind", "Elbe"];
  expect(edited({ list, mail: "Dear all, pay by Friday." })).toEqual(["in_force", "changed"]);
  expect(edited({ list: ["Elbe"], mail: "Dear all, pay soon." })).toEqual(["changed", "in_force"]);
  expect(edited("Something else")).toEqual(["changed", "changed"]);
});
