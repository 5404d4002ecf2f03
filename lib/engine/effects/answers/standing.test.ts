import { expect, test } from "vitest";
import type { Json } from "@/lib/core/json";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

const write = { id: "write", title: "Write the memo", input: "go" };
const gate = {
  id: "approve",
  title: "Approve the memo",
  type: "human_review",
  depends_on: ["write"],
  input: "{{results.write}}",
};
const plan = { title: "Memo", tasks: [write, gate] };
const summary = {
  finalAnswer: "{{results.write}}",
  qualityScore: 0.9,
  qualityReasoning: "",
  needReplan: false,
};

type Answer = { verb: "approve" | "reject" | "edit" | "respond"; comment?: string; value?: Json };

/** A memo that a person answers for, and the answers of a summarizer, the last again and again. */
async function answered(answer: Answer, ...finalAnswers: string[]) {
  return await answeredAt(gate, answer, ...finalAnswers);
}

/** The same, at this gate. */
async function answeredAt(asking: object, answer: Answer, ...finalAnswers: string[]) {
  const asked: string[] = [];
  const model = createScriptedModel(({ role = "", prompt, messages }) => {
    if (role === "planner")
      return JSON.stringify({ ...plan, tasks: [write, { ...asking, critical: false }] });
    if (role !== "summarizer") return `The memo, ${"word by word, ".repeat(30)}`.trim();
    asked.push(messages.length === 1 ? prompt : JSON.stringify(messages.at(-1)));
    const finalAnswer = finalAnswers[Math.min(asked.length, finalAnswers.length) - 1];
    return JSON.stringify({ ...summary, finalAnswer });
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Write a memo", undefined, { summarizer: "on" });
  await (await engine.lease()).ended;
  await engine.person({ type: "decide", ...answer });
  await (await engine.lease()).ended;
  const state = engine.store.state(RUN_ID);
  return {
    asked,
    results: readJsonBlock(asked[0] ?? "", "results") as object[],
    answer: state.answer?.preview,
  };
}

test("what a person sent back is not shown, and is not handed over although the answer names it", async () => {
  const { asked, results, answer } = await answered({ verb: "reject" }, "{{results.write}}");
  const standing = "a person sent it back at “Approve the memo”";
  expect(results[0]).toEqual({ id: "write", title: "Write the memo", status: "succeeded", standing });
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain("{{results.write}} may not be handed over");
  expect(answer).toBe(`(“Write the memo” is not handed over: ${standing}.)`);
});

test("of a changed result the person's stands, and an answer that names that hands it over", async () => {
  const own = { verb: "edit", value: "Mine." } as const;
  const { results, answer } = await answered(own, "{{results.write}}", "{{results.approve}}");
  expect(results).toMatchObject([
    { standing: expect.stringContaining("{{results.approve}} is what stands") },
    { value: "Mine." },
  ]);
  expect(answer).toBe("Mine.");
});

test("what was approved as it was stands once, and is handed over", async () => {
  const { asked, results, answer } = await answered({ verb: "approve" }, "{{results.write}}");
  expect(results).toMatchObject([{ value: expect.any(String) }, { sameAs: "write" }]);
  expect(results[1]).not.toHaveProperty("value");
  expect(asked).toHaveLength(1);
  expect(answer).toContain("The memo, word by word");
});

test("what a gate without an input lets pass is the results that it waits for, and they stand once", async () => {
  const { input: _input, ...asking } = gate;
  const { results } = await answeredAt(asking, { verb: "approve" }, "Done.");
  expect(results).toMatchObject([{ value: expect.any(String) }, { value: { write: { sameAs: "write" } } }]);
});

test("who writes the answer reads who answered a gate, and whom it had asked", async () => {
  const asking = { ...gate, gate: { prompt: "?", assignees: ["Pat"] } };
  const { results } = await answeredAt(asking, { verb: "approve" }, "Done.");
  expect(results[1]).toMatchObject({ id: "approve", answered: "Approved by Pat" });
});

test("an answer hands over a part of a result as an input does, and says what is not there", async () => {
  const { asked, answer } = await answeredAt(
    { ...gate, gate: { prompt: "?", form: { type: "object" } } },
    { verb: "respond", value: { text: "Dear all", to: ["Ines"] } },
    "{{results.approve.text}} / {{results.approve.to.0}} / {{results.approve.cc}} / {{results.gone}}",
  );
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain("{{results.approve.cc}} names no result, nor a part of one.");
  expect(answer).toBe(
    "Dear all / Ines / (“cc” of “Approve the memo” is not there.) / (“gone” is not there.)",
  );
});
