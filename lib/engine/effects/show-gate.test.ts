import { expect, it } from "vitest";
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
    shown: approval.shown && "inline" in approval.shown && approval.shown.inline,
  };
}

it.each<[string, unknown, unknown]>([
  ["one placeholder alone is that result itself", "{{results.count}}", { n: 1 }],
  ["a result stands in a text as it is", "There are {{results.count.n}}.", "There are 1."],
  ["without an input there are the results before it", "", { count: { n: 1 }, doubt: null }],
])("what is shown: %s", async (_, input, shown) => {
  expect(await opened({ input, prompt: "Right?" })).toEqual({ prompt: "Right?", shown });
});

it.each([
  ["Are {{results.count.n}} enough?", "Are 1 enough?"],
  ["{{results.count}}", '{"n":1}'],
  ["Go on without {{results.doubt}}?", expect.stringContaining("without (skipped: ")],
])("the question %s is put without the tags of prompts", async (prompt, asked) => {
  expect(await opened({ prompt })).toMatchObject({ prompt: asked });
});
