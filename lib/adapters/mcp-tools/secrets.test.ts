import { describe, expect, it } from "vitest";
import type { Json } from "@/lib/core/json";
import { secretsOf } from "./secrets";

const ofProgram = (env: Record<string, string>) =>
  secretsOf({ transport: { kind: "stdio", command: "x", args: [], env } });
const ofAddress = (headers: Record<string, string>) =>
  secretsOf({ transport: { kind: "http", url: "https://x.test", headers, allowPrivate: false } });

describe("a server's words", () => {
  it.each([
    ["a value", { A: "hunter2" }, "the key hunter2 is wrong", "the key ••• is wrong"],
    ["each part of one", { A: "Bearer abc-123" }, "no abc-123", "no •••"],
    ["the longer of two first", { A: "abcd", B: "abcd-efgh" }, "abcd-efgh abcd", "••• •••"],
    ["one in JSON", { A: 'quo"te\\d' }, 'env {"A":"quo\\"te\\\\d"}', 'env {"A":"•••"}'],
    ["one in an address", { A: "a b/c=d" }, "GET /?k=a%20b%2Fc%3Dd", "GET /?k=•••"],
    ["a line of one", { A: "first-line\nsecond-line" }, "read second-line", "read •••"],
    ["nothing short", { A: "abc" }, "abc", "abc"],
  ])("are shown without %s", (_, env, words, shown) => {
    expect(ofProgram(env).redactText(words)).toBe(shown);
    expect(ofAddress(env).redactText(words)).toBe(shown);
  });
});

describe("what a call gave", () => {
  it.each<[string, Record<string, string>, Json, Json]>([
    [
      "values whose names tell, as text, number or key",
      { API_KEY: "k-123456", PIN_TOKEN: "12345678" },
      { env: ["k-123456", 12345678, 7], "is k-123456": null },
      { env: ["•••", "•••", 7], "is •••": null },
    ],
    ["long ones of other names", { GIVEN: "q8-zz81-kk22-9911" }, "got q8-zz81-kk22-9911", "got •••"],
    [
      "nothing that it works with",
      { ROOT: "/data/all/of/the/files" },
      ["/data/all/of/the/files/a"],
      ["/data/all/of/the/files/a"],
    ],
    [
      "no address",
      { BASE: "https://api.example.com/v1" },
      "https://api.example.com/v1/x",
      "https://api.example.com/v1/x",
    ],
    [
      "an address with a key in it",
      { BASE: "https://u:p@db.example.com" },
      "https://u:p@db.example.com",
      "•••",
    ],
    ["no plain word", { MODE: "productionenvironment" }, "productionenvironment", "productionenvironment"],
    ["nothing at all without secrets", {}, { a: true }, { a: true }],
  ])("is kept without %s", (_, env, output, kept) => {
    expect(ofProgram(env).redactResult(output)).toEqual(kept);
  });
});
