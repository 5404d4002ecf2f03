import { describe, expect, it } from "vitest";
import { claimsKey, digestOfKey, keySecretOf, newKeySecret } from "./key-secret";

const { secret, digest, prefix } = newKeySecret();

describe("a new secret", () => {
  it("has 256 random bits behind its mark, and is kept as its digest and a beginning that tells little", () => {
    expect(secret).toMatch(/^wmk_[\w-]{43}$/);
    expect(Buffer.from(secret.slice(4), "base64url")).toHaveLength(32);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(digestOfKey(secret)).toBe(digest);
    expect([secret.startsWith(prefix), prefix.length]).toEqual([true, 10]);
    expect(newKeySecret().secret).not.toBe(secret);
  });
});

describe("an Authorization header", () => {
  it.each([`Bearer ${secret}`, `bearer ${secret}`, `BEARER  ${secret}`])("%s has the secret", (header) => {
    expect(keySecretOf(header)).toBe(secret);
    expect(claimsKey(header)).toBe(true);
  });

  it.each([
    `Bearer ${secret}x`,
    `Bearer ${secret.slice(0, -1)}`,
    `Bearer ${secret.replace("wmk_", "WMK_")}`,
    `Bearer ${secret} ${secret}`,
    `Bearer ${secret},${secret}`,
    `Bearer ${secret}\n`,
    `Basic ${secret}`,
    ` Bearer\t${secret}`,
    secret,
    "Bearer wmk_",
  ])("%j claims to be a key and is none", (header) => {
    expect(keySecretOf(header)).toBeUndefined();
    expect(claimsKey(header)).toBe(true);
  });

  it.each([undefined, null, "", "Bearer", "Bearer the-token", "Bearer xwmk_", "Basic d21rXw=="])(
    "%j is no key",
    (header) => {
      expect(keySecretOf(header)).toBeUndefined();
      expect(claimsKey(header)).toBe(false);
    },
  );
});
