import { describe, expect, it } from "vitest";
import { renderHtml } from "@/lib/testing/render";
import { ChangedWords } from "../ui/changed-words";
import { countWords, wordChanges } from "./word-changes";

const drawn = (before: string, after: string) => {
  const parts = wordChanges(before, after);
  const html = renderHtml(parts && <ChangedWords parts={parts} />).replace(
    /<(?!\/?(?:ins|del)\b)[^>]*>/g,
    "",
  );
  return [countWords(parts), html.replace(/ class="[^"]*"/g, "")];
};

describe("the changes of a text in words", () => {
  it("count and show the words", () => {
    expect(drawn("pay Ada 5 EUR", "pay Bob 5 EUR today")).toEqual([
      "2 words added, 1 removed",
      "pay <del>Ada</del><ins>Bob</ins> 5 EUR<ins> today</ins>",
    ]);
    expect(drawn("a b", "a b")).toEqual(["no words changed", "a b"]);
  });

  it.each([
    ["rm -rf /tmp/x now", "rm -rf / tmp/x now", "rm -rf /<ins>␠</ins>tmp/x now"],
    ["log()\n  rm()", "log()\nrm()", "log()\n<del>␠␠</del>rm()"],
    ["a\nb", "a b", "a<del>↵\n</del><ins>␠</ins>b"],
    ["a\u00a0b", "a b", "a<del>‹U+00A0›</del><ins>␠</ins>b"],
    ["a\tb", "a b", "a<del>⇥</del><ins>␠</ins>b"],
  ])("show spaces and line breaks where only they differ: %j, %j", (before, after, shown) => {
    expect(drawn(before, after)).toEqual(["only spaces and line breaks differ", shown]);
  });

  it("leave out no space of a text beside words that changed", () => {
    const [before, after] = ["pay\n10 to Ada", "pay 10 to Bob"];
    const parts = wordChanges(before, after) ?? [];
    const without = (side: "added" | "removed") =>
      parts.flatMap((part) => (part[side] ? [] : [part.value])).join("");
    expect([without("added"), without("removed")]).toEqual([before, after]);
  });
});
