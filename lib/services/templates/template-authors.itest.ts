import { afterAll, beforeAll, expect, it } from "vitest";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

it("who wrote a template is an author of the runs that begin with it: under four eyes another lets the work pass", async () => {
  const gate = { id: "g", title: "Send it?", type: "human_review" };
  const rest = { id: "send", title: "Send", input: "Send", dependsOn: ["g"] };
  const bob = world.person({ name: "Bob" });
  const written = { name: "Signed", body: { title: "Signed", tasks: [gate, rest] } };
  const { templateId } = await world.services.templates.save({ actor: bob, input: written });
  const olga = world.person({ name: "Olga", capabilities: ["view", "operate"] });
  const input = { template: { templateId }, settings: { fourEyes: true } };
  const { runId } = await world.services.runs.create({ actor: olga, input });
  await world.work(runId);
  const [asked] = (await world.services.approvals.list({ actor: bob, input: { runId } })).items;
  const { id: approvalId = "", digest = "" } = asked ?? {};
  const answer = (actor: typeof bob) =>
    world.services.approvals.decide({ actor, input: { approvalId, digest, verb: "approve" } });
  await expect(answer(bob)).rejects.toMatchObject({ code: "forbidden" });
  await answer(world.person({ name: "Ada" }));
});
