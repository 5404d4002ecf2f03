import { describe, expect, it } from "vitest";
import { rendered } from "../fixtures";
import { refiner } from ".";

const NOTHING = { modify: [], add: [], skip: [] };
const parse = (answer: unknown) =>
  refiner.parse(typeof answer === "string" ? answer : JSON.stringify(answer));

it("gives what has ended, what is left, and what of it stays as it is", async () => {
  const prompt = refiner.buildPrompt({
    mission: "Ship the shop",
    date: "2026-09-23",
    constraints: "Never on a Friday",
    results: [{ id: "build", title: "Build", status: "succeeded", value: { image: "shop:2" } }],
    completed: [{ id: "plan", title: "Plan", preview: "one page" }],
    remaining: [
      { id: "check", title: "Check it", input: "Check shop:1", status: "pending" },
      { id: "release", title: "Release it", type: "human_review", status: "pending", fixed: true },
    ],
    agents: { tester: { prompt: "You test.", tools: [] } },
    obligations: [{ control: "release", needs: "human_review by a person", holdsBack: ["(answer)"] }],
    peopleSaid: ["Anna: mind the load."],
  });
  await expect(rendered(prompt)).toMatchFileSnapshot("./refiner.golden.txt");
});

describe("reading a refinement", () => {
  it("takes that nothing has to change, whatever else stands there", () => {
    const said = { needed: "no", skip: [{ taskId: "a", reason: "gone" }], summary: "It still fits." };
    expect(parse(said)).toEqual({
      ok: true,
      value: { needed: false, items: NOTHING, summary: "It still fits." },
    });
  });

  it("takes changes, with what they leave as it is left out", () => {
    const modify = [
      { taskId: "a", input: { image: "shop:2" }, title: " ", reason: "it is shop:2 now" },
      { id: "b", title: "Check shop:2", details: "under load", reason: "so" },
      { taskId: 7, input: "x" },
    ];
    expect(parse({ needed: true, modify })).toMatchObject({
      value: {
        items: {
          modify: [
            { taskId: "a", input: { image: "shop:2" }, reason: "it is shop:2 now" },
            { taskId: "b", title: "Check shop:2", details: ["under load"], reason: "so" },
          ],
        },
        summary: "",
      },
    });
  });

  it("takes new tasks as those of any plan, flat ones too, with what they come after", () => {
    const add = [
      {
        task: { id: "warm", title: "Warm up", input: "Warm {{results.build}}" },
        after: ["build"],
        reason: "cold",
      },
      { id: "tell", title: "Tell", input: "Tell them", dependsOn: ["warm"], after: "check", reason: "asked" },
    ];
    expect(parse({ needed: true, add, skip: [{ taskId: "check", reason: "done" }] })).toMatchObject({
      ok: true,
      value: {
        items: {
          add: [
            { task: { id: "warm", type: "task", agent: "default" }, after: ["build"], reason: "cold" },
            { task: { id: "tell", dependsOn: ["warm"] }, after: ["check"], reason: "asked" },
          ],
          skip: [{ taskId: "check", reason: "done" }],
        },
      },
    });
  });

  it("reads no more than eight of each", () => {
    const skip = Array.from({ length: 12 }, (_, n) => ({ taskId: `t${n}`, reason: "" }));
    const read = parse({ needed: true, skip });
    expect(read.ok && read.value.items.skip).toHaveLength(8);
  });

  it.each([
    ["no object", "Nothing to change.", "needed"],
    ["no word on whether it is needed", { modify: [] }, "needed"],
    ["new tasks that are none", { needed: true, add: [{ task: { id: "x", type: "no such" } }] }, "add"],
  ])("asks again for %s", (_, answer, problem) => {
    expect(parse(answer)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });
});
