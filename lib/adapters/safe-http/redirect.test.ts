import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpRequest } from "@/lib/core/ports";
import { openWebServer, type WebServer } from "@/lib/testing/web-server";
import { createSafeHttp } from ".";
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
  mayFollow: () => true,
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

  it("is no redirect where it may not be followed, whatever its address is", () => {
    const to = (mayFollow?: (url: URL) => boolean) => (location: string) =>
      nextHop({ ...hop("GET"), mayFollow }, 302, location)?.url.href;
    const onlyHere = to(({ host }) => host === "a.example");
    expect(["/next", "https://b.example/"].map(onlyHere)).toEqual(["https://a.example/next", undefined]);
    expect(["/next", "file:///etc/passwd"].map(to())).toEqual([undefined, undefined]);
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

describe("a request that is led on", () => {
  let server: WebServer;
  beforeAll(async () => {
    server = await openWebServer((request, response) => {
      const [, status, to] = request.url?.match(/^\/to\/(\d+)\/(.*)$/) ?? [];
      const location = request.url === "/loop" ? "/loop" : decodeURIComponent(to ?? "");
      if (location === "") return response.end("here");
      return response.writeHead(Number(status ?? 302), { location }).end();
    });
  });
  afterAll(() => server.close());

  const at = (path: string) => `http://site.example:${server.port}${path}`;
  const send = (request: Partial<HttpRequest> & { url: string }) => {
    const resolve = async () => [{ address: "127.0.0.1", family: 4 as const }];
    const http = createSafeHttp({ resolve, privateHosts: [`site.example:${server.port}`] });
    const limits = { signal: new AbortController().signal, timeoutMs: 2_000, maxBytes: 1_000 };
    return http.send({ method: "GET", ...request }, limits);
  };

  it("follows redirects, and tells where the answer came from", async () => {
    expect(await send({ url: at("/to/303/%2Ftext") })).toMatchObject({ url: at("/text"), status: 200 });
    expect(await send({ method: "HEAD", url: at("/to/303/%2Ftext") })).toMatchObject({
      url: at("/text"),
      status: 200,
    });
  });

  it.each([
    ["POST", "/to/302/%2Ftext"],
    ["POST", "/to/303/%2Ftext"],
    ["PUT", "/to/307/%2Ftext"],
    ["DELETE", "/to/308/%2Ftext"],
    ["PATCH", "/to/301/http%3A%2F%2Fother.example%2F"],
    ["POST", "/to/302/javascript%3A1"],
  ])(
    "takes the redirect of a %s to %s for the answer: nobody approved another address",
    async (method, path) => {
      const before = server.requests.length;
      const reply = await send({ method, url: at(path), body: "x" });
      const location = decodeURIComponent(path.slice("/to/302/".length));
      expect(reply).toMatchObject({ url: at(path), status: Number(path.slice(4, 7)), headers: { location } });
      expect(server.requests.length - before).toBe(1);
    },
  );

  it("goes by a redirect nowhere that it may not follow to, and gives the redirect instead", async () => {
    const mayFollow = (url: string) => url !== at("/text");
    const asked = { url: at("/to/302/%2Fto%2F303%2F%252Ftext"), mayFollow };
    expect(await send(asked)).toMatchObject({
      url: at("/to/303/%2Ftext"),
      status: 303,
      headers: { location: "/text" },
    });
  });

  it("follows five redirects and no sixth", async () => {
    const before = server.requests.length;
    await expect(send({ url: at("/loop") })).rejects.toMatchObject({ code: "bad_redirect" });
    expect(server.requests.length - before).toBe(6);
  });
});
