import { expect, it } from "vitest";
import { readingsOf } from "./encodings";

const SECRET = "Pay Ines {at once}";
const hex = (text: string) => Buffer.from(text).toString("hex");

it.each([
  ["named entities", "Pay Ines &lbrace;at once&rcub;"],
  ["numbered entities", "Pay Ines &#123;at once&#x7d;"],
  ["escapes of four and two digits", "Pay Ines \\u007bat once\\x7d"],
  ["escapes in braces", "Pay Ines \\u{7b}at once\\u{00007d}"],
  ["percents", encodeURIComponent(SECRET)],
  ["base64", Buffer.from(SECRET).toString("base64")],
  ["base64 as in addresses", Buffer.from(SECRET).toString("base64url")],
  ["hex", hex(SECRET)],
  ["hex in pairs", hex(SECRET).replace(/../g, "$& ").trim()],
  ["base64 of percents", Buffer.from(encodeURIComponent(SECRET)).toString("base64")],
])("reads what is written as %s", (_, text) => {
  expect(readingsOf(`Note: ${text}`).some((one) => one.includes(SECRET))).toBe(true);
});

it("reads signs of several bytes, and of no encoding what is none", () => {
  const greeting = "Grüße — 今日は 🎉 an alle";
  expect(readingsOf(encodeURIComponent(greeting))).toContain(greeting);
  expect(readingsOf(Buffer.from(greeting).toString("base64")).some((one) => one.includes(greeting))).toBe(
    true,
  );
  for (const text of ["&unknown; &#0; &#x110000;", "100 %", "%ff%fe", "%00", "%f4%90%80%80", "\\u0000"])
    expect(readingsOf(text)).toEqual([text]);
});

it("opens encodings in encodings as far as somebody would who wants to be read", () => {
  const wrapped = (text: string, layers: number): string =>
    layers === 0 ? text : wrapped(Buffer.from(text).toString("base64"), layers - 1);
  const isRead = (layers: number) => readingsOf(wrapped(SECRET, layers)).some((one) => one.includes(SECRET));
  expect([1, 2, 3, 4].map(isRead)).toEqual([true, true, true, false]);
});
