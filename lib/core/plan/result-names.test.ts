import { describe, expect, it } from "vitest";
import { evaluate, verify } from "../lisp";
import { inNameOrder, resultNames } from "./result-names";
import { resultsByName } from "./results-by-name";

/** What a program gives whose task waits for these ids; each result is its id. */
const given = (source: string, ...ids: string[]) =>
  evaluate(source, { results: resultsByName(ids, (id) => `result of ${id}`) });
const value = (text: string | null) => ({ ok: true, value: text });

describe("the names of results", () => {
  it.each([
    [["stop"], ["stop"]],
    [["stop_v2"], ["stop"]],
    [["deploy_v2"], ["deploy"]],
    [["deploy_v2_v3"], ["deploy"]],
    [
      ["deploy_v3_2", "look"],
      ["deploy", "look"],
    ],
    [
      ["stop", "stop_v2"],
      ["stop", "stop_v2"],
    ],
    [
      ["a_v2_v3", "a_v2", "b_v4"],
      ["a_v2_v3", "a_v2", "b"],
    ],
  ])("of %j are %j", (ids, names) => expect(ids.map(resultNames(ids))).toEqual(names));

  it("order them, whatever order they are waited for in", () => {
    expect(inNameOrder(["spare_v2", "main", "spare_v2"])).toEqual(["main", "spare_v2"]);
    expect(inNameOrder(["main", "ab", "a_v2"])).toEqual(["a_v2", "ab", "main"]);
  });
});

describe("a program", () => {
  const LOOK_UPS = [
    '(get data/results "stop")',
    '(get-in data/results ["stop"])',
    "(:stop data/results)",
    '(data/results "stop")',
    "(let [{:keys [stop]} data/results] stop)",
    '(get (select-keys data/results ["stop"]) "stop")',
    '(val (find data/results "stop"))',
  ];

  it.each(LOOK_UPS)("finds a result that was written once more: %s", (source) => {
    expect(given(source, "stop_v2", "main")).toEqual(value("result of stop_v2"));
    expect(given(source.replaceAll("stop", "stop_v2"), "stop_v3")).toMatchObject({ ok: true });
  });

  it.each(LOOK_UPS)("fails where what it names is nowhere, or may be either of two: %s", (source) => {
    for (const ids of [["main"], ["stop_v2", "stop_v3"], []])
      expect(given(source, ...ids)).toMatchObject({ ok: false, error: { code: "unbound_symbol" } });
  });

  it("is told which names there are", () => {
    const message = 'Nothing here is called "stopp". There are main, stop.';
    expect(given('(get data/results "stopp" 0)', "stop_v2", "main")).toMatchObject({ error: { message } });
  });

  it("may ask for a name", () => {
    const asks = '(map #(contains? data/results %) ["stop" "stop_v7" "main" :stop 1])';
    expect(given(asks, "stop_v2")).toEqual({ ok: true, value: [true, true, false, true, false] });
  });

  it("finds the first of them by name, and sees no number", () => {
    for (const ids of [
      ["spare", "main"],
      ["main", "spare"],
      ["spare_v2", "main"],
    ]) {
      expect(given("(first (vals data/results))", ...ids)).toEqual(value("result of main"));
      expect(given("(str (keys data/results))", ...ids)).toEqual(value('["main" "spare"]'));
    }
  });

  it("finds nothing in what has no result", () => {
    const results = resultsByName(["stop"], () => null);
    expect(evaluate('(get data/results "stop")', { results })).toEqual(value(null));
  });
});

it("a check that names what is nowhere judges nothing, and lets nothing pass", () => {
  const depends = resultsByName(["main"], () => 1);
  expect(verify('(not (get data/depends "stop"))', { depends, result: 1 })).toMatchObject({
    outcome: "error",
  });
});
