import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, type Capability, localPerson } from "@/lib/auth/actor";
import { CAPABILITIES } from "@/lib/core/capabilities";
import type { RunState } from "@/lib/core/run";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { voterOf } from "../context";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world?.close());

const GATE = { id: "g", title: "Gate", type: "human_review", input: "May it go out?" };

/** A run whose gate is open, and what answers it. */
async function asked(gate: object = {}) {
  const plan = { title: "P", tasks: [{ ...GATE, gate }] };
  const input = { plan, settings: { summarizer: "off" } };
  const { runId } = await world.services.runs.create({ actor: localPerson, input: input as never });
  await world.work(runId);
  const { items } = await world.services.approvals.list({ actor: localPerson, input: { runId } });
  const { id: approvalId = "", digest = "" } = items[0] ?? {};
  const stateOf = async () => (await world.deps.runStore.peek(runId)) as RunState;
  return { runId, approvalId, digest, stateOf };
}
/** A caller by a key, let in before that was revoked, as a request is whose body is long on its way. */
async function admitted(name: string, capabilities: Capability[]) {
  const { secret, key } = await world.services.keys.create({
    actor: localPerson,
    input: { name, capabilities },
  });
  const actor = (await world.keys.callerOf(secret)) as Actor;
  const revoke = () => world.services.keys.revoke({ actor: localPerson, input: { keyId: key.keyId } });
  return { actor, revoke };
}

test("an answer by a key that was revoked since its request was let in does not count", async () => {
  const { approvalId, digest, stateOf } = await asked();
  const { actor, revoke } = await admitted("Zoe", ["review"]);
  await revoke();
  const input = { approvalId, digest, verb: "approve" as const };
  await expect(world.services.approvals.decide({ actor, input })).rejects.toMatchObject({
    code: "unauthenticated",
  });
  expect(Object.keys((await stateOf()).openApprovals)).toEqual([approvalId]);
  const refused = await world.database.sql`
    select accepted, details from audit_log where actor->>'id' = ${actor.id} and action = 'decide_approval'`;
  expect(refused).toMatchObject([{ accepted: false, details: { refused: "unauthenticated" } }]);
});

test("nor does a command", async () => {
  const { runId } = await asked();
  const { actor, revoke } = await admitted("Yan", ["operate"]);
  await revoke();
  await expect(world.services.runs.command({ actor, input: { runId, type: "pause" } })).rejects.toMatchObject(
    { code: "unauthenticated" },
  );
  await expect(
    world.services.runs.create({ actor, input: { mission: "Do it" } as never }),
  ).rejects.toMatchObject({ code: "unauthenticated" });
});

type Write = (actor: Actor, runId: string) => Promise<unknown>;
const WRITES: [string, Write][] = [
  [
    "a policy",
    (actor) =>
      world.services.policies.save({
        actor,
        input: { scope: { kind: "workspace" }, name: "None", policy: {} } as never,
      }),
  ],
  ["a limit", (actor) => world.services.spending.change({ actor, input: { capMicroUsd: 1 } })],
  [
    "a key",
    (actor) => world.services.keys.create({ actor, input: { name: "Child", capabilities: ["view"] } }),
  ],
  ["the end of a key", (actor) => world.services.keys.revoke({ actor, input: { keyId: "none" } })],
  [
    "a comment",
    (actor, runId) => {
      const target = { kind: "plan" } as const;
      return world.services.comments.add({ actor, input: { runId, target, version: 1, text: "So" } });
    },
  ],
  ["a view", (actor) => world.services.views.save({ actor, input: { name: "Mine", query: "owner=me" } })],
  [
    "the end of a run",
    (actor, runId) => world.services.runs.deleteMany({ actor, input: { runIds: [runId] } }),
  ],
  [
    "a file",
    (actor) => {
      const content = new Uint8Array([97]);
      return world.services.attachments.add({
        actor,
        input: { name: "a.txt", type: "text/plain", content } as never,
      });
    },
  ],
];

test.each(WRITES)("nor is %s written", async (name, write) => {
  const { runId } = await asked();
  const { actor, revoke } = await admitted(`Writer of ${name}`, [...CAPABILITIES]);
  await revoke();
  await expect(write(actor, runId)).rejects.toMatchObject({ code: "unauthenticated" });
});

test("nor an earlier vote by one, however lately it was revoked", async () => {
  const { runId, approvalId, digest, stateOf } = await asked({ quorum: 2 });
  const [una, vic] = [await admitted("Una", ["review"]), await admitted("Vic", ["review"])];
  const people = [una, vic].map(({ actor }) => ({ ...actor, roles: [], capabilities: CAPABILITIES }));
  const vote = async ({ actor }: typeof una) => {
    const { id, name } = actor;
    const command = {
      ...({ type: "decide_approval", verb: "approve", provenance: "person" } as const),
      approvalId,
      digest,
      by: voterOf(actor),
      people: [...people],
    };
    const envelope = { id: `vote-${name}`, actor: { kind: "person", id, name }, command } as const;
    const { replies } = await world.deps.runStore.transition(runId, [{ envelope }]);
    return replies[0]?.ok;
  };
  expect(await vote(una)).toBe(true);
  await una.revoke();
  expect(await vote(vic)).toBe(true);
  const state = await stateOf();
  expect(Object.keys(state.openApprovals)).toEqual([approvalId]);
  expect(state.approvals[approvalId]?.votes).toMatchObject([{ by: { name: "Vic" } }]);
});

test("an answer that was taken stays so, also when it is sent again after its key was revoked", async () => {
  const { approvalId, digest } = await asked();
  const { actor, revoke } = await admitted("Wim", ["review"]);
  const answer = () =>
    world.services.approvals.decide({
      actor,
      commandId: `${actor.id}/once`,
      input: { approvalId, digest, verb: "approve" },
    });
  const first = await answer();
  await revoke();
  expect(await answer()).toEqual(first);
});
