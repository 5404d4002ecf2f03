import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { secretsOf } from "./secrets";
import { stderrTailOf } from "./stderr-tail";

const KEY = "k-0123456789-abcdefghij";
const secrets = secretsOf({ transport: { kind: "stdio", command: "x", args: [], env: { KEY } } });

function after(...parts: string[]): string {
  const stream = new PassThrough();
  const lastWords = stderrTailOf(stream);
  for (const part of parts) stream.write(part);
  stream.read();
  return lastWords(secrets);
}

it.each([
  ["are the end of what it said", ["x".repeat(600), " it broke\n"], `${"x".repeat(491)} it broke`],
  ["hold no secret", [`the key is ${KEY}`], "the key is •••"],
  ["hold no secret that came in two parts", ["the key is k-0123", "456789-abcdefghij"], "the key is •••"],
  ["hold no half of a secret that the end would cut", [KEY, "y".repeat(490)], `•••${"y".repeat(490)}`],
  ["leave out a line whose beginning is gone", [`${"x".repeat(31_999)}\n${KEY}\nend`], "•••\nend"],
  ["are none where one line is endless", [KEY.repeat(2_000)], ""],
])("the last words %s", async (_, parts, shown) => {
  expect(after(...parts)).toBe(shown);
});

it("there are none of a program that cannot be heard", () => {
  expect(stderrTailOf(null)(secrets)).toBe("");
});
