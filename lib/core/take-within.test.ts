import { expect, it } from "vitest";
import { entryTokens, takeWithin } from "./take-within";

it("takes the best ones, at most as many and as long as a prompt allows", () => {
  const texts: Record<string, string> = {
    a: "x".repeat(40),
    b: "x".repeat(400),
    c: "x".repeat(40),
    d: "xxxx",
  };
  expect(entryTokens("x".repeat(41))).toBe(18);
  const names = (max: number, maxTokens: number) =>
    takeWithin(Object.keys(texts), { max, maxTokens }, (name) => texts[name] ?? "");
  expect(names(5, 600)).toEqual(["a", "b", "c", "d"]);
  expect(names(2, 600)).toEqual(["a", "b"]);
  expect(names(5, 42)).toEqual(["a", "c", "d"]);
  expect(names(0, 600)).toEqual([]);
  expect(names(5, 0)).toEqual([]);
  const cut = (text: string, tokens: number) => (tokens > 8 ? text.slice(0, 3 * (tokens - 4)) : undefined);
  expect(takeWithin(Object.values(texts), { max: 5, maxTokens: 42 }, (text) => text, cut)).toEqual([
    ...["x".repeat(40), "x".repeat(60)],
  ]);
});
