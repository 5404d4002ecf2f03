import { expect, it } from "vitest";
import { offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import { toldHow, workSentBack } from "./traces";

const tools = [{ name: "mail", sideEffects: "external" as const }];
const LOOK: TaskDraft = { id: "look", input: "the figures" };
const GATE: TaskDraft = { id: "g", type: "human_review" };
const WRITE: TaskDraft = { id: "write", input: "the mail", maxRetries: 1, dependsOn: ["g"] };
const REVIEW: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["look", "write"] };
const MAIL: TaskDraft = { id: "mail", type: "direct", input: '(tool/mail {:to "board"})', dependsOn: ["r"] };
const BY = { id: "bob", name: "Bob", roles: [], mayReview: true };

const begin = (...tasks: TaskDraft[]) => {
  const world = new RunWorld({ tools, plan: planOf(...tasks) });
  world.start();
  return world;
};
const open = (world: RunWorld, id = "g") => {
  world.tick(10).start();
  const { stored: shown } = storeValue("Mail?");
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "Mail?", ...world.keyOf(id) });
};
const pass = (world: RunWorld, verb: "approve" | "request_changes" = "approve") => {
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  const answer = {
    type: "decide_approval",
    approvalId,
    verb,
    provenance: "person",
    by: BY,
    comment: "Shorter.",
  } as const;
  world.tick(10).send(answer, { kind: "person", id: "bob", name: "Bob" });
  world.tick(10).start();
};

it("how work was done is read where people let it be done, and not where they saw what it had come to", () => {
  const world = begin(LOOK, { ...GATE, dependsOn: ["look"] }, WRITE, REVIEW, MAIL);
  world.succeed("look");
  open(world);
  pass(world);
  world.refuse("write", "It is long.");
  world.tick(10).start();
  const of = (id: string) => toldHow(world.state, id);
  expect([of("write")("write", 1), of("r")("write", 1)]).toEqual([true, true]);
  expect([of("r")("look", 1), of("mail")("look", 1), of("write")("look", 1)]).toEqual([false, false, false]);
});

it("so it is of work that was still to be done when they were asked, and of none beside a control that is yet to ask", () => {
  const beside = [
    LOOK,
    { ...GATE, dependsOn: [] },
    { ...REVIEW, dependsOn: ["look"] },
    { ...MAIL, dependsOn: ["g", "r"] },
  ];
  const world = begin(...beside);
  const told = () => toldHow(world.state, "r")("look", 1);
  expect([told(), toldHow(world.state, "look")("look", 1)]).toEqual([false, true]);
  open(world);
  pass(world);
  expect(told()).toBe(true);
  world.succeed("look");
  expect(told()).toBe(true);
  // Who passes it in a fork sees what it has come to.
  const fork = world.fork(world.state.seq);
  expect(toldHow(fork.state, "r")("look", 1)).toBe(false);
});

it("where nobody lets anything act all of it is read", () => {
  const world = begin(LOOK, { ...REVIEW, dependsOn: ["look"] }, MAIL);
  expect(toldHow(world.state, "r")("look", 1)).toBe(true);
});

const AGAIN: TaskDraft = { ...WRITE, id: "write_v2", replaces: "write", dependsOn: [] };

/** A run whose mail people sent back, and in which this tail does it again. */
function sentBack(...tail: TaskDraft[]) {
  const gate = { ...GATE, dependsOn: ["write"], onFailure: "replan" as const, maxRetries: 0 };
  const plan = planOf({ ...WRITE, dependsOn: [] }, gate, { ...MAIL, dependsOn: ["g"] });
  const world = new RunWorld({ tools, plan, settings: { replanGraceMs: 0, replanCooldownMs: 0 } });
  world.start();
  world.succeed("write");
  open(world);
  pass(world, "request_changes");
  const next = planOf({ ...WRITE, dependsOn: [] }, gate, ...tail);
  world.tick(10).replan(offer(next, storePlan(plan).plan, tools));
  // What people asked for at a control is theirs to let pass.
  if (Object.keys(world.state.openApprovals).length > 0) pass(world);
  return world;
}

const GATE_AGAIN = { ...GATE, id: "g_v2", replaces: "g", input: "Mail?" };
const MAIL_AGAIN = { ...MAIL, id: "mail_v2", replaces: "mail" };

it("work that people sent back is given to who does it again before they are asked", () => {
  const { state } = sentBack(
    AGAIN,
    { ...GATE_AGAIN, dependsOn: ["write_v2"] },
    { ...MAIL_AGAIN, dependsOn: ["g_v2"] },
  );
  expect(workSentBack(state, "write_v2")).toBe(state.tasks.write?.result);
  expect(workSentBack(state, "mail_v2")).toBeUndefined();
});

it("is given once to who has it by the plan, and to nobody whom people let act without seeing it", () => {
  const placed = sentBack(
    { ...AGAIN, dependsOn: ["write"] },
    { ...GATE_AGAIN, dependsOn: ["write_v2"] },
    { ...MAIL_AGAIN, dependsOn: ["g_v2"] },
  );
  expect(workSentBack(placed.state, "write_v2")).toBeUndefined();
  const released = sentBack(
    { ...AGAIN, dependsOn: ["g_v2"] },
    { ...GATE_AGAIN, dependsOn: [] },
    { ...MAIL_AGAIN, dependsOn: ["write_v2"] },
  );
  open(released, "g_v2");
  pass(released);
  expect(released.status("write_v2")).toBe("running");
  expect(workSentBack(released.state, "write_v2")).toBeUndefined();
});
