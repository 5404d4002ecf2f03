import { expect, it } from "vitest";
import { pilesIn } from "./piles";

it("finds marks that no letter takes in such numbers, behind their letter", () => {
  const marks = "\u0300\u0301\u0302\u0303\u0304";
  expect(pilesIn(`Pay a${marks}b`)).toEqual([{ at: 5, raw: marks, name: "marks over one letter", count: 5 }]);
});

it("counts what is drawn alone, though nothing of any width stands between", () => {
  const [found, ...more] = pilesIn("a\u0300\u200b\u0301\u200b\u0302\u200b\u0303!");
  expect(found).toMatchObject({ at: 1, count: 4 });
  expect(more).toEqual([]);
});

it("finds what is joined into one letter, and no family of emoji nor a script's own syllables", () => {
  const one = "👩";
  const [joined] = pilesIn([...Array(14)].map(() => one).join("\u200d"));
  expect(joined).toMatchObject({ at: 2, name: "more characters drawn as one letter", count: 13 });
  for (const text of ["👨‍👩‍👧‍👦", "한국어 문장입니다 그렇습니다", "क्षत्रियों की सभा में", "äöüß", "plain"])
    expect(pilesIn(text)).toEqual([]);
});
