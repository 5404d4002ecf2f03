import { afterAll, beforeAll, expect, it } from "vitest";
import { type Actor, localPerson } from "@/lib/auth/actor";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world?.close());

async function callerWith(
  input: Parameters<typeof world.services.keys.create>[0]["input"],
  by = localPerson,
) {
  const { secret, key } = await world.services.keys.create({ actor: by, input });
  return { secret, key, actor: (await world.keys.callerOf(secret)) as Actor };
}

it("a key is asked by its name unless another working key has one like it, or a key made it", async () => {
  const nora = await callerWith({ name: "Nora", capabilities: ["admin"] });
  const made = await callerWith({ name: "Otto" }, nora.actor);
  expect([nora.actor.names, made.actor.names]).toEqual([["Nora"], []]);
  await expect(callerWith({ name: "Nоrа" })).rejects.toMatchObject({
    message: "The name Nоrа reads like Nora, which is taken. Choose another.",
  });
  // As an installation may have it from before names were compared by how they look.
  const { key } = await callerWith({ name: "Second" });
  await world.database.sql`update api_keys set name = 'Nоrа' where id = ${key.keyId}`;
  expect((await world.keys.callerOf(nora.secret))?.names).toEqual([]);
  await world.services.keys.revoke({ actor: localPerson, input: { keyId: key.keyId } });
  expect((await world.keys.callerOf(nora.secret))?.names).toEqual(["Nora"]);
});

it("a gate that names a key is answered by it, and by no key that one made under the name", async () => {
  const review = { title: "Ask", tasks: [{ id: "ok", type: "human_review", gate: { assignees: ["Anna"] } }] };
  const { runId } = await world.services.runs.create({ actor: localPerson, input: { plan: review } });
  await world.work(runId);
  const admin = await callerWith({ name: "Admin", capabilities: ["admin", "review"] });
  const posing = await callerWith({ name: "Anna", capabilities: ["review"] }, admin.actor);
  const mine = async (actor: Actor) =>
    (await world.services.approvals.list({ actor, input: { runId, assigned: "me" } })).items.length;
  const [{ id: approvalId = "", digest = "" } = {}] = (
    await world.services.approvals.list({ actor: localPerson, input: { runId } })
  ).items;
  const approve = (actor: Actor) =>
    world.services.approvals.decide({ actor, input: { approvalId, digest, verb: "approve" } });
  expect(await mine(posing.actor)).toBe(0);
  await expect(approve(posing.actor)).rejects.toMatchObject({ code: "forbidden" });
  await world.services.keys.revoke({ actor: localPerson, input: { keyId: posing.key.keyId } });
  const anna = await callerWith({ name: "Anna", capabilities: ["review"] });
  expect(await mine(anna.actor)).toBe(1);
  await expect(approve(anna.actor)).resolves.toMatchObject({ seq: expect.any(Number) });
});

it("a gate that asks the person by their id is answered by no key of that name", async () => {
  for (const name of ["local", "LOCAL", "Local operator"])
    await expect(callerWith({ name })).rejects.toMatchObject({ code: "conflict" });
  const review = {
    title: "Ask",
    tasks: [{ id: "ok", type: "human_review", gate: { assignees: ["local"] } }],
  };
  const { runId } = await world.services.runs.create({ actor: localPerson, input: { plan: review } });
  await world.work(runId);
  const [{ id: approvalId = "", digest = "" } = {}] = (
    await world.services.approvals.list({ actor: localPerson, input: { runId } })
  ).items;
  // As an installation may have it from before ids were compared.
  const { key, secret } = await callerWith({ name: "Posing", capabilities: ["review"] });
  await world.database.sql`update api_keys set name = 'local' where id = ${key.keyId}`;
  const posing = (await world.keys.callerOf(secret)) as Actor;
  const approve = (actor: Actor) =>
    world.services.approvals.decide({ actor, input: { approvalId, digest, verb: "approve" } });
  await expect(approve(posing)).rejects.toMatchObject({ code: "forbidden" });
  await expect(approve({ ...posing, names: ["local"] })).rejects.toMatchObject({ code: "forbidden" });
  await expect(approve(localPerson)).resolves.toMatchObject({ seq: expect.any(Number) });
});
