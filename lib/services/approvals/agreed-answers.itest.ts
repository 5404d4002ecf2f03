import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@/lib/core/json";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
});
afterAll(() => world.close());

type Setup = { gate?: JsonObject; task?: JsonObject; shown?: Json };

/** A gate that Mia's mission asks. */
async function openGate({ gate = {}, task = {}, shown = "v2" }: Setup) {
  const actor = world.person({ name: "Mia" });
  const asking = {
    id: "g",
    type: "human_review",
    input: "May it go live?",
    gate,
    onFailure: "skip",
    ...task,
  };
  const { runId } = await world.services.runs.create({
    actor,
    input: { plan: { title: "Gate", tasks: [asking] }, settings: { summarizer: "off" } },
  });
  await world.work(runId, { g: shown });
  const { items } = await world.services.approvals.list({ actor, input: { runId } });
  const [asked] = items;
  if (!asked) throw new Error("no gate opened");
  return asked;
}

const look = (approvalId: string) =>
  world.services.approvals.get({ actor: world.person(), input: { approvalId } });

type Answer = Omit<Parameters<ServiceWorld["services"]["approvals"]["decide"]>[0]["input"], "approvalId">;
const decide = (name: string, approvalId: string, answer: Answer) =>
  decideAsShown(world.services, { actor: world.person({ name }), input: { approvalId, ...answer } });

describe("an answer on which two people have to agree", () => {
  const form = { type: "object", required: ["region"], properties: { region: { type: "string" } } };
  const big = { region: "eu", note: "n".repeat(9_000) };

  it("is proposed, shown in full with who voted, and given by who agrees with it by its digest", async () => {
    const { id, runId, digest } = await openGate({ gate: { quorum: 2, form } });
    expect(await decide("Ada", id, { verb: "respond", value: big, comment: "Near us" })).toMatchObject({
      status: "waiting",
      open: true,
      progress: expect.stringContaining("1 of 2 agreed on “{'region':'eu'"),
    });
    expect(await decide("Bob", id, { verb: "respond", value: { region: "us" } })).toMatchObject({
      open: true,
    });
    const { proposals = [], terms } = await look(id);
    expect(proposals).toMatchObject([
      { verb: "respond", value: big, by: [{ name: "Ada" }], needed: 2 },
      { verb: "respond", value: { region: "us" }, by: [{ name: "Bob" }], needed: 2 },
    ]);
    expect(terms.votes).toMatchObject([{ comment: "Near us", digest }, { digest }]);
    const report = await world.services.runs.report({ actor: world.person(), input: { runId } });
    expect(report.openApprovals[0]?.proposals).toEqual(proposals);
    const agree = proposals[0]?.digest ?? "";
    for (const [given, message] of [
      [{ agree: "0".repeat(64) }, "Nobody proposes this answer here."],
      [{ agree, value: { region: "us" } }, "or bring an answer of your own"],
    ] as const)
      await expect(decide("Bob", id, { verb: "respond", ...given })).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining(message),
      });
    await expect(
      world.services.approvals.decide({
        actor: world.person({ name: "Bob" }),
        input: { approvalId: id, verb: "respond", agree },
      }),
    ).rejects.toMatchObject({ code: "invalid_input", message: expect.stringContaining("digest") });
    expect(await decide("Bob", id, { verb: "respond", agree })).toMatchObject({
      open: false,
      progress: expect.stringContaining("2 of 2 agreed on"),
    });
    const done = await world.services.runs.report({ actor: world.person(), input: { runId } });
    expect(done.results.g).toEqual(big);
    expect(await look(id)).not.toHaveProperty("proposals");
  });

  it("is an edited value, too, and none that does not fit", async () => {
    const { id, runId } = await openGate({
      gate: { quorum: 2 },
      task: { outputSchema: "{rows :int}" },
      shown: { rows: 3 },
    });
    await expect(decide("Ada", id, { verb: "edit", value: { rows: "x" } })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await decide("Ada", id, { verb: "edit", value: { rows: 4 } });
    expect(await decide("Bob", id, { verb: "approve" })).toMatchObject({
      progress: "1 of 2 agreed on “{'rows':4}” (Ada); 1 of 2 approved by Bob",
    });
    await decide("Bob", id, { verb: "edit", value: { rows: 4 } });
    const { results } = await world.services.runs.report({ actor: world.person(), input: { runId } });
    expect(results.g).toEqual({ rows: 4 });
  });
});
