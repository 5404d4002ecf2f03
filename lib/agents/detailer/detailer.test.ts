import { describe, expect, it } from "vitest";
import { plan } from "@/lib/core/plan/schema";
import { deployTool, rendered } from "../fixtures";
import { detailer } from ".";

describe("the detailer's prompt", () => {
  it("holds the whole plan, the task, what came before it, and the tools of its agent", async () => {
    const prompt = detailer.buildPrompt({
      mission: "Ship the shop",
      constraints: "Never on a Friday",
      plan: plan.parse({
        title: "Ship",
        tasks: [
          { id: "build", title: "Build", input: "Build the image" },
          { id: "deploy", title: "Deploy", input: "Deploy {{results.build}}", dependsOn: ["build"] },
        ],
      }),
      task: { id: "deploy", title: "Deploy", agent: "default", input: "Deploy shop:1" },
      upstream: '<result of="build">shop:1</result>',
      tools: [deployTool],
    });
    await expect(rendered(prompt)).toMatchFileSnapshot("./detailer.golden.txt");
  });
});

describe("reading its answer", () => {
  it.each<[string, string, string[]]>([
    [
      "as it is asked for",
      '{"details": ["Deploy v1.", " Wait for health. "]}',
      ["Deploy v1.", "Wait for health."],
    ],
    ["after some words", 'Here:\n```json\n{"details": ["Deploy v1."]}\n```', ["Deploy v1."]],
    ["as a single text", '{"details": "Deploy v1."}', ["Deploy v1."]],
    ["with blank lines among them", '{"details": ["", "Deploy v1."]}', ["Deploy v1."]],
  ])("takes details %s", (_, text, details) => {
    const read = detailer.parse(text);
    expect(read.ok && read.value).toEqual({ details });
  });

  it.each([
    ["no object", "Just do it.", "no JSON object"],
    ["an empty list", '{"details": []}', "at least one"],
    ["no texts", '{"details": [1, null]}', "at least one"],
    ["too many", JSON.stringify({ details: Array.from({ length: 13 }, (_, n) => `Do ${n}`) }), "at most 12"],
    ["one that is an essay", JSON.stringify({ details: ["x".repeat(501)] }), "one sentence"],
  ])("asks again for %s", (_, text, named) => {
    expect(detailer.parse(text)).toMatchObject({ ok: false, problem: expect.stringContaining(named) });
  });
});
