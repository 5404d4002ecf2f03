import fc from "fast-check";
import { expect, it } from "vitest";
import { hideSecrets, hideSecretsIn, redactSecrets, secretForms } from "./hide-secrets";

it.each([
  ["a value", ["hunter2"], "the key hunter2 is wrong", "the key [] is wrong"],
  ["each part of one", ["Bearer abc-123"], "no abc-123", "no []"],
  ["the longer of two first", ["abcd", "abcd-efgh"], "abcd-efgh abcd", "[] []"],
  ["one in JSON", ['quo"te\\d'], 'env {"A":"quo\\"te\\\\d"}', 'env {"A":"[]"}'],
  ["one in an address", ["a b/c=d"], "GET /?k=a%20b%2Fc%3Dd", "GET /?k=[]"],
  ["a line of one", ["first-line\nsecond-line"], "read second-line", "read []"],
  ["one as base64", ["hunter2-hunter2"], `see ${btoa("hunter2-hunter2")}`, "see []"],
  ["one as hexadecimal", ["hunter2-hunter2"], "68756e746572322d68756e74657232", "[]"],
  ["one as HEXADECIMAL", ["sK-hunter2"], "734B2D68756E74657232.", "[]."],
  ["one percent-encoded", ["a.b-c_d~e"], "?k=%61%2e%62%2d%63%5f%64%7e%65", "?k=[]"],
  ["nothing short as base64", ["hunter2"], btoa("hunter2"), btoa("hunter2")],
  ["nothing short", ["abc"], "abc", "abc"],
])("a text loses %s", (_, secrets, text, shown) => {
  expect(redactSecrets(text, secretForms(secrets, 4), "[]")).toBe(shown);
});

it("a text loses a secret wherever it stands within what was encoded as base64, in either alphabet", () => {
  const secret = fc.string({ minLength: 8, maxLength: 40, unit: fc.constantFrom(..."ab-_~?>ÿ€😀") });
  const other = fc.uint8Array({ maxLength: 7 });
  const text = (bytes: Iterable<number>) => String.fromCharCode(...bytes);
  const encoded = (value: string) => text(new TextEncoder().encode(value));
  fc.assert(
    fc.property(other, secret, other, fc.boolean(), (before, value, after, isUrl) => {
      const plain = btoa(text(before) + encoded(value) + text(after));
      const given = isUrl ? plain.replaceAll("+", "-").replaceAll("/", "_") : plain;
      const kept = redactSecrets(given, secretForms([value], 4), "");
      const bits = (new TextEncoder().encode(value).length * 8) / 6;
      expect(given.length - kept.length).toBeGreaterThan(bits - 3);
    }),
  );
});

it.each([
  ["a key", "use sk-live-4242abcd here", "use [hidden] here"],
  ["a key of a cloud", "AKIAABCDEFGHIJKLMNOP and AIzaSyA-1234567890", "[hidden] and [hidden]"],
  ["a token of a forge", "ghp_0123456789abcdef", "[hidden]"],
  ["a signed token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "[hidden]"],
  ["a header", "send Bearer abc123def", "send [hidden]"],
  ["a password", "log in with password: hunter2", "log in with [hidden]"],
  ["what an address holds", "postgres://ada:pass@db/x", "postgres[hidden]db/x"],
])("a text loses what looks like %s", (_, text, shown) => {
  expect(hideSecrets(text)).toBe(shown);
});

it.each(["a key-value store", "basic authentication first", "rotate the token", "the bearer of news"])(
  "%s stays",
  (text) => {
    expect(hideSecrets(text)).toBe(text);
  },
);

it("hides secrets in every text and name of a value, and all that stands under the name of one", () => {
  const value = {
    "sk-live-4242abcd": ["use sk-live-4242abcd", 7, null],
    password: "a",
    api_key: "",
    user: "ada",
  };
  expect(hideSecretsIn(value)).toEqual({
    "[hidden]": ["use [hidden]", 7, null],
    password: "[hidden]",
    api_key: "",
    user: "ada",
  });
});
