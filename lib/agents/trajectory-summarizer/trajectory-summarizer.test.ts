import { describe, expect, it } from "vitest";
import { rendered } from "../fixtures";
import { trajectorySummarizer } from ".";

const task = { id: "deploy", title: "Deploy", details: ["Wait for health"], input: "Deploy v1" };

describe("the prompt of the summarizer of trajectories", () => {
  it("gives the task, what an earlier summary says, and the steps after those", async () => {
    const prompt = trajectorySummarizer.buildPrompt({
      mission: "Ship the shop",
      task,
      earlier: {
        goals: ["Get v1 healthy"],
        facts: { "image built": "shop:1" },
        pending: ["the migration"],
        lastOutputDigest: "The image is 80 MB.",
        note: "",
      },
      steps: [
        {
          step: 4,
          said: ["Leave production alone."],
          thought: "I deploy and look at the logs.",
          calls: [
            { tool: "deploy", args: { version: "v1" }, gave: { address: "https://shop.example" } },
            { tool: "read_logs", args: {}, failed: "read_logs timed out" },
          ],
        },
        { step: 5, thought: "", calls: [{ tool: "look", args: { at: 1 } }], refused: "Unknown tool." },
      ],
    });
    await expect(rendered(prompt)).toMatchFileSnapshot("./trajectory-summarizer.golden.txt");
  });
});

const full = {
  goals: ["Get v1 healthy"],
  facts: { image: "shop:1" },
  pending: ["logs"],
  lastOutputDigest: "It is deployed.",
  note: "Retrying does not help.",
};
const asAsked = { ...full, facts: [{ name: "image", value: "shop:1" }] };

describe("reading its summary", () => {
  it.each<[string, string]>([
    ["as it is asked for", JSON.stringify(asAsked)],
    ["with facts as an object", JSON.stringify(full)],
    ["in a code fence, after some words", `Here:\n\`\`\`json\n${JSON.stringify(asAsked)}\n\`\`\``],
    [
      "in snake_case, with single texts for lists",
      JSON.stringify({
        goals: full.goals[0],
        facts: asAsked.facts,
        pending: "logs",
        last_output_digest: full.lastOutputDigest,
        note: full.note,
      }),
    ],
  ])("takes one %s", (_, text) => {
    expect(trajectorySummarizer.parse(text)).toEqual({ ok: true, value: full });
  });

  it("keeps both of two facts with the same name", () => {
    const facts = [
      { name: "tried", value: "a" },
      { name: "tried", value: "b" },
      { name: "tried", value: "c" },
    ];
    expect(trajectorySummarizer.parse(JSON.stringify({ facts }))).toMatchObject({
      value: { facts: { tried: "a", "tried (2)": "b", "tried (3)": "c" } },
    });
  });

  it("takes one that only notes something, and leaves out what was not said", () => {
    expect(trajectorySummarizer.parse(JSON.stringify({ facts: [], note: "Nothing was found." }))).toEqual({
      ok: true,
      value: { goals: [], facts: {}, pending: [], lastOutputDigest: "", note: "Nothing was found." },
    });
  });

  it.each([
    ["no object", "It went well.", "no JSON object"],
    ["facts as a text", JSON.stringify({ facts: "many" }), "facts must be"],
    ["facts without values", JSON.stringify({ facts: [{ name: "a" }] }), "facts must be"],
    ["facts that are texts", JSON.stringify({ facts: ["a"] }), "facts must be"],
    ["nothing at all", JSON.stringify({ facts: [] }), "says nothing"],
  ])("asks again for %s", (_, text, named) => {
    expect(trajectorySummarizer.parse(text)).toMatchObject({
      ok: false,
      problem: expect.stringContaining(named),
    });
  });
});
