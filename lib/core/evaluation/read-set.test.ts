import { describe, expect, it } from "vitest";
import { isIncomplete } from "./items";
import { readSet } from "./read-set";

const HEADER = JSON.stringify({ set: "drafts", about: "Missions" });
const EXAMPLE = { mission: "Do that.", plan: {} };
const mission = (id: string, more: object = {}) =>
  JSON.stringify({
    id,
    mission: "Do it.",
    lesson: "Do it well.",
    example: EXAMPLE,
    why: "short",
    expects: "true",
    ...more,
  });
const read = (...lines: string[]) => readSet("drafts", lines.join("\n"));

describe("readSet", () => {
  it("gives the header and the items, with what they leave out", () => {
    expect(read(HEADER, mission("one"), mission("two"), "")).toEqual({
      ok: true,
      header: { set: "drafts", about: "Missions" },
      items: [
        {
          id: "one",
          mission: "Do it.",
          lesson: "Do it well.",
          example: EXAMPLE,
          tools: [],
          why: "short",
          expects: "true",
        },
        {
          id: "two",
          mission: "Do it.",
          lesson: "Do it well.",
          example: EXAMPLE,
          tools: [],
          why: "short",
          expects: "true",
        },
      ],
    });
  });

  it.each([
    ["a header that is none", ["{}", mission("one")], 1, "The header cannot be read. set: Invalid option"],
    ["no header at all", [""], 1, "The header cannot be read. It is no JSON object."],
    ["another set", [HEADER.replace('"drafts"', '"plans"')], 1, 'This is the set "plans", not "drafts".'],
    ["a line that is no JSON", [HEADER, mission("one"), "{"], 3, "It is no JSON object."],
    ["an empty line between others", [HEADER, "", mission("one")], 2, "It is no JSON object."],
    ["an item without its mission", [HEADER, '{"id": "one", "why": "x"}'], 2, "mission: Invalid input"],
    ["a line that is no object", [HEADER, "[]"], 2, "Invalid input"],
    ["a key too much", [HEADER, mission("one", { note: "x" })], 2, "Unrecognized key"],
    ["an id that is written oddly", [HEADER, mission("One more")], 2, "id: must be of lower-case letters"],
    [
      "an id twice",
      [HEADER, mission("one"), mission("two"), mission("one")],
      4,
      'The id "one" stands on line 2 already.',
    ],
  ])("names the line of %s", (_, lines, line, problem) => {
    expect(read(...lines)).toMatchObject({ ok: false, line, problem: expect.stringContaining(problem) });
  });
});

describe("isIncomplete", () => {
  it.each([
    ["missing_part", true],
    ["unfinished", true],
    ["not_found", false],
    ["terse", false],
  ] as const)("%s: %s", (kind, incomplete) => {
    expect(isIncomplete(kind)).toBe(incomplete);
  });
});
