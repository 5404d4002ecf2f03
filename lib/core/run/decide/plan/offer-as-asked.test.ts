import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import type { Lineages } from "../../../plan/lineage";
import { storePlan } from "../../../plan/store";

const ROLES = { id: "ANNA", name: "Anna", roles: ["security"], mayReview: true };
const BAD: TaskDraft = { id: "bad", maxRetries: 0, onFailure: "replan" };
const SEND: TaskDraft = { id: "send", title: "Send it", input: "Send", dependsOn: ["g"] };

const gate = (id: string, role: string): TaskDraft => ({
  id,
  type: "human_review",
  title: `Release ${id}`,
  gate: { prompt: "", assignees: [`role:${role}`], quorum: 1, onTimeout: "reject" },
});

const lineages: Lineages = new Map();
const reach = { send: ["mail"], send_2: ["mail"], send_3: ["mail"] };

/** The people of "g" have asked for changes of a version in which nobody is asked. */
function sentBack(others: TaskDraft[] = []): RunWorld {
  const world = new RunWorld({ settings: { replanGraceMs: 0, critic: { mode: "off", minScore: 0 } } });
  const gates = [gate("g", "security"), ...others].map((one) => ({ ...one, dependsOn: ["bad"] }));
  world.plan = planOf(BAD, ...gates, { ...SEND, dependsOn: gates.map(({ id }) => id) });
  world.start();
  const plan = { ...offer(world.plan), reach };
  world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan });
  world.start();
  world.fail("bad");
  write(world, { ...SEND, id: "send_2", dependsOn: [] });
  write(world, { ...SEND, id: "send_2", dependsOn: [] });
  const approvalId = waivers(world).find(({ question }) => question.weakened.control === "g")?.approvalId;
  world.send(
    {
      type: "decide_approval",
      approvalId: approvalId ?? "",
      by: ROLES,
      provenance: "person",
      verb: "request_changes",
      comment: "Give the gate to operations",
    },
    ANNA,
  );
  return world;
}

function write(world: RunWorld, ...tasks: TaskDraft[]): void {
  const plan = offer(planOf(BAD, ...tasks), world.plan && storePlan(world.plan, lineages).plan);
  world.replan({ ...plan, reach });
}

const waivers = ({ state }: RunWorld) =>
  Object.keys(state.openApprovals).flatMap((id) => {
    const { approvalId, question } = state.approvals[id] ?? {};
    return approvalId !== undefined && question?.about === "control" ? [{ approvalId, question }] : [];
  });

const OPERATIONS = gate("g2", "operations");
const BEHIND: TaskDraft = { ...SEND, id: "send_3", dependsOn: ["g2"] };

describe("a tail that weakens a control whose people have asked for another form of it", () => {
  it("is put before them at once: it may be what they asked for", () => {
    const world = sentBack();
    write(world, OPERATIONS, BEHIND);
    const exposed = [
      { taskId: "send_3", lacks: ["assignees"] },
      { taskId: "(answer)", lacks: ["assignees"] },
    ];
    expect(waivers(world)).toMatchObject([{ question: { weakened: { control: "g", exposed } } }]);
  });

  it("goes back to its writer where it weakens the control as they sent it back", () => {
    const world = sentBack();
    write(world, { ...SEND, id: "send_3", dependsOn: [] });
    expect(waivers(world)).toEqual([]);
    expect(world.last("replan_refused").payload.reason).toMatchObject({ code: "control_weakened" });
  });

  it("goes back where it weakens another control too, whose people have asked for nothing", () => {
    const world = sentBack([gate("h", "legal")]);
    write(world, OPERATIONS, BEHIND);
    expect(waivers(world)).toEqual([]);
    expect(world.last("replan_refused").payload.reason).toMatchObject({ code: "control_weakened" });
  });
});
