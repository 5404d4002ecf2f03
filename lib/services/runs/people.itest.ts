import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBlobs } from "@/db/queries/read-blobs";
import { nextEffects } from "@/lib/core/run";
import type { WorkerCommand } from "@/lib/core/run/commands";
import type { Proposal } from "@/lib/core/run/events/reviews";
import { statedReason } from "@/lib/core/run/reasons";
import type { RunState } from "@/lib/core/run/state";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const plan = {
  title: "Reviewed",
  tasks: [
    { id: "a", title: "First", input: "go" },
    { id: "r", title: "Check", type: "planning_review", dependsOn: ["a"], review: { focus: "All well?" } },
    { id: "z", title: "Last", input: "go", dependsOn: ["r"] },
  ],
};
const goOn: Proposal = { decision: "CONTINUE", reasoning: "All well.", answers: [], reviewer: "reviewer" };
const tail = { title: "Tail", tasks: [{ id: "y", title: "Better", input: "{{results.a}}" }] };
const wrongTail = {
  title: "Tail",
  tasks: [{ id: "y", title: "Better", input: "go", dependsOn: ["nobody"] }],
};

type Command = Parameters<ServiceWorld["services"]["runs"]["command"]>[0]["input"];
type Decision = Parameters<ServiceWorld["services"]["approvals"]["decide"]>[0]["input"];

const command = (input: Command, actor = world.person()) => world.services.runs.command({ actor, input });
const decide = (input: Decision) => decideAsShown(world.services, { actor: world.person(), input });
const stateOf = async (runId: string): Promise<RunState> =>
  (await world.services.runs.snapshot({ actor: world.person(), input: { runId } })).state;

/** A run whose review has proposed to go on: held for a long time, or before a person. */
async function reviewed(reviewMode: "hold" | "manual"): Promise<string> {
  const { runId } = await world.services.runs.create({
    actor: world.person(),
    input: { plan, settings: { reviewMode, reviewHoldMs: 3_600_000, replanCooldownMs: 0 } },
  });
  const { epoch } = await world.work(runId);
  const send = async (id: string, one: WorkerCommand) => {
    const actor = { kind: "worker" as const, id: "w1" };
    const { state } = await world.deps.runStore.transition(runId, [
      { envelope: { id: `${runId}-${id}`, actor, command: one } },
    ]);
    return state;
  };
  const [review] = nextEffects(await stateOf(runId)).filter((effect) => effect.kind === "review");
  if (review?.kind !== "review") throw new Error("no review is wanted");
  const { key } = review;
  await send("start", { type: "start", keys: [key], epoch });
  await send("read", { type: "review_read", key, taskId: "r", attempt: 1, proposal: goOn });
  return runId;
}

async function gateOf(runId: string) {
  const { items } = await world.services.approvals.list({ actor: world.person(), input: { runId } });
  if (!items[0]) throw new Error("no gate is open");
  return items[0];
}

const blobOf = async (digest: string | undefined) =>
  (await readBlobs(world.deps.db, { workspaceId: "local", digests: [digest ?? ""] })).get(digest ?? "");

/** The digest of the held decision as its context shows it now. */
async function heldDigest(runId: string) {
  const input = { runId, taskId: "r" };
  return (await world.services.approvals.context({ actor: world.person(), input })).heldDigest;
}

describe("overriding a held review", () => {
  it("is read with how people decided reviews before, until it is decided itself", async () => {
    const actor = world.person();
    const agreementAt = async (runId: string) =>
      (await world.services.approvals.context({ actor, input: { runId, taskId: "r" } })).agreement;
    const first = await reviewed("hold");
    const before = await agreementAt(first);
    const agree = { type: "override_review" as const, taskId: "r", decision: "CONTINUE" as const };
    await command({ runId: first, ...agree, digest: await heldDigest(first), reason: "So." });
    expect(await agreementAt(first)).toBeUndefined();
    expect(await agreementAt(await reviewed("hold"))).toEqual({
      decided: (before?.decided ?? Number.NaN) + 1,
      agreed: (before?.agreed ?? Number.NaN) + 1,
    });
  });

  it("is of what the context shows, and of nothing else", async () => {
    const runId = await reviewed("hold");
    const input = { runId, taskId: "r" };
    const { heldDigest: digest } = await world.services.approvals.context({ actor: world.person(), input });
    const agree = { type: "override_review" as const, ...input, decision: "CONTINUE" as const };
    await expect(command({ ...agree, digest: `${digest}0` })).rejects.toMatchObject({
      code: "superseded",
      details: { digest },
    });
    expect(Object.keys((await stateOf(runId)).held)).toEqual(["r"]);
    await expect(command(agree)).rejects.toMatchObject({
      code: "invalid_input",
      message: "Send the digest of what you were shown: the context of the decision has it as `heldDigest`.",
    });
    await command({ ...agree, ...(digest !== undefined && { digest }) });
    expect((await stateOf(runId)).tasks.r?.status).toBe("succeeded");
    const later = await world.services.approvals.context({ actor: world.person(), input });
    expect(later.heldDigest).toBeUndefined();
  });

  it("needs a reason and the right to review", async () => {
    const runId = await reviewed("hold");
    const override = { runId, type: "override_review" as const, taskId: "r", decision: "ABORT" as const };
    await expect(command(override)).rejects.toMatchObject({ code: "invalid_input" });
    const operator = world.person({ capabilities: ["operate", "view"] });
    await expect(command({ ...override, reason: "no" }, operator)).rejects.toMatchObject({
      code: "forbidden",
      details: { capability: "review" },
    });
    expect(await command({ ...override, reason: "It is wrong." })).toMatchObject({ status: "aborted" });
  });

  it("takes a tail as text or JSON, and refuses one that the plan cannot take before anything is decided", async () => {
    const runId = await reviewed("hold");
    const digest = await heldDigest(runId);
    const seen = { digest, expectedPlanVersion: 1 };
    const override = { runId, type: "override_review", taskId: "r", decision: "REPLAN", ...seen } as const;
    const reason = "There is a better way.";
    const before = await stateOf(runId);
    const wrong = command({ ...override, reason, tail: wrongTail });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_plan" });
    expect((await stateOf(runId)).seq).toBe(before.seq);
    await command({ ...override, reason, tail: JSON.stringify(tail) });
    const cause = (await stateOf(runId)).replan?.cause;
    expect(cause).toMatchObject({ trigger: "review", taskId: "r" });
    expect(await blobOf(cause?.tail)).toMatchObject({ tasks: [{ id: "y", title: "Better" }] });
  });

  it("goes with a tail for REPLAN alone", async () => {
    const runId = await reviewed("hold");
    const digest = await heldDigest(runId);
    const override = { runId, type: "override_review", taskId: "r", digest, reason: "So." } as const;
    await expect(command({ ...override, decision: "CONTINUE", tail })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("deciding a review's gate", () => {
  it("takes a tail with REPLAN, checked first", async () => {
    const runId = await reviewed("manual");
    const { id: approvalId, digest } = await gateOf(runId);
    const seen = { digest, expectedPlanVersion: 1 };
    const replan = { approvalId, ...seen, verb: "REPLAN", comment: "There is a better way." };
    await expect(decide({ ...replan, tail: wrongTail })).rejects.toMatchObject({
      code: "invalid_plan",
      details: { issues: [{ code: "missing_dependency", taskId: "y" }, {}] },
    });
    await decide({ ...replan, tail });
    const { replan: current } = await stateOf(runId);
    expect(await blobOf(current?.cause.tail)).toMatchObject({ tasks: [{ id: "y" }] });
  });

  it("takes the final result with COMPLETE", async () => {
    const runId = await reviewed("manual");
    const { id: approvalId } = await gateOf(runId);
    await decide({ approvalId, verb: "COMPLETE", comment: "Enough.", value: "It was done already." });
    expect((await stateOf(runId)).answer).toMatchObject({ inline: "It was done already." });
  });
});

describe("asking for a replan", () => {
  it("keeps the instruction as the cause", async () => {
    const runId = await reviewed("manual");
    await command({
      runId,
      type: "request_replan",
      instruction: "Use the other server.",
      expectedPlanVersion: 1,
    });
    const { replan } = await stateOf(runId);
    expect(replan?.cause).toMatchObject({ trigger: "person", reason: statedReason("Use the other server.") });
  });

  it("is refused with both versions when the person saw another plan", async () => {
    const runId = await reviewed("manual");
    await expect(
      command({ runId, type: "request_replan", instruction: "x", expectedPlanVersion: 2 }),
    ).rejects.toMatchObject({ code: "conflict", details: { expected: 2, current: 1 } });
  });
});
