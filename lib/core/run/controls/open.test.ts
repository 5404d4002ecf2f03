import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import { openObligations } from "./open";
import { ANSWER } from "./terms/names";

const tasks: TaskDraft[] = [
  { id: "draft" },
  { id: "gate", type: "human_review", dependsOn: ["draft"] },
  { id: "send", dependsOn: ["gate"] },
];
const open = (world: RunWorld) =>
  openObligations(world.state).map(({ obligation, holdsBack }) => [obligation.control, ...holdsBack]);

describe("openObligations", () => {
  it("names what each control holds back until it is passed", () => {
    const world = new RunWorld({ plan: planOf(...tasks) }).run("draft");
    expect(open(world)).toEqual([["gate", "send", ANSWER]]);
    world.start();
    const shown = storeValue("the draft").stored;
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Send it?", ...world.keyOf("gate") });
    const { approvalId } = world.last("approval_opened").payload;
    const approve = { type: "decide_approval", approvalId, verb: "approve", provenance: "person" } as const;
    world.send(approve, ANNA);
    expect(open(world)).toEqual([]);
  });

  it("finds none where there is no control", () => {
    expect(open(new RunWorld({ plan: planOf({ id: "draft" }) }))).toEqual([]);
  });
});
