import { expect, test, vi } from "vitest";
import { createMemoryEngine } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { silentLog } from "@/lib/testing/silent-log";

const summary = {
  finalAnswer: "All is done.",
  qualityScore: "0.9",
  qualityReasoning: "It is there.",
  needReplan: "no",
  replanReason: null,
  usedEvidence: ["a"],
};

test("an answer that was converted to its schema is taken, and its log line says what was", async () => {
  const model = createScriptedModel(({ role }) =>
    role === "summarizer"
      ? JSON.stringify(summary)
      : role === "planner"
        ? JSON.stringify({ title: "Plan", tasks: [{ id: "a", title: "A", input: "go" }] })
        : "done",
  );
  const info = vi.fn();
  const engine = createMemoryEngine({ model, log: { ...silentLog, info } });
  await engine.create("Do A", undefined, { summarizer: "on" });
  await (await engine.lease()).ended;
  const facts = { role: "summarizer", coerced: [expect.stringMatching(/0\.9/), expect.stringMatching(/no/)] };
  expect(info).toHaveBeenCalledWith(expect.objectContaining(facts), expect.any(String));
});
