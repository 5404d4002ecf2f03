import { expect, it } from "vitest";
import { chooseLessons, lessonTokens } from "./choose";

const lesson = (id: string, chars: number) => ({ id, version: 1, text: "x".repeat(chars) });

it("takes the best ones, at most as many and as long as the run allows", () => {
  const found = [lesson("a", 40), lesson("b", 400), lesson("c", 40), lesson("d", 4)];
  expect(lessonTokens(lesson("a", 41))).toBe(18);
  const ids = (max: number, maxTokens: number) =>
    chooseLessons(found, { max, maxTokens }).map(({ id }) => id);
  expect(ids(5, 600)).toEqual(["a", "b", "c", "d"]);
  expect(ids(2, 600)).toEqual(["a", "b"]);
  expect(ids(5, 42)).toEqual(["a", "c", "d"]);
  expect(ids(5, 0)).toEqual([]);
});
