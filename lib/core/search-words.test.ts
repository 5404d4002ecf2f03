import { expect, it } from "vitest";
import { searchWords } from "./search-words";

it("gives each word once, in small letters, compounds by their parts", () => {
  expect(searchWords("Fraud-model, FRAUD model! 97 % of v1 Übertragung e-mail")).toEqual([
    "fraud",
    "model",
    "of",
    "v1",
    "übertragung",
    "mail",
  ]);
  expect(searchWords("… 1 2 !")).toEqual([]);
});
