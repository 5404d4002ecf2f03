import { describe, expect, it } from "vitest";
import { securityHeaders } from "./security-headers";

const policyOf = (development: boolean) =>
  new Map(
    (securityHeaders("bm9uY2U=", development)["content-security-policy"] ?? "")
      .split("; ")
      .map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources] as const;
      }),
  );

describe("security headers", () => {
  it("let scripts and styles run by nonce alone", () => {
    const policy = policyOf(false);
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("script-src")).toEqual(["'self'", "'nonce-bm9uY2U='", "'strict-dynamic'"]);
    expect(policy.get("style-src")).toEqual(["'self'", "'nonce-bm9uY2U='"]);
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
    expect([...policy.values()].flat()).not.toContain("'unsafe-inline'");
  });

  it("let nobody frame the page, and tell nobody where the reader came from", () => {
    expect(policyOf(false).get("frame-ancestors")).toEqual(["'none'"]);
    expect(securityHeaders("n", false)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
    });
  });

  it("allow what development needs in development only", () => {
    expect(policyOf(true).get("script-src")).toContain("'unsafe-eval'");
    expect(policyOf(true).get("connect-src")).toContain("ws:");
  });
});
