import { describe, expect, it } from "vitest";
import { planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { withAgents } from "@/lib/testing/runs/waiting-gate";
import { type StoredValue, storeValue } from "../../stored-value";
import { authorsAt } from "./authors";
import type { GateVerb } from "./table";
import { heldNotBy, termsOf } from "./terms";

const person = (name: string) => ({ kind: "person" as const, id: name.toLowerCase(), name });
const voter = (name: string) => ({ id: name.toLowerCase(), name, roles: [], mayReview: true });
const DRAFT: TaskDraft = { id: "draft" };
const BESIDE: TaskDraft = { id: "beside" };
const GATE: TaskDraft = { id: "g", type: "human_review", dependsOn: ["draft"] };
const ACT: TaskDraft = { id: "act", agent: "deployer", input: "Go", dependsOn: ["g", "draft", "beside"] };
const four = { fourEyes: true } as const;

/** Bob gives this task its result by hand, and the gate asks. */
function supplied(taskId: string, tasks = [DRAFT, BESIDE, GATE, ACT]): RunWorld {
  const plan = { ...withAgents(...tasks) };
  const tools = [{ name: "deploy", sideEffects: "external" }] as const;
  const world = new RunWorld({ plan, tools, settings: four, by: person("Ada") });
  world.start();
  const value = storeValue("mallory").stored;
  const said = { type: "supply_result", taskId, value, reason: "I know it", by: voter("Bob") } as const;
  expect(world.send(said, person("Bob"))).toMatchObject({ ok: true });
  for (const { id } of tasks)
    if (world.status(id) === "running" && !["g", "act"].includes(id)) world.succeed(id);
  world.start();
  const shown = storeValue("mallory").stored;
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("g") });
  return world;
}

const approveBy = (world: RunWorld, name: string) => {
  const { approvalId } = world.last("approval_opened").payload;
  const said = { type: "decide_approval", approvalId, verb: "approve", provenance: "person" } as const;
  return world.send({ ...said, by: voter(name) }, person(name));
};
const FORBIDDEN = { ok: false, error: { code: "forbidden" } };

it("takes who told the agent what to do for an author, under four eyes, of what that came to", () => {
  const gateAfter = (message?: string) => {
    const plan = withAgents(DRAFT, BESIDE, GATE, ACT);
    const tools = [{ name: "deploy", sideEffects: "external" }] as const;
    const world = new RunWorld({ plan, tools, settings: four, by: person("Ada") });
    world.start();
    const steer = { type: "steer", taskId: "draft", message: message ?? "", by: voter("Bob") } as const;
    if (message) expect(world.send(steer, person("Bob"))).toMatchObject({ ok: true });
    for (const id of ["draft", "beside"]) world.succeed(id);
    world.start();
    const shown = storeValue("mallory").stored;
    world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("g") });
    return world;
  };
  expect(approveBy(gateAfter("Pay mallory"), "Bob")).toMatchObject(FORBIDDEN);
  expect(approveBy(gateAfter(), "Bob")).toMatchObject({ ok: true });
});

it("takes who gives a value at an earlier question for an author, under four eyes, of what comes after it", () => {
  const gateAfter = (said: { verb: GateVerb; value?: StoredValue; comment?: string }) => {
    const first: TaskDraft = { id: "first", type: "human_review" };
    const plan = withAgents(first, { ...DRAFT, dependsOn: ["first"] }, BESIDE, GATE, ACT);
    const tools = [{ name: "deploy", sideEffects: "external" }] as const;
    const world = new RunWorld({ plan, tools, settings: four, by: person("Ada") });
    world.start();
    const shown = storeValue("mallory").stored;
    world.send({ type: "gate_shown", shown, digest: "d0", prompt: "So?", ...world.keyOf("first") });
    const { approvalId } = world.last("approval_opened").payload;
    const answer = { type: "decide_approval", approvalId, provenance: "person", ...said } as const;
    expect(world.send({ ...answer, by: voter("Bob") }, person("Bob"))).toMatchObject({ ok: true });
    world.start();
    for (const id of ["draft", "beside"]) world.succeed(id);
    world.start();
    world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("g") });
    return world;
  };
  const value = storeValue("pay mallory").stored;
  expect(approveBy(gateAfter({ verb: "edit", value }), "Bob")).toMatchObject(FORBIDDEN);
  expect(approveBy(gateAfter({ verb: "approve", comment: "So be it" }), "Bob")).toMatchObject({ ok: true });
});

describe("who gives a result by hand", () => {
  it.each(["draft", "beside"])("may not let pass under four eyes what %s flows into, nor skip it", (id) => {
    const world = supplied(id);
    const gate = Object.values(world.state.approvals).at(-1);
    expect(gate && termsOf(world.state, gate).notBy.map(({ name }) => name)).toEqual(["Ada", "Bob"]);
    expect(approveBy(world, "Bob")).toMatchObject(FORBIDDEN);
    if (id === "draft") {
      const skip = { type: "skip_task", taskId: "g", reason: "so", by: voter("Bob") } as const;
      expect(world.send(skip, person("Bob"))).toMatchObject(FORBIDDEN);
    }
    expect(approveBy(world, "Cleo")).toMatchObject({ ok: true });
  });

  it("may let pass what it does not flow into", () => {
    const world = supplied("other", [DRAFT, BESIDE, { id: "other" }, GATE, ACT]);
    expect(approveBy(world, "Bob")).toMatchObject({ ok: true });
  });

  it("is one author once, by whatever else they wrote, and of a run's answer always", () => {
    const world = supplied("draft");
    const names = (kind: "answer_release" | "budget") =>
      authorsAt(world.state, { kind }).map(({ name }) => name);
    expect(names("answer_release")).toEqual(["Ada", "Bob"]);
    expect(names("budget")).toEqual(["Ada"]);
    world.state.planAuthor = person("Bob");
    expect(names("answer_release")).toEqual(["Ada", "Bob"]);
  });

  it("is none of a result that is no longer theirs, that a worker gave, or in the place of a control's answer", () => {
    const world = supplied("draft");
    const { draft, g } = world.state.tasks;
    const names = () => authorsAt(world.state, { kind: "answer_release" }).map(({ name }) => name);
    const endorsed = { how: "supplied", by: person("Cleo"), at: 1, reason: "so" } as const;
    Object.assign(g ?? {}, { status: "succeeded", endorsed });
    expect(names()).toEqual(["Ada", "Bob"]);
    Object.assign(draft ?? {}, { endorsed: { ...endorsed, by: { kind: "worker", id: "w" } } });
    expect(names()).toEqual(["Ada"]);
    Object.assign(draft ?? {}, { endorsed: { ...endorsed, how: "accepted" } });
    expect(names()).toEqual(["Ada"]);
    Object.assign(draft ?? {}, { endorsed, status: "pending" });
    expect(names()).toEqual(["Ada"]);
  });

  it("may not decide a held review of it otherwise", () => {
    const plan = planOf(DRAFT, { id: "r", type: "planning_review", dependsOn: ["draft"] });
    const settings = { ...four, reviewMode: "hold", reviewHoldMs: 60_000 } as const;
    const world = new RunWorld({ plan, settings, by: person("Ada") });
    world.start();
    const value = storeValue("mallory").stored;
    const said = { type: "supply_result", taskId: "draft", value, reason: "so", by: voter("Bob") } as const;
    world.send(said, person("Bob"));
    world.start();
    const proposal = { decision: "ABORT" as const, reasoning: "bad", answers: [], reviewer: "r" };
    world.send({ type: "review_read", proposal, ...world.keyOf("r") });
    const review = world.state.tasks.r;
    expect(review && heldNotBy(world.state, review).map(({ name }) => name)).toEqual(["Ada", "Bob"]);
    const instead = { type: "override_review", taskId: "r", decision: "CONTINUE", reason: "well" } as const;
    expect(world.send({ ...instead, by: voter("Bob") }, person("Bob"))).toMatchObject(FORBIDDEN);
    expect(world.send({ ...instead, by: voter("Cleo") }, person("Cleo"))).toMatchObject({ ok: true });
  });
});
