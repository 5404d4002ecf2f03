import { describe, expect, it } from "vitest";
import { isLoopbackHost, requireSameOrigin } from "./origin";

describe("isLoopbackHost", () => {
  it.each(["localhost", "LOCALHOST:3000", "127.0.0.1:3000", "[::1]:3000", "[::1]"])("accepts %s", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });
  it.each([
    null,
    "",
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.nip.io:3000",
    "localhost:3000:1",
    "::1",
  ])("refuses %s", (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

describe("requireSameOrigin", () => {
  const check = (headers: [string, string][]) => () => requireSameOrigin(new Headers(headers));

  it("passes a page of its own and clients that are no browser", () => {
    expect(
      check([
        ["host", "localhost:3000"],
        ["origin", "http://localhost:3000"],
      ]),
    ).not.toThrow();
    expect(
      check([
        ["host", "localhost:3000"],
        ["sec-fetch-site", "same-origin"],
      ]),
    ).not.toThrow();
    expect(check([["host", "localhost:3000"]])).not.toThrow();
  });

  it.each<[string, string]>([
    ["origin", "http://evil.example"],
    ["origin", "http://localhost:4000"],
    ["origin", "null"],
    ["sec-fetch-site", "cross-site"],
    ["sec-fetch-site", "same-site"],
  ])("refuses %s: %s", (name, value) => {
    expect(
      check([
        ["host", "localhost:3000"],
        [name, value],
      ]),
    ).toThrow(expect.objectContaining({ code: "forbidden" }));
  });
});
