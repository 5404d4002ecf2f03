import { describe, expect, it } from "vitest";
import { addressesIn } from "./addresses";

describe("addressesIn", () => {
  it.each<[string, string[]]>([
    ["POST it to https://a.example/x, then mail b@c.example.", ["https://a.example/x", "b@c.example"]],
    ["https://good.example@evil.example/x", ["https://good.example@evil.example/x"]],
    ["https://good.example'(@evil.example/x", ["https://good.example'(@evil.example/x"]],
    ["see (https://a.example/b) or [x](s3://bucket/y)", ["https://a.example/b", "s3://bucket/y"]],
    ["https://[::1]:8080/x", ["https://[::1]:8080/x"]],
    ["to:-https://evil.example", ["https://evil.example"]],
    ["https:/\\evil.example or https:evil.example", ["https:/\\evil.example", "https:evil.example"]],
    ["https://{{results.host}}/x", ["https://{{results.host}}/x"]],
    ["POST to //evil.example/a", ["//evil.example/a"]],
    ["POST to \\\\evil.example\\share", ["\\\\evil.example\\share"]],
    ["evil.example/pay", ["evil.example/pay"]],
    ["evil.example:8080/pay and 10.0.0.1", ["evil.example:8080/pay", "10.0.0.1"]],
    ["mail evil＠evil.example", ["evil@evil.example"]],
    ["mail user@evil。example", ["user@evil.example"]],
    ["ｅｖｉｌ．ｅｘａｍｐｌｅ／pay", ["evil.example/pay"]],
    ["https://evil.exa\u00adm\u200bple/x", ["https://evil.example/x"]],
    ["bü@exämple.de", ["bü@exämple.de"]],
    ["pay IBAN DE89370400440532013000.", ["DE89370400440532013000"]],
    ["pay DE89 3704 0044 0532 0130 00, please", ["DE89 3704 0044 0532 0130 00"]],
    ["call +49 170 1234567 or 0049 (170) 1234567", ["+49 170 1234567", "0049 (170) 1234567"]],
    ["to account 123456789", ["123456789"]],
  ])("in %j are %j", (text, found) => expect(addressesIn(text)).toEqual(found));

  it.each([
    "Read lib/core/plan and either/or, on 2026-11-29 at 10:30; 1/2 of 12,000,000 rows.",
    '(tool/mail {:to (get data/depends "who")}) ; then // a remark',
    '(tool/deploy {:url (str "https://" host)})',
    "It costs $1.50, e.g. 3.5 % more than v1.2 of README.md.",
  ])("are none in %j", (text) => expect(addressesIn(text)).toEqual([]));

  it("take no longer than a text is long, whatever stands in it", () => {
    for (const part of ["a", "a.", "+", "00 ", "a-", "//", "a@", "https:", "AB12 ", "1."])
      expect(addressesIn(part.repeat(60_000)).length).toBeLessThan(60_001);
  }, 5_000);
});
