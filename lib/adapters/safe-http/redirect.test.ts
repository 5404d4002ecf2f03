import { describe, expect, it } from "vitest";
import { nextHop } from "./redirect";

const hop = (method: string, body?: string) => ({
  method,
  url: new URL("https://a.example/start"),
  headers: {
    Authorization: "Bearer key",
    "X-Api-Key": "key",
    Accept: "text/plain",
    "Content-Type": "text/plain",
  },
  ...(body !== undefined && { body }),
});

describe("where a redirect leads", () => {
  it.each([
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "POST", "GET"],
    [303, "PUT", "GET"],
    [303, "HEAD", "HEAD"],
    [301, "PUT", "PUT"],
    [302, "GET", "GET"],
    [307, "POST", "POST"],
    [308, "PUT", "PUT"],
  ])("%i turns %s into %s; the body goes along with its method only", (status, method, then) => {
    const next = nextHop(hop(method, "text"), status, "/next");
    expect(next).toMatchObject({ method: then, url: new URL("https://a.example/next") });
    expect(next?.body).toBe(then === method ? "text" : undefined);
    expect(next?.headers["Content-Type"]).toBe(then === method ? "text/plain" : undefined);
    expect(next?.headers.Authorization).toBe("Bearer key");
  });

  it.each([
    [200, "/next"],
    [304, "/next"],
    [302, undefined],
  ])("a status %i with the location %s is none", (status, location) => {
    expect(nextHop(hop("GET"), status, location)).toBeUndefined();
  });

  it.each(["https://b.example/", "https://a.example:8443/", "https://sub.a.example/"])(
    "to %s goes no header that could be a key",
    (location) => {
      expect(nextHop(hop("GET"), 302, location)?.headers).toEqual({
        Accept: "text/plain",
        "Content-Type": "text/plain",
      });
      expect(nextHop(hop("POST", "text"), 303, location)?.headers).toEqual({ Accept: "text/plain" });
    },
  );

  it.each([
    [307, "POST", "https://b.example/"],
    [308, "DELETE", "https://b.example/"],
    [301, "PUT", "https://b.example/"],
    [302, "GET", "http://a.example/"],
    [303, "POST", "http://a.example/"],
  ])("a %i of a %s to %s is refused, and says that the request was sent", (status, method, location) => {
    expect(() => nextHop(hop(method, "text"), status, location)).toThrow(
      expect.objectContaining({ code: "bad_redirect", sent: true }),
    );
  });

  it.each([
    "file:///etc/passwd",
    "ftp://a.example/",
    "javascript:alert(1)",
    "https://u:p@a.example/",
    "http://[::1%25a]/",
  ])("%s is not an address to follow", (location) => {
    expect(() => nextHop(hop("GET"), 302, location)).toThrow(expect.objectContaining({ code: "bad_url" }));
  });
});
