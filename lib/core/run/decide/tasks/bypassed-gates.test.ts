import { describe, expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { reviewSpec } from "../../../plan/schema";
import { storeValue } from "../../../stored-value";
import { holdOn } from "../../controls/hold";
import type { Proposal } from "../../events/reviews";
import type { RunSettings } from "../../settings";

describe("taking a task in hand that waits at a gate", () => {
  const gated = (gate: TaskDraft["gate"], settings: Partial<RunSettings> = {}) => {
    const world = new RunWorld({ plan: planOf({ id: "t", type: "human_review", gate }), settings });
    world.start();
    world.send({
      type: "gate_shown",
      shown: storeValue("x").stored,
      digest: "d",
      prompt: "?",
      ...world.keyOf("t"),
    });
    return world;
  };
  const skip = (world: RunWorld, name: string, more: object = {}) => {
    const by = { id: name.toLowerCase(), name, roles: [], mayReview: true, ...more };
    return world.send({ type: "skip_task", taskId: "t", reason: "enough", by }, ANNA);
  };
  const gate = { assignees: ["Bob"] };

  it("is for those who may answer it, and says who they are", () => {
    expect(skip(gated(gate), "Anna")).toMatchObject({
      ok: false,
      error: {
        code: "forbidden",
        message: "The task waits at a gate. This gate is for Bob. You can see it, but not answer it.",
      },
    });
    expect(skip(gated(gate), "Bob")).toMatchObject({ ok: true });
    expect(gated(gate).send({ type: "skip_task", taskId: "t", reason: "enough" }, ANNA)).toMatchObject({
      error: { code: "forbidden" },
    });
  });

  it("is not for one person where it takes several, no matter who they are", () => {
    expect(skip(gated({ ...gate, quorum: 2 }), "Bob")).toMatchObject({
      error: {
        code: "forbidden",
        message: "The task waits at a gate that takes the answers of 2 people: it is for Bob.",
      },
    });
    const anybody = gated({ ...gate, quorum: 2, assignees: [] });
    expect(skip(anybody, "Bob", { everyone: true })).toMatchObject({
      error: { message: expect.stringContaining("for anyone who may review") },
    });
  });

  it("is not for the author where it takes a second pair of eyes, and a tool call may", () => {
    const world = new RunWorld({ plan: planOf({ id: "t" }), settings: { fourEyes: true } });
    world.state.author = ANNA;
    world.start();
    world.ask("t", { kind: "tool_approval", callId: "a" });
    const supplied = {
      type: "supply_result",
      taskId: "t",
      value: storeValue("x").stored,
      reason: "known",
    } as const;
    const as = (name: string) => ({ by: { id: name.toLowerCase(), name, roles: [], mayReview: true } });
    expect(world.send({ ...supplied, ...as("Anna") }, ANNA)).toMatchObject({
      error: { code: "forbidden", message: expect.stringContaining("second pair of eyes") },
    });
    expect(world.send({ ...supplied, ...as("Bob") }, ANNA)).toMatchObject({ ok: true });
  });
});

describe("trying again what people were shown", () => {
  const FIND: TaskDraft = { id: "find", onVerificationFailure: "skip", verification: "false", maxRetries: 0 };
  const ASK: TaskDraft = { id: "ask", type: "human_review", dependsOn: ["find"] };
  const SHIP: TaskDraft = { id: "ship", type: "direct", input: "(tool/mail {})", dependsOn: ["find", "ask"] };
  const tools = [{ name: "mail", sideEffects: "external" as const }];
  const voter = (name: string, mayReview: boolean) => ({
    id: name.toLowerCase(),
    name,
    roles: [],
    mayReview,
  });
  const [olga, bob] = [voter("Olga", false), voter("Bob", true)];
  const shown = (world: RunWorld, digest = "d") => {
    const what = { shown: storeValue("x").stored, digest, prompt: "?" };
    world.send({ type: "gate_shown", ...what, ...world.keyOf("ask") });
  };
  const retry = (world: RunWorld, by = olga) => world.send({ type: "retry_task", taskId: "find", by }, ANNA);

  const approve = (world: RunWorld) => {
    const [approvalId = ""] = Object.keys(world.state.openApprovals);
    const answer = { approvalId, verb: "approve", provenance: "person", by: bob } as const;
    return world.send({ type: "decide_approval", ...answer }, ANNA);
  };

  function asking(...[ask, ...rest]: TaskDraft[]) {
    const world = new RunWorld({ plan: planOf(FIND, ...(ask ? [ask, ...rest] : [ASK, SHIP])), tools });
    world.start();
    world.refuse("find", "not there");
    world.start();
    shown(world);
    return world;
  }
  function passed(...tasks: TaskDraft[]) {
    const world = asking(...tasks);
    world.send({ type: "pause" }, ANNA);
    approve(world);
    return world;
  }

  it("waits until the question that shows it is decided", () => {
    const world = asking();
    expect(world.status("find")).toBe("skipped");
    expect(retry(world, bob)).toMatchObject({
      error: { code: "not_allowed_now", details: { waitsFor: "ask" } },
    });
  });

  it("is for those who may pass the control, where a review hands it on that does not wait for it", () => {
    const review = { ...reviewSpec.parse({}), previousTasks: ["find"] };
    const look: TaskDraft = { id: "look", type: "planning_review", dependsOn: ["ask"], review };
    const tasks = [{ ...ASK, dependsOn: [] }, look, { ...SHIP, dependsOn: ["look"] }];
    expect(retry(passed(...tasks))).toMatchObject({ error: { code: "forbidden" } });
    expect(retry(passed(...tasks), bob)).toMatchObject({ ok: true });
  });

  it("is for those who may pass the control that rests on it, and free where the control released it", () => {
    expect(retry(passed())).toMatchObject({ error: { code: "forbidden" } });
    expect(retry(passed(), bob)).toMatchObject({ ok: true });
    const world = new RunWorld({
      plan: planOf({ id: "ask", type: "human_review" }, { ...FIND, dependsOn: ["ask"] }, SHIP),
      tools,
    });
    world.start();
    shown(world);
    approve(world);
    world.start();
    world.refuse("find", "not there");
    expect(world.status("find")).toBe("skipped");
    expect(retry(world)).toMatchObject({ ok: true });
  });

  it("is for those who may pass the control where what it let act has failed: that may be tried again", () => {
    const world = passed(ASK, { ...SHIP, critical: false, maxRetries: 0 }, { id: "later" });
    world.send({ type: "resume" }, ANNA);
    world.start();
    world.fail("ship");
    expect(world.status("ship")).toBe("failed");
    const by = voter("Eve", false);
    const supplied = { taskId: "find", value: storeValue("EVIL").stored, reason: "known", by };
    expect(world.send({ type: "supply_result", ...supplied }, ANNA)).toMatchObject({
      error: { code: "forbidden" },
    });
    expect(retry(world)).toMatchObject({ error: { code: "forbidden" } });
    expect(retry(world, bob)).toMatchObject({ ok: true });
  });

  it("ends the leave to act with a version that does it otherwise, also where a later one brings it back", () => {
    const pre: TaskDraft = { id: "pre", input: "Do it first", dependsOn: ["ask"] };
    const ship = { ...SHIP, dependsOn: ["find", "ask", "pre"] };
    const world = passed(ASK, pre, ship);
    const held = () => holdOn(world.state, { taskId: "ship", tool: "mail" })?.controls;
    const write = (input: string) =>
      world.edit(planOf(FIND, ASK, { ...pre, input }, ship), "so", { by: olga });
    expect(held()).toBeUndefined();
    for (const input of ["Do it before", "Do it first"]) {
      expect(write(input)).toMatchObject({ ok: true });
      expect(held()).toEqual(["ask"]);
    }
  });

  it("has the question asked again where a person gives the result", () => {
    const world = asking();
    const value = storeValue("found").stored;
    world.send({ type: "supply_result", taskId: "find", value, reason: "known", by: bob }, ANNA);
    expect(world.last("approval_superseded").payload).toMatchObject({
      reason: { code: "task_changed", act: "supply_result" },
    });
    expect(world.status("ask")).toBe("running");
    shown(world, "e");
    expect(world.last("approval_opened").payload).toMatchObject({ digest: expect.any(String) });
  });

  it("has a held decision about it made again where a person gives the result", () => {
    const review: TaskDraft = { id: "ask", type: "planning_review", dependsOn: ["find"] };
    const world = new RunWorld({ plan: planOf(FIND, review, SHIP), tools, settings: { reviewMode: "hold" } });
    world.start();
    world.refuse("find", "not there");
    world.start();
    const proposal: Proposal = { decision: "CONTINUE", reasoning: "so", answers: [] };
    world.send({ type: "review_read", proposal, ...world.keyOf("ask") });
    expect(world.state.held).toHaveProperty("ask");
    expect(retry(world, bob)).toMatchObject({ error: { code: "not_allowed_now" } });
    const value = storeValue("found").stored;
    world.send({ type: "supply_result", taskId: "find", value, reason: "known", by: bob }, ANNA);
    expect(world.state.held).toEqual({});
    expect(world.last("attempt_restarted").payload).toMatchObject({ taskId: "ask", attempt: 2 });
  });
});
