import { expect, it } from "vitest";
import { hasFootnote, isEnglish, isPlain, setsCondition } from "./english";

it("is English by its words, or where all of them are plain", () => {
  expect(isEnglish("The report agrees with the figures")).toBe(true);
  expect(isEnglish("Tests green")).toBe(true);
  expect(isEnglish("Prüfung bestanden")).toBe(false);
  expect(isEnglish("Проверки")).toBe(false);
});

it("sets a condition by its conjunction, or by a duty that comes first", () => {
  expect(setsCondition("Continue unless Ines objects.")).toBe(true);
  expect(setsCondition("Legal has to sign first.")).toBe(true);
  expect(setsCondition("Checks passed.\nNothing goes out before the audit.")).toBe(true);
  expect(setsCondition("All checks passed.")).toBe(false);
});

it("is plain where no word of it speaks against what it stands beside", () => {
  expect(isPlain("All checks passed, no further work needed.")).toBe(true);
  expect(isPlain("3 of 4 checks passed")).toBe(false);
  expect(isPlain("No budget is left")).toBe(false);
});

it("leads to a note by a sign behind its last word", () => {
  expect(hasFootnote("CONTINUE*")).toBe(true);
  expect(hasFootnote("Continue†")).toBe(true);
  expect(hasFootnote("**CONTINUE**")).toBe(false);
  expect(hasFootnote("CONTINUE")).toBe(false);
});
