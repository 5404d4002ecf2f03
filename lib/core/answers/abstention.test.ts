import { expect, it } from "vitest";
import { readAbstention } from "./abstention";

const ROWS = { type: "object", properties: { rows: { type: "array" } } };
const WORDS = { type: "object", additionalProperties: { type: "string" } };

it.each([
  ["alone", '{"cannot": "no file"}', ROWS, { cannot: "no file" }],
  ["without a form", '{"cannot": "no file"}', undefined, { cannot: "no file" }],
  ["as a value", { cannot: "no file" }, ROWS, { cannot: "no file" }],
  [
    "after what a tool said",
    'It gave {"error": "ENOENT"}: {"cannot": "no file"}',
    ROWS,
    { cannot: "no file" },
  ],
  ["after thinking", '<think>{"rows": []}?</think>{"cannot": "no file"}', ROWS, { cannot: "no file" }],
  ["in what only holds the answer", '{"answer": {"cannot": "no file"}}', ROWS, { cannot: "no file" }],
  ["beside filler", '{"rows": ["unknown"], "cannot": "no file"}', ROWS, { cannot: "no file" }],
  [
    "in words",
    "<think>Hm.</think>The task cannot be done: no file",
    ROWS,
    { cannot: "The task cannot be done: no file" },
  ],
  [
    "in words of its own",
    "I'm sorry, but I couldn't complete this task.",
    ROWS,
    { cannot: "I'm sorry, but I couldn't complete this task." },
  ],
])("reads why there can be no result: %s", (_name, answer, schema, read) => {
  expect(readAbstention(answer, schema)).toEqual(read);
});

it.each([
  ["a field of the schema", { cannot: "be" }, { ...ROWS, properties: { cannot: { type: "string" } } }],
  ["one word of many", { can: "kann", cannot: "kann nicht" }, WORDS],
  ["one field of data that has no form", { task: "x", cannot: "be moved" }, undefined],
  ["no reason", { cannot: " " }, ROWS],
  ["words where no form is asked for", "The task cannot be done: no file", undefined],
  ["words with data", 'The task cannot be done in one go: {"rows": [1]}', ROWS],
  ["words of another task", "I cannot do the second row. The task cannot be done twice.", ROWS],
  ["no text", { cannot: true }, ROWS],
  ["only named", "The plan says that tasks cannot: wait.", ROWS],
  ["before the result", '{"cannot": "no file"} was wrong: {"rows": []}', ROWS],
])("takes for an answer what is %s", (_name, answer, schema) => {
  expect(readAbstention(answer, schema)).toEqual({ answer });
});

it("gives the result of an answer in the form that holds either", () => {
  expect(readAbstention('{"result": {"rows": []}, "cannot": null}', ROWS)).toEqual({ answer: { rows: [] } });
  expect(readAbstention('{"result": null, "cannot": ""}', ROWS)).toEqual({ answer: null });
});
