import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json";
import { readAnswer } from ".";
import { objectAtEnd, wholeValue } from "./read-answer";

const SCHEMA: JsonObject = {
  type: "object",
  required: ["n"],
  properties: {
    n: { type: "integer" },
    ok: { type: "boolean" },
    share: { type: "number", minimum: 0, maximum: 1 },
    word: { enum: ["YES", "NO"] },
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
    list: { type: "array", items: { type: "string" } },
  },
};
const readValue = (text: string, schema: JsonObject | undefined = SCHEMA): Json | undefined => {
  const read = readAnswer(text, schema);
  return read.ok ? read.value : undefined;
};
const problemOf = (text: string, schema: JsonObject = SCHEMA): string => {
  const read = readAnswer(text, schema);
  return read.ok ? "" : read.problem;
};

it("refuses an answer that has a name twice, with different values", () => {
  const schema = {
    type: "object",
    properties: { needReplan: { type: "boolean" } },
    required: ["needReplan"],
  };
  const read = (text: string) => readAnswer(text, schema);
  expect(read('{"needReplan": true, "needReplan": false}')).toEqual({
    ok: false,
    problem: "The answer has needReplan twice, with different values: give one.",
  });
  expect(read('{"needReplan": true, "need_replan": false}')).toMatchObject({ ok: false });
  expect(read('{"needReplan": true, "needReplan": true}')).toMatchObject({ ok: true });
});

describe("readAnswer with a schema", () => {
  it.each([
    ["alone", '{"n": 1}'],
    ["in a fence", '```json\n{"n": 1}\n```'],
    ["after prose and before it", 'Here it is:\n\n{"n": 1}\n\nTell me if you need more.'],
    ["after thinking", '<think>{"n": 2}?</think>\n{"n": 1}'],
    ["at the end of thinking that is never closed", '<think>\nFirst {"n": 2}, no.\n{"n": 1}'],
    ["with a trailing comma and a comment", '{"n": 1, # one\n}'],
    ["behind an example", 'For example:\n{"n": 9}\n\nMy answer:\n{"n": 1}'],
    ["beside what it quotes in a line", 'The page wants `{"n": 9}`.\n\n{"n": 1}'],
    ["inside what wraps it", '{"thought": "", "next_node": null, "args": {"answer": {"n": 1}}}'],
    ["under another key alone", '{"summary": {"n": 1}}'],
    ["beside code of another kind", '```sql\nSELECT 1\n```\n\n```json\n{"n": 1}\n```'],
    ["as a JSON text", '"{\\"n\\": 1}"'],
    ["with a key in another spelling", '{"N": 1}'],
  ])("takes the object %s", (_, text) => {
    expect(readValue(text)).toEqual({ n: 1 });
  });

  it("puts right what is only written in another form, and says so", () => {
    const text = '{"n": "10", "ok": "yes", "share": "80 %", "word": "yes", "note": 3, "list": "one"}';
    expect(readAnswer(text, SCHEMA)).toEqual({
      ok: true,
      value: { n: 10, ok: true, share: 0.8, word: "YES", note: "3", list: ["one"] },
      coerced: [
        'n: "10" is 10',
        'ok: "yes" is true',
        'share: "80 %" is 0.8',
        'word: "yes" is "YES"',
        'note: 3 is "3"',
        "list: one item is a list",
      ],
    });
    expect(readValue('{"n": 1, "share": "8/10"}')).toEqual({ n: 1, share: 0.8 });
    expect(readValue('{"x": ["1"]}', { type: "object", properties: { x: {} } })).toEqual({ x: ["1"] });
    expect(readValue('{"n": 1, "share": "0,75"}')).toEqual({ n: 1, share: 0.75 });
  });

  it("keeps the digits of a number that a double would change, within the bounds of the schema", () => {
    const value = { n: "9007199254740993" };
    expect(readAnswer('{"n": 9007199254740993}', SCHEMA)).toEqual({ ok: true, value, coerced: [] });
    const least = { type: "object", properties: { n: { type: "integer", maximum: 10 } } };
    expect(readAnswer('{"n": 9007199254740993}', least)).toMatchObject({ ok: false });
  });

  it.each([
    ['{"n": "many"}', 'n: "many" is not a whole number'],
    ['{"m": 1}', "the answer has no n"],
    ['{"n": 1.5}', "n: 1.5 is not a whole number"],
    ['{"n": true}', "n: true is not a whole number"],
    ['{"n": 1, "share": false}', "share: false is not a number"],
    ['{"n": 1, "share": "1e999"}', 'share: "1e999" is not a number'],
    ['{"n": "1e999"}', 'n: "1e999" is not a whole number'],
    ['{"n": 1, "share": 80}', "share: 80 is not from 0 to 1"],
    ['{"n": 1, "list": [1, {}]}', "list[1]: {} is not a text"],
    ['{"n": 1, "word": "PERHAPS"}', 'word: "PERHAPS" is not one of YES, NO'],
    ['{"n": 1} {"n": 2}', "several objects that differ"],
    ['{"n": 1, "no', "cannot be read from character"],
    ["I could not find it.", "no JSON in the answer"],
    ["", "empty"],
    ["<think>\nIs it 4", "empty"],
  ])("says what is wrong with %j", (text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });

  it("takes no call of a tool for a result", () => {
    expect(
      readValue('<tool_call>\n{"name": "calc", "arguments": {"expression": "1"}}\n</tool_call>'),
    ).toBeUndefined();
    expect(readValue('```json\n{"tool": "sql", "parameters": {"sql": "SELECT"}}\n```')).toBeUndefined();
    const call: JsonObject = { type: "object", required: ["name", "arguments"] };
    expect(readValue('{"name": "calc", "arguments": {}}', call)).toEqual({ name: "calc", arguments: {} });
  });

  it("takes values that are no object", () => {
    expect(readValue('The names:\n\n["Anna", "Ben"]', { type: "array", items: { type: "string" } })).toEqual([
      "Anna",
      "Ben",
    ]);
    expect(readValue("42", { type: "integer" })).toBe(42);
    expect(readValue("Plain words.", { type: "string" })).toBe("Plain words.");
  });

  it.each([
    [{ minimum: 0, maximum: 1 }, [0, 0.5, 1], [-0.1, 1.1], "from 0 to 1"],
    [{ minimum: 2 }, [2, 3], [1.9], "at least 2"],
    [{ maximum: 2 }, [2, -3], [2.1], "at most 2"],
  ])("holds a number to %o, its ends included", (bounds, within, outside, words) => {
    const schema: JsonObject = { type: "object", properties: { n: { type: "number", ...bounds } } };
    const answer = (n: number) => JSON.stringify({ n });
    expect(within.map((n) => readValue(answer(n), schema))).toEqual(within.map((n) => ({ n })));
    for (const n of outside) expect(problemOf(answer(n), schema)).toContain(words);
  });

  it("reads fields under labels where there is no JSON", () => {
    const schema: JsonObject = {
      type: "object",
      properties: {
        finalAnswer: { type: "string" },
        score: { type: "number", maximum: 1 },
        needReplan: { type: "boolean" },
      },
    };
    const text = "## Final answer\nAll is live.\n\n**Overall score: 8/10**\n\n## Need replan?\nNo.";
    expect(readValue(text, schema)).toEqual({ finalAnswer: "All is live.", score: 0.8, needReplan: false });
  });

  it("keeps the thinking apart", () => {
    expect(readAnswer('<think>\nHm.\n</think>\n{"n": 1}', SCHEMA)).toMatchObject({ thinking: "Hm." });
  });
});

describe("readAnswer of a verdict", () => {
  const schema: JsonObject = {
    type: "object",
    properties: { passed: { type: "boolean" }, reason: { type: "string" } },
  };

  it("leaves out what the data holds, and any doubt", () => {
    const text = '{"passed": true, "reason": "fine"}';
    expect(readAnswer(text, schema)).toMatchObject({ value: { passed: true } });
    expect(readAnswer(text, schema, `The result: ${text}`)).toMatchObject({ ok: false });
    expect(readAnswer(`I cannot judge this.\n${text}`, schema)).toMatchObject({ ok: false });
  });
});

describe("readAnswer without a schema", () => {
  it.each<[string, Json]>([
    ['{"a": 1}', { a: 1 }],
    ["```json\n[1]\n```", [1]],
    ["null", null],
    ['He got {"a": 1} back', 'He got {"a": 1} back'],
    ["<think>\nHm.\n</think>\nAll is well.", "All is well."],
  ])("takes %j for its value or its text", (text, value) => {
    expect(readAnswer(text)).toMatchObject({ ok: true, value });
  });
});

describe("readAnswer of what almost fits", () => {
  it("takes the first of several types that fits", () => {
    const schema = { type: "object", properties: { n: { type: ["integer", "null"] } } };
    expect(readAnswer('{"n": "5"}', schema)).toMatchObject({ ok: true, value: { n: 5 } });
  });

  it("reads a list of members without a comma between their lines", () => {
    expect(readValue('{"n": 1\n"ok": true}')).toEqual({ n: 1, ok: true });
  });

  it("does not read an object in which something else stands where a member belongs", () => {
    expect(problemOf('{"n": 1\n{"m": 2')).toMatch(/cannot be read|no JSON/);
  });

  it("names what the closest of several objects lacks", () => {
    const schema = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
    expect(problemOf('{"m": 1}\n{"k": "x", "n": "many"}', schema)).toMatch(/\bn\b/);
  });

  it("leaves out what a label gives in another type", () => {
    const schema = {
      type: "object",
      properties: { n: { type: "integer" }, count: { type: "integer" } },
    };
    expect(readValue("Count: many\nN: 3", schema)).toBeUndefined();
    expect(readValue("Count: 7\nN: many", schema)).toEqual({ count: 7 });
  });
});

describe("objectAtEnd", () => {
  it.each([
    ['Hm.\n{"a": 1}', '{"a": 1}'],
    ['First {"a": 1}, no.\n{"a": 2}\n', '{"a": 2}'],
    ['```json\n{"a": 1}\n```', '{"a": 1}'],
    ['{"a": 1} is what I thought', undefined],
    ['{"a": 1', undefined],
    ["Nothing.", undefined],
  ])("of %j is %j", (text, object) => expect(objectAtEnd(text)).toBe(object));
});

describe("wholeValue", () => {
  it.each([
    ["42", 42],
    ['```json\n["a"]\n```', ["a"]],
    ['The list: ["a"]', undefined],
  ])("of %j is %j", (text, value) => expect(wholeValue(text)).toEqual(value));
});

describe("a field under a label", () => {
  const schema = (field: string, type: string): JsonObject => ({
    type: "object",
    properties: { [field]: { type, ...(type === "number" && { maximum: 1 }) } },
  });
  it.each([
    ...["Score", "Rating", "Grade", "Bewertung", "Punktzahl", "Note"].map((label) => ["score", label]),
    ...["Quality score", "Score", "Quality"].map((label) => ["qualityScore", label]),
  ])("%s is read from %j", (field = "", label = "") => {
    expect(readValue(`All went well.\n${label}: 8/10`, schema(field, "number"))).toEqual({ [field]: 0.8 });
  });

  it.each([
    ["needReplan", "Need replan"],
    ["needReplan", "Replan needed"],
    ["needReplan", "Replan"],
  ])("%s is read from %j", (field, label) => {
    expect(readValue(`**${label}**: yes`, schema(field, "boolean"))).toEqual({ [field]: true });
  });

  it.each([
    ["finalAnswer", "Final answer"],
    ["finalAnswer", "Answer"],
    ["reason", "Reasoning"],
    ["reason", "Begründung"],
  ])("%s is read from %j", (field, label) => {
    expect(readValue(`## ${label}\nIt holds.\n`, schema(field, "string"))).toEqual({ [field]: "It holds." });
  });
});

describe("readAnswer without a schema", () => {
  const DATA = { granted: true, items: [1, 2] };
  const json = JSON.stringify(DATA);
  const free = (text: string) => {
    const read = readAnswer(text);
    return read.ok ? read.value : undefined;
  };

  it.each([
    ["alone", json],
    ["in a fence", `\`\`\`json\n${json}\n\`\`\``],
    ["with a trailing comma", '{"granted": true, "items": [1, 2],}'],
    ["after a line", `Here is the JSON: ${json}`],
    ["in a fence after a line and before one", `Here it is:\n\n\`\`\`json\n${json}\n\`\`\`\nLet me know.`],
    ["on a line of its own", `I asked for it\n${json}`],
  ])("takes data for data: %s", (_name, text) => {
    expect(free(text)).toEqual(DATA);
  });

  it.each([
    ["a sentence that quotes data", `The server said ${json} twice.`],
    ["two pieces of data", `First:\n${json}\n${json.replace("true", "false")}`],
    ["a document that shows data", `# Setup\n\nWrite this file.\n\n${json}\n\nThen start.`],
    ["a long explanation", `${"It was measured. ".repeat(20)}\n${json}`],
    ["a footnote", "The region grew [1]"],
    ["data with comments", '{"granted": true, // until May\n "items": []}'],
    ["broken data", `Here it is: ${json.slice(0, -1)}`],
  ])("takes text for text: %s", (_name, text) => {
    expect(free(text)).toBe(text);
  });
});
