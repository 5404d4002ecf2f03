import { afterAll, beforeAll, expect, it } from "vitest";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

const GATE = { id: "g", title: "Send it?", type: "human_review" };
const SEND = { id: "send", title: "Send", input: "Send", dependsOn: ["g"] };
const person = (name: string) => world.person({ name });
const body = (title: string, ...tasks: object[]) => ({ title, tasks });

/** Starts a run of the template under four eyes, by somebody who wrote nothing of it; the answers of others to its gate. */
async function startedBy(templateId: string) {
  const olga = world.person({ name: "Olga", capabilities: ["view", "operate"] });
  const input = { template: { templateId }, settings: { fourEyes: true } };
  const { runId } = await world.services.runs.create({ actor: olga, input });
  await world.work(runId);
  const [asked] = (await world.services.approvals.list({ actor: person("Ada"), input: { runId } })).items;
  const { id: approvalId = "", digest = "" } = asked ?? {};
  const answer = (name: string) =>
    world.services.approvals.decide({ actor: person(name), input: { approvalId, digest, verb: "approve" } });
  return { runId, answer };
}
const forbidden = { code: "forbidden" };

it("who wrote a template is an author of the runs that begin with it: under four eyes another lets the work pass", async () => {
  const written = { name: "Signed", body: body("Signed", GATE, SEND) };
  const { templateId } = await world.services.templates.save({ actor: person("Bob"), input: written });
  const { answer } = await startedBy(templateId);
  await expect(answer("Bob")).rejects.toMatchObject(forbidden);
  await answer("Ada");
});

it("so is one whose work stands in it still, when another saves the next version, or takes it from their run", async () => {
  const { templates, runs } = world.services;
  const { templateId } = await templates.save({
    actor: person("Bob"),
    input: { name: "Next", body: body("Next", GATE, SEND) },
  });
  const next = (version: number, ...tasks: object[]) =>
    templates.save({
      actor: person("Cy"),
      input: { templateId, expectedVersion: version, body: body(`Version ${version + 1}`, ...tasks) },
    });
  await next(1, GATE, SEND);
  const second = await startedBy(templateId);
  await expect(second.answer("Bob")).rejects.toMatchObject(forbidden);
  await expect(second.answer("Cy")).rejects.toMatchObject(forbidden);
  await next(
    2,
    { ...GATE, id: "other", title: "Post it?" },
    { id: "post", title: "Post", input: "Post", dependsOn: ["other"] },
  );
  await (await startedBy(templateId)).answer("Bob");
  const { runId } = await runs.create({ actor: person("Bob"), input: { plan: body("Own", GATE, SEND) } });
  const taken = await templates.save({ actor: person("Cy"), input: { name: "Taken", from: { runId } } });
  const third = await startedBy(taken.templateId);
  await expect(third.answer("Bob")).rejects.toMatchObject(forbidden);
});
