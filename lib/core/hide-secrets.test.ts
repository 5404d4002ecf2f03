import { expect, it } from "vitest";
import { redactSecrets, secretForms } from "./hide-secrets";

it.each([
  ["a value", ["hunter2"], "the key hunter2 is wrong", "the key [] is wrong"],
  ["each part of one", ["Bearer abc-123"], "no abc-123", "no []"],
  ["the longer of two first", ["abcd", "abcd-efgh"], "abcd-efgh abcd", "[] []"],
  ["one in JSON", ['quo"te\\d'], 'env {"A":"quo\\"te\\\\d"}', 'env {"A":"[]"}'],
  ["one in an address", ["a b/c=d"], "GET /?k=a%20b%2Fc%3Dd", "GET /?k=[]"],
  ["a line of one", ["first-line\nsecond-line"], "read second-line", "read []"],
  ["nothing short", ["abc"], "abc", "abc"],
])("a text loses %s", (_, secrets, text, shown) => {
  expect(redactSecrets(text, secretForms(secrets, 4), "[]")).toBe(shown);
});
