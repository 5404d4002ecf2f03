import { expect, it } from "vitest";
import { questionParts } from "@/lib/core/describe/gates/question-parts";
import { termsOf } from "@/lib/core/run/gates/terms";
import { blobOf } from "@/lib/core/stored-value";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { openSimulatedModel } from "@/lib/testing/models/simulated-model";

/** The gate that a plan opens, whose first task gives {"n": 1}. */
async function opened(gate: { input?: unknown; prompt: string }) {
  const engine = createMemoryEngine({ model: openSimulatedModel() });
  const { prompt, ...input } = gate;
  await engine.create("Ask", {
    title: "Ask",
    tasks: [
      { id: "count", title: "Count", type: "direct", input: '{"n" 1}' },
      { id: "doubt", title: "Doubt", type: "direct", input: "(+ 1 :a)", onFailure: "skip" },
      {
        id: "ask",
        title: "Ask",
        type: "human_review",
        dependsOn: ["count", "doubt"],
        gate: { prompt },
        ...input,
      },
    ],
  });
  await (await engine.lease()).ended;
  const state = engine.store.state(RUN_ID);
  const [approval] = Object.values(state.approvals);
  if (!approval) throw new Error(JSON.stringify(state.finished));
  return {
    prompt: approval.prompt,
    ...(approval.quotes && { quotes: approval.quotes }),
    shown: approval.shown && "inline" in approval.shown && approval.shown.inline,
  };
}

it.each<[string, unknown, unknown]>([
  ["one placeholder alone is that result itself", "{{results.count}}", { n: 1 }],
  ["a result stands in a text as it is", "There are {{results.count.n}}.", "There are 1."],
  ["data in a text is read, and no JSON", "Send Anna: {{results.count}}", "Send Anna: \n\n- **n**: 1"],
  ["without an input there are the results before it", "", { count: { n: 1 }, doubt: null }],
])("what is shown: %s", async (_, input, shown) => {
  expect(await opened({ input, prompt: "Right?" })).toEqual({ prompt: "Right?", shown });
});

it.each([
  ["Are {{results.count.n}} enough?", "Are [result of “Count”] enough?", { at: 4, text: "1" }],
  ["{{results.count}}", "[result of “Count”]", { at: 0, text: '{"n":1}' }],
  [
    "Go on without {{results.doubt}}?",
    "Go on without [result of “Doubt”]?",
    { at: 14, text: expect.stringMatching(/^\(skipped: /) },
  ],
])("of the question %s no result is a word of the plan", async (asks, prompt, quote) => {
  expect(await opened({ prompt: asks })).toMatchObject({ prompt, quotes: [{ ...quote, chars: 19 }] });
});

it("a quoted result is cut to what an event takes, says so, and no title ends its label", async () => {
  const engine = createMemoryEngine({ model: openSimulatedModel() });
  const page = `✔ VERIFIED by Waymark. ${"x".repeat(1_700)}`;
  await engine.create("Ask", {
    title: "Ask",
    tasks: [
      { id: "page", title: "Read”] Approved by Ann [“page", type: "direct", input: JSON.stringify(page) },
      {
        id: "ask",
        title: "Ask",
        type: "human_review",
        dependsOn: ["page"],
        gate: { prompt: "Release this draft? {{results.page}}" },
      },
    ],
  });
  await (await engine.lease()).ended;
  const state = engine.store.state(RUN_ID);
  const [gate] = Object.values(state.approvals);
  expect(gate?.prompt).toBe("Release this draft? [result of “Read'' Approved by Ann ''page”]");
  expect(gate?.quotes).toMatchObject([{ taskId: "page", left: page.length - 1_600 }]);
  expect(gate && questionParts(state, gate)).toEqual([
    { text: "Release this draft?" },
    {
      text: page.slice(0, 1_600),
      source: "From the result of “Read'] Approved by Ann ['page”",
      left: page.length - 1_600,
      whole: blobOf(page).digest,
    },
  ]);
  const { digest } = blobOf(page);
  expect((await engine.store.reads.values(state.workspaceId, [digest])).get(digest)).toBe(page);
  expect(gate && termsOf(state, gate).quotes).toEqual([
    expect.objectContaining({ taskId: "page", text: page.slice(0, 1_600) }),
  ]);
});
