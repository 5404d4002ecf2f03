import { describe, expect, it } from "vitest";
import { errorsOf, graph, readClean, readValid } from "@/lib/testing/plans/read-plan";
import { readYaml } from "./yaml";

const read = (text: string) => readYaml(text)?.value;

describe("YAML", () => {
  it.each<[string, unknown]>([
    [
      "a: 1\nb: 2.5\nc: -3\nd: 007\ne: 12345678901234567890",
      { a: 1, b: 2.5, c: -3, d: "007", e: "12345678901234567890" },
    ],
    [
      "a: true\nb: False\nc: ~\nd: null\ne: yes\nf:",
      { a: true, b: false, c: null, d: null, e: "yes", f: null },
    ],
    ['a: "x: \\"y\\" # z"\nb: \'it\'\'s\'\n"c d": e:f', { a: 'x: "y" # z', b: "it's", "c d": "e:f" }],
    [
      "a:\n  - 1\n  - b: 2\n    c: 3\n  -\n    d: 4\n  - - 5\n    - 6\n  -\n",
      { a: [1, { b: 2, c: 3 }, { d: 4 }, [5, 6], null] },
    ],
    ["a:\n- 1\n- 2\nb: 3", { a: [1, 2], b: 3 }],
    [
      'a: [1, b c, "d, e", [f], {g: h, i: }]\nj: {}\nk: []\nl: [m, ]',
      { a: [1, "b c", "d, e", ["f"], { g: "h", i: null }], j: {}, k: [], l: ["m"] },
    ],
    [
      "a: |\n  one\n   two\n\n  three\nb: >-\n  one\n  two\n\n  three\nc: 1",
      { a: "one\n two\n\nthree", b: "one two\n\nthree", c: 1 },
    ],
    ["a: |\nb: 1", { a: "", b: 1 }],
    ["a: one\n  two\n  three\nb: 1", { a: "one two three", b: 1 }],
    ["---\n# first\na: 1 # second\n\n- x", undefined],
    ["__proto__: 1\nconstructor: 2", JSON.parse('{"__proto__": 1, "constructor": 2}')],
  ])("%j", (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it.each([
    "a: &x 1",
    "a: *x",
    "a: !!int 1",
    "a: 1\na: 2",
    "a: {b: 1, b: 2}",
    "a: 1\n---\nb: 2",
    "a: [1, 2",
    "a: [1]]",
    "a: [[1]",
    "a: {b}",
    "a: [1,,2]",
    'a: "x',
    "a: 'x' y",
    'a: "\\q"',
    "a: 'x'\n  y",
    "a: x\n  y: z",
    "a:\n\t- 1",
    "just words",
    "a: 1\n b: 2",
    "",
    `a: ${"[".repeat(60)}${"]".repeat(60)}`,
    Array.from({ length: 60 }, (_, n) => `${" ".repeat(n)}a:`).join("\n"),
  ])("is none: %j", (text) => {
    expect(readYaml(text)).toBeUndefined();
  });

  it("keeps its comments", () => {
    expect(readYaml("---\n# one\na: 1 # two\nb: # three\n  - # four\n    c: '#'\n")).toEqual({
      value: { a: 1, b: [{ c: "#" }] },
      comments: "# one\n# two\n# three\n# four",
    });
  });

  it("is read in linear time", () => {
    expect(readYaml(`a${" ".repeat(200_000)}`)).toBeUndefined();
    expect(readYaml(`a: [${'"'.repeat(100_001)}]`)).toBeUndefined();
  });
});

describe("a plan in YAML", () => {
  const PLAN =
    "title: Figures\ntasks:\n  - id: fetch\n    input: Fetch them\n  - id: write\n    input: Write it\n    needs: [fetch]\n";

  it("is read as in JSON, also in a block of code", () => {
    for (const text of [PLAN, `Here is the plan:\n\n\`\`\`yaml\n${PLAN}\`\`\`\n`])
      expect(graph(readClean(text))).toEqual({ fetch: [], write: ["fetch"] });
    expect(graph(readClean("- step: Fetch them\n- step: Write it\n"))).toEqual({
      task_1: [],
      task_2: ["task_1"],
    });
  });

  it("is none where it is a list of words, which may be anything", () => {
    expect(errorsOf("- Collect\n- Pay")).toEqual(["invalid_plan_format undefined"]);
  });

  it("may be nothing but a map of its tasks", () => {
    const text =
      "fetch:\n  description: >\n    Fetch the figures\n    of May\n  agent: clerk\nwrite:\n  description: Write it\n  agent: clerk\n  context: [fetch]\n";
    expect(graph(readClean(text))).toEqual({ fetch: [], write: ["fetch"] });
  });

  it("keeps its gates, and what its comments demand", () => {
    const pay = `${PLAN}  - id: pay\n    input: Pay it\n    needs: write\n`;
    expect(graph(readValid(`${pay}    needs_approval: yes\n`).tasks).pay).toContain("approve_pay");
    expect(errorsOf(`${pay}    approval_mode: always\n`)).toEqual([
      "unreadable_guard tasks[2].approval_mode",
    ]);
    expect(errorsOf(`${pay}    # only after Anna has agreed\n`)).toEqual(["unreadable_guard undefined"]);
    expect(errorsOf(`${pay}\n---\nnote: x\n`)).toEqual(["invalid_plan_format undefined"]);
    expect(errorsOf(`Anna has to agree first.\n\n\`\`\`yml\n${pay}\`\`\``)).toEqual([
      "unread words before the plan",
    ]);
  });
});
