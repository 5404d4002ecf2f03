import { expect, test } from "vitest";
import type { JsonObject } from "@/lib/core/json";
import { toolContext } from "@/lib/testing/tools/tool-context";
import { createToolbox } from ".";
import { askHuman } from "./ask-human";

const box = createToolbox([askHuman]);
const ask = (args: JsonObject) => box.run("ask_human", args, toolContext());

test.each<JsonObject>([
  { question: "Which colour?" },
  { question: "Which colour?", options: ["red", "blue"], timeoutSeconds: 60 },
  { question: "How many?", form: { type: "object", properties: { n: { type: "integer" } } } },
])("asks a person %j, and waits for what they say", async (args) => {
  expect(await ask(args)).toEqual({
    ok: false,
    code: "paused",
    pause: { reason: "await_input", payload: args },
  });
});

test.each<[string, JsonObject, string]>([
  ["nothing", { question: "  " }, "invalid_arguments"],
  ["with the same option twice", { question: "Which?", options: ["a", "a"] }, "invalid_arguments"],
  ["for ever and a day", { question: "Which?", timeoutSeconds: 2_592_001 }, "invalid_arguments"],
  ["with a form that no answer could fit", { question: "Which?", form: { type: "colour" } }, "failed"],
  ["with a form too large to show", { question: "Which?", form: { title: "x".repeat(3_000) } }, "failed"],
])("does not ask %s", async (_, args, code) => {
  expect(await ask(args)).toMatchObject({ ok: false, code });
});

test("says in one line what it would ask", () => {
  expect(box.summarize("ask_human", { question: "Which colour?" })).toBe("Ask a person: Which colour?");
});
