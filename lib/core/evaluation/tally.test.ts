import { describe, expect, it } from "vitest";
import { gateOpens, gateVerdicts } from "./gate";
import { isUnwanted, MEASURES } from "./measures";
import { type CaseOutcome, type EvaluationCall, type EvaluationRow, tally } from "./tally";

const CALL: EvaluationCall = {
  role: "critique",
  model: "m",
  promptVersion: "3",
  simulated: false,
  inputTokens: 100,
  outputTokens: 10,
  costMicroUsd: 120,
};
const judged = (hit: boolean, more: object = {}): CaseOutcome => ({
  id: "one",
  measures: ["incomplete_caught"],
  calls: [CALL],
  said: "",
  ended: "judged",
  hits: hit ? ["incomplete_caught"] : [],
  ...more,
});
const failed: CaseOutcome = {
  id: "x",
  measures: ["incomplete_caught"],
  calls: [],
  ended: "provider_error",
  code: "auth",
};
const notAsked: CaseOutcome = { id: "y", measures: ["incomplete_caught"], calls: [], ended: "not_asked" };

describe("tally", () => {
  it("counts what was judged, and apart what was not", () => {
    const outcomes = [judged(true), judged(true), judged(false, { unreadable: true }), failed, notAsked];
    expect(tally(outcomes)).toMatchObject([
      {
        measure: "incomplete_caught",
        n: 3,
        hits: 2,
        value: 2 / 3,
        unreadable: 1,
        providerErrors: 1,
        notAsked: 1,
        calls: 3,
        inputTokens: 300,
        outputTokens: 30,
        costMicroUsd: 360,
        models: ["m"],
        promptVersions: ["critique 3"],
        simulated: false,
      },
    ]);
  });

  it("knows no value without a case that was judged", () => {
    expect(tally([failed])).toMatchObject([{ n: 0, value: null, interval: null }]);
  });

  it("does not know a sum of which a part is unknown", () => {
    const { costMicroUsd: _, ...unpriced } = CALL;
    expect(tally([judged(true), judged(true, { calls: [unpriced] })])).toMatchObject([
      { inputTokens: 200, costMicroUsd: null },
    ]);
  });

  it("knows the measures of which a hit should not be", () => {
    expect(MEASURES.map(({ name }) => name).filter(isUnwanted)).toEqual([
      "good_refused",
      "good_refused.full",
      "good_refused.not_found",
      "good_refused.terse",
      "sound_plans_flagged",
    ]);
  });

  it("has the rows in the order of the measures, however the cases come", () => {
    const refused = judged(false, { measures: ["good_refused"] });
    expect(tally([refused, judged(true)]).map(({ measure }) => measure)).toEqual([
      "incomplete_caught",
      "good_refused",
    ]);
  });
});

describe("the gate", () => {
  const rowOf = (more: Partial<EvaluationRow>): EvaluationRow => ({
    ...(tally([judged(true)])[0] as EvaluationRow),
    ...more,
  });
  const verdictsOf = (more: Partial<EvaluationRow>) => gateVerdicts([rowOf(more)]);

  it.each<[string, Partial<EvaluationRow>, object]>([
    ["met at its limit", { value: 0.8 }, { verdict: "met" }],
    ["missed below it", { value: 0.79 }, { verdict: "missed" }],
    ["of good answers met below its limit", { measure: "good_refused", value: 0.049 }, { verdict: "met" }],
    ["of good answers missed at it", { measure: "good_refused", value: 0.05 }, { verdict: "missed" }],
    [
      "not measured by a simulated model",
      { simulated: true },
      { verdict: "not_measured", because: "simulated" },
    ],
    [
      "not measured beside failures",
      { providerErrors: 1 },
      { verdict: "not_measured", because: "provider_errors" },
    ],
    ["not measured in part", { notAsked: 1 }, { verdict: "not_measured", because: "not_asked" }],
    ["not measured without a case", { n: 0, value: null }, { verdict: "not_measured", because: "not_asked" }],
  ])("has a target %s", (_, more, verdict) => {
    expect(verdictsOf(more)).toMatchObject([verdict]);
  });

  it("has none for other rows", () => {
    expect(verdictsOf({ measure: "faults_found" })).toEqual([]);
  });

  it("opens for targets that are all met, and never without one", () => {
    const [met, missed] = [verdictsOf({ value: 1 }), verdictsOf({ value: 0 })];
    expect([gateOpens(met), gateOpens([...met, ...missed]), gateOpens([])]).toEqual([true, false, false]);
  });
});
