import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Actor, localPerson } from "@/lib/auth/actor";
import type { CreateKeyInput } from "@/lib/core/inputs/keys";
import type { JsonObject } from "@/lib/core/json";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { storedPolicies } from "@/lib/testing/engine/stored-workspaces";
import { MODEL, modelOf, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { createToolbox } from "@/lib/tools";
import { createServices, type Services } from "../registry";

/** A workspace with the local person and the keys that they make, as an installation is. */
let world: ServiceWorld;
let services: Services;
beforeAll(async () => {
  world = await openServiceWorld();
  const setup = { model: modelOf([MODEL]), tools: createToolbox([]) };
  services = createServices({ ...world.deps, workspaces: storedPolicies(world.database, setup) });
});
afterAll(() => world?.close());

const planWith = (gate: JsonObject, more: JsonObject = {}) => ({
  title: "Release",
  tasks: [{ id: "ok", type: "human_review", title: "May it go live?", gate, ...more }],
});
const TWO = planWith({ assignees: ["Anna", "Ben"], quorum: 2 });

const start = (plan: JsonObject, settings: JsonObject = {}, actor: Actor = localPerson) =>
  services.runs.create({ actor, input: { plan, settings } });

async function keyOf(input: CreateKeyInput) {
  const { secret, key } = await services.keys.create({ actor: localPerson, input });
  const revoke = () => services.keys.revoke({ actor: localPerson, input: { keyId: key.keyId } });
  return { actor: (await world.keys.callerOf(secret)) as Actor, revoke };
}

const refused = {
  code: "invalid_plan",
  details: { issues: [{ code: "gate_unpassable", taskId: "ok", choices: ["Local operator"] }] },
};

describe("a gate that nobody here can pass", () => {
  it("is found when a plan is read and validated, with whom it can be given to", async () => {
    const issue = { severity: "error", ...refused.details.issues[0] };
    expect(await services.plans.parse({ actor: localPerson, input: { plan: TWO } })).toMatchObject({
      plan: { title: "Release" },
      errors: [issue],
    });
    expect(
      (await services.plans.validate({ actor: localPerson, input: { plan: TWO } })).issues,
    ).toMatchObject([issue]);
  });

  it("begins no run, whoever asks; once the people exist it does", async () => {
    await expect(start(TWO)).rejects.toMatchObject({
      ...refused,
      message:
        'The plan cannot run: "May it go live?" takes 2 approvals of Anna, or Ben, and only Local operator can give ' +
        "one here. Keep it, and choose who shall answer instead: assignees among Local operator, and no more " +
        "approvals than people.",
    });
    const anna = await keyOf({ name: "Anna", capabilities: ["review"] });
    await expect(start(TWO)).resolves.toMatchObject({ runId: expect.any(String) });
    await anna.revoke();
    await expect(start(TWO)).rejects.toMatchObject(refused);
    await expect(start(planWith({ assignees: ["Anna", "Ben"] }))).resolves.toBeDefined();
  });

  it("is one that only its author could pass under four eyes, by the gate or by the run", async () => {
    const eyes = planWith({ fourEyes: true });
    const alone = { details: { issues: [{ code: "gate_unpassable", choices: [] }] } };
    await expect(start(eyes)).rejects.toMatchObject(alone);
    await expect(start(planWith({}), { fourEyes: true })).rejects.toMatchObject(alone);
    const operate = await keyOf({ name: "Deploys", capabilities: ["operate"] });
    await expect(start(eyes, {}, operate.actor)).resolves.toBeDefined();
    const cleo = await keyOf({ name: "Cleo", capabilities: ["review"], roles: ["lead"] });
    await expect(start(eyes)).resolves.toBeDefined();
    await cleo.revoke();
    await operate.revoke();
  });

  it("is not adopted by an edit, and one that is in force already keeps no edit of anything else", async () => {
    const ben = await keyOf({ name: "Ben", capabilities: ["review"] });
    const planAfter = (gate: JsonObject, title = "Wrap up") => ({
      tasks: [...planWith(gate).tasks, { id: "end", title, input: "go", dependsOn: ["ok"] }],
    });
    const { runId } = await start(planAfter({ quorum: 2 }));
    const edit = (plan: JsonObject, expectedPlanVersion: number) =>
      services.runs.command({
        actor: localPerson,
        input: { runId, type: "edit_plan", plan, expectedPlanVersion, reason: "because" },
      });
    await ben.revoke();
    await expect(edit(planAfter({ quorum: 3 }), 1)).rejects.toMatchObject(refused);
    await expect(edit(planAfter({ quorum: 2 }, "Hand over"), 1)).resolves.toBeDefined();
  });
});

describe("an open gate whose people have left", () => {
  it("is handed on by an administrator who reviews, in words, and is then answered under the same terms", async () => {
    const ben = await keyOf({ name: "Ben", capabilities: ["review"] });
    const cleo = await keyOf({ name: "Cleo", capabilities: ["review"] });
    const chief = await keyOf({ name: "Chief", capabilities: ["view", "review", "admin"] });
    const { runId } = await start(planWith({ assignees: ["Ben"], quorum: 2 }));
    const [approvalId = ""] = Object.keys((await world.work(runId)).openApprovals);
    const handOn = (actor: Actor, to: string[]) =>
      services.approvals.handOn({ actor, input: { approvalId, to, reason: "Ben has left" } });
    await expect(handOn(chief.actor, ["Cleo"])).rejects.toMatchObject({ code: "not_allowed_now" });
    await ben.revoke();
    await expect(handOn(cleo.actor, ["Cleo"])).rejects.toMatchObject({ code: "forbidden" });
    expect(await handOn(chief.actor, ["Cleo"])).toMatchObject({ runId, assignees: ["Ben", "Cleo"] });
    const decide = (actor: Actor) =>
      decideAsShown(services, { actor, input: { approvalId, verb: "approve" } });
    await expect(decide(chief.actor)).rejects.toMatchObject({ code: "forbidden" });
    expect(await decide(cleo.actor)).toMatchObject({ progress: "1 of 2 approved by Cleo" });
    expect((await decide(localPerson)).progress).toBe("2 of 2 approved by Cleo, Local operator");
    const { gone } = await services.system.people({ actor: localPerson, input: {} });
    expect(gone[0]).toMatchObject({ name: "Ben", how: "revoked", at: expect.any(Number) });
    await cleo.revoke();
    await chief.revoke();
  });
});
