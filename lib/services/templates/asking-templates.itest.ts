import { afterAll, beforeAll, expect, it } from "vitest";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world?.close());

const WORK = { id: "work", title: "Work", input: "Work" };
const plan = (...tasks: object[]) => ({ title: "Plan", objective: "Work", tasks });

const olga = () => world.person({ name: "Olga", capabilities: ["view", "operate"] });
const save = (input: object, actor = olga()) =>
  world.services.templates.save({ actor, input: input as { name: string } });

it.each([
  ["a human gate", { type: "human_review", input: "Go?" }],
  ["a review that requires approval", { type: "planning_review", review: { requiresHumanApproval: true } }],
])("a template that asks people at %s gets its next version from who may review", async (kind, asking) => {
  const asks = plan({ id: "ask", title: "Ask", ...asking }, { ...WORK, dependsOn: ["ask"] });
  const { templateId } = await save({ name: `With ${kind}`, body: asks });
  const next = { templateId, expectedVersion: 1, body: plan(WORK) };
  await expect(save(next)).rejects.toMatchObject({ code: "forbidden" });
  expect(await save(next, world.person())).toMatchObject({ version: 2 });
  expect(await save({ ...next, expectedVersion: 2 })).toMatchObject({ version: 3 });
});

const gate = (of: object = {}) => ({ id: "ask", title: "Ask", type: "human_review", input: "Go?", gate: of });
const act = { ...WORK, agent: "mailer", dependsOn: ["ask"] };
const acting = (...tasks: object[]) => ({
  ...plan(...tasks),
  agents: { mailer: { prompt: "Mail", tools: ["http_request"] } },
});
const BOB = { assignees: ["Bob"] };

it.each<[string, object, object]>([
  ["drops its gate", BOB, acting({ ...act, dependsOn: [] })],
  ["asks others at it", BOB, acting(gate({ assignees: ["Eve"] }), act)],
  ["lets it pass in silence", BOB, acting(gate({ ...BOB, onTimeout: "approve", timeoutSeconds: 60 }), act)],
  ["asks another question", BOB, acting({ ...gate(BOB), input: "Fine?" }, act)],
  ["goes round it", BOB, acting(gate(BOB), { ...act, dependsOn: [] })],
  ["asks fewer people", { quorum: 2 }, acting(gate(), act)],
  ["takes no second pair of eyes", { fourEyes: true }, acting(gate(), act)],
])("the next version of a template that %s is up to the people of its gate", async (how, terms, body) => {
  const person = (name: string) => world.person({ name, capabilities: ["view", "operate", "review"] });
  const saveAs = (name: string, input: object) => save(input, person(name));
  const { templateId } = await saveAs("Bob", {
    name: `Template that ${how}`,
    body: acting(gate(terms), act),
  });
  const next = { templateId, expectedVersion: 1 };
  const refused = {
    code: "forbidden",
    message: expect.stringContaining("Runs of this template ask people or check results before they act"),
  };
  await expect(saveAs("Eve", { ...next, body })).rejects.toMatchObject(refused);
  const more = { id: "note", title: "Note", input: "Note", dependsOn: ["work"] };
  expect(await saveAs("Eve", { ...next, body: acting(gate(terms), act, more) })).toMatchObject({
    version: 2,
  });
  const own = saveAs("Bob", { ...next, expectedVersion: 2, body });
  // One person is neither several nor a second pair of eyes.
  if (terms === BOB) expect(await own).toMatchObject({ version: 3 });
  else await expect(own).rejects.toMatchObject(refused);
});

const ASKS = { rules: [{ tool: "deploy", path: "$", operator: "exists", effect: "ask" }] };

it.each([
  ["plan", "denies", { denied: ["deploy"] }],
  ["plan", "asks", ASKS],
  ["agent", "asks", ASKS],
])("so does one of kind %s with an agent whose policy %s", async (kind, what, policy) => {
  const sender = { prompt: "Send", tools: ["deploy"] };
  const name = `${kind} that ${what}`;
  const work = { id: "work", title: "Work", agent: "sender", input: kind === "agent" ? "" : "Work" };
  const bodyOf = (agent: object) => ({ ...plan(work), agents: { sender: agent } });
  const { templateId } = await save({ kind, name, body: bodyOf({ ...sender, policy }) });
  const next = { templateId, expectedVersion: 1, body: bodyOf(sender) };
  await expect(save(next)).rejects.toMatchObject({ code: "forbidden" });
  expect(await save(next, world.person())).toMatchObject({ version: 2 });
  expect(await save({ ...next, expectedVersion: 2 })).toMatchObject({ version: 3 });
});

const CHECKED = { ...WORK, verification: "(> (count result) 10)" };
const checked = (of: object = {}, behind: object = { dependsOn: ["work"] }) => ({
  ...plan({ ...CHECKED, ...of }, { ...WORK, id: "act", agent: "mailer", ...behind }),
  agents: { mailer: { prompt: "Mail", tools: ["http_request"] } },
});

it.each([
  ["drops a check before an act", checked({ verification: undefined })],
  ["lets a refused result pass", checked({ onVerificationFailure: "skip" })],
  ["acts without waiting for the check", checked({}, {})],
])("the next version of a template that %s takes the right to review", async (how, body) => {
  const { templateId } = await save({ name: `Template that ${how}`, body: checked() });
  const next = { templateId, expectedVersion: 1 };
  await expect(save({ ...next, body })).rejects.toMatchObject({ code: "forbidden" });
  expect(await save({ ...next, body: checked({ title: "Work well" }) })).toMatchObject({ version: 2 });
  expect(await save({ ...next, expectedVersion: 2, body }, world.person())).toMatchObject({ version: 3 });
});
