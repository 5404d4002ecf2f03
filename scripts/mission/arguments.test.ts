import { describe, expect, it } from "vitest";
import { readDecideArguments } from "../decide/run";
import { readMissionArguments } from "./arguments";

describe("npm run mission", () => {
  it("takes a mission, a scenario or a plan", () => {
    expect(readMissionArguments(["Deploy it"])).toEqual({
      ok: true,
      value: { mission: "Deploy it", sample: false, yes: false, json: false, limits: {} },
    });
    expect(readMissionArguments(["--scenario", "fraud-model", "--yes", "--json"])).toEqual({
      ok: true,
      value: {
        mission: "Deploy the fraud detection model to production",
        sample: true,
        yes: true,
        json: true,
        limits: {},
      },
    });
    expect(readMissionArguments(["--plan", "p.json", "--model", "openai:gpt-5"])).toEqual({
      ok: true,
      value: {
        mission: "",
        sample: false,
        planFile: "p.json",
        model: "openai:gpt-5",
        yes: false,
        json: false,
        limits: {},
      },
    });
  });

  it("takes what a plan does that weakens a human gate", () => {
    expect(readMissionArguments(["Go", "--controls", "refuse"])).toMatchObject({
      value: { controls: "refuse" },
    });
    expect(readMissionArguments(["Go", "--controls", "never"])).toMatchObject({
      ok: false,
      message: expect.stringContaining("--controls is ask or refuse, not “never”."),
    });
  });

  it("takes results that tasks of a plan have already, and decisions of its reviews", () => {
    expect(readMissionArguments(["--plan", "p.json", "--initial-results", "r.json"])).toMatchObject({
      ok: true,
      value: { planFile: "p.json", resultsFile: "r.json" },
    });
    expect(readMissionArguments(["--plan", "p.json", "--reviews", "d.json"])).toMatchObject({
      ok: true,
      value: { planFile: "p.json", reviewsFile: "d.json" },
    });
  });

  it("takes a template with the values of its parameters", () => {
    const argv = ["--template", "City tour", "--param", "city=Oslo", "--param", "note=a=b"];
    expect(readMissionArguments(argv)).toMatchObject({
      value: { mission: "", template: { name: "City tour", values: { city: "Oslo", note: "a=b" } } },
    });
  });

  it("takes settings of the run from a file", () => {
    const read = readMissionArguments(["Ship it", "--settings", "s.json"]);
    expect(read).toMatchObject({ ok: true, value: { settingsFile: "s.json" } });
  });

  it("takes files that the mission is about, as many as are named", () => {
    expect(readMissionArguments(["Sum it", "--attach", "a.csv", "--attach", "b.md"])).toMatchObject({
      ok: true,
      value: { mission: "Sum it", attach: ["a.csv", "b.md"] },
    });
  });

  it.each([
    [["Deploy", "--initial-results", "r.json"], "--initial-results needs --plan."],
    [["Deploy", "--reviews", "r.json"], "--reviews needs --plan."],
    [["Deploy", "--param", "a=b"], "--param needs --template."],
    [["--template", "T", "--param", "city"], "--param is <name>=<value>"],
    [["--template", "T", "--plan", "p.json"], "one of them"],
    [[], "Describe the mission"],
    [[""], "The mission is empty"],
    [["   "], "The mission is empty"],
    [["--scenario", "nope"], "There is no scenario “nope”. There are: fraud-model, staging"],
    [["Deploy", "it"], "in quotes"],
    [["Deploy", "--scenario", "staging"], "not both"],
    [["--plan", "p.json", "--scenario", "staging"], "not both"],
    [["--frobnicate"], "--frobnicate"],
    [["--plan"], "--plan"],
  ])("says what is wrong with %j, and how it is used", (argv, message) => {
    const read = readMissionArguments(argv);
    expect(read).toMatchObject({ ok: false, message: expect.stringContaining(message) });
    expect(read).toMatchObject({ message: expect.stringContaining("Usage:") });
  });
});

describe("npm run decide", () => {
  it("takes a gate, a verb and a reason", () => {
    expect(readDecideArguments(["apr_1-1", "reject", "--reason", "not today", "--json"])).toEqual({
      ok: true,
      value: { approvalId: "apr_1-1", verb: "reject", reason: "not today", json: true },
    });
    expect(readDecideArguments(["apr_1-1", "CONTINUE"])).toEqual({
      ok: true,
      value: { approvalId: "apr_1-1", verb: "continue", json: false },
    });
  });

  it.each([
    [[], "the gate's id and the verb"],
    [["apr_1-1"], "the gate's id and the verb"],
    [["apr_1-1", "reject", "not", "today"], "in quotes"],
    [["apr_1-1", "reject", "--because", "x"], "--because"],
  ])("says what is wrong with %j", (argv, message) => {
    expect(readDecideArguments(argv)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });
});
