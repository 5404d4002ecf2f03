import { expect, it } from "vitest";
import { byteLength } from "../../bytes";
import { MAX_EVENT_BYTES } from "../events";
import { truncateAnswerCritique } from "./answer-critique";

const texts = (text: string) => Array.from({ length: 20 }, () => text.repeat(2_000));

it.each([["x"], ["漢"], ['"'], ["🧭"]])("cuts a critique to what an event holds, written in %s", (text) => {
  const long = texts(text);
  const said = { score: 0.5, feedback: text.repeat(9_000), issues: long, suggestions: long, questions: long };
  const kept = truncateAnswerCritique(said);
  expect(kept).toMatchObject({ score: 0.5 });
  expect([kept.issues, kept.suggestions, kept.questions].map(({ length }) => length)).toEqual([5, 5, 3]);
  expect(byteLength(JSON.stringify(kept))).toBeLessThan(MAX_EVENT_BYTES - 1_500);
});

it("leaves a short one as it is", () => {
  const said = { score: 0.9, feedback: "Good.", issues: [], suggestions: ["Say more."], questions: ["Why?"] };
  expect(truncateAnswerCritique(said)).toEqual(said);
});
