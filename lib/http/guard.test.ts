import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "@/lib/testing/any-character";
import { scaled } from "@/lib/testing/scaled";
import type { AccessOptions } from "./access";
import { type Guarded, guardedRequest, guardRequest } from "./guard";
import { ROUTE_KEYS } from "./routes";

const OWN = { host: "127.0.0.1:3000" };
const FORM = { ...OWN, origin: "http://127.0.0.1:3000", "sec-fetch-site": "same-origin" };

function guard(
  method: string,
  target: string,
  headers: Record<string, string> = OWN,
  development = false,
  access?: AccessOptions,
): Guarded {
  return guardRequest(
    { method, target, header: (name) => headers[name], hosts: "host" in headers ? 1 : 0 },
    {
      development,
      nonce: "bm9uY2U=",
      hasFile: (path) => path === "/_next/static/chunks/a.js",
      ...(access && { access }),
    },
  );
}

describe("a request with more than one Host", () => {
  it.each([
    ["the same", ["Host", "localhost:3000", "Host", "localhost:3000"]],
    ["another, in other letters", ["host", "localhost:3000", "accept", "*/*", "HOST", "evil.example"]],
    ["another first", ["Host", "evil.example", "hOST", "localhost:3000"]],
  ])("%s: cannot be read, wherever it goes", (_, rawHeaders) => {
    for (const [method, url] of [
      ["GET", "/"],
      ["POST", "/runs/new"],
      ["GET", "/api/v1/health"],
      ["GET", "/_next/static/chunks/a.js"],
    ]) {
      const request = guardedRequest({ method, url, headers: { host: rawHeaders[1] }, rawHeaders });
      const options = { development: false, nonce: "", hasFile: () => true };
      expect(guardRequest(request, options)).toMatchObject({ pass: false, status: 400 });
    }
  });

  it("is none where a value only reads like the field's name", () => {
    const rawHeaders = ["Host", "localhost:3000", "x-note", "host"];
    const request = guardedRequest({
      method: "GET",
      url: "/",
      headers: { host: "localhost:3000" },
      rawHeaders,
    });
    expect(request).toMatchObject({ hosts: 1, target: "/" });
  });
});

describe("guardRequest", () => {
  it.each([
    ["GET", "/", OWN],
    ["HEAD", "/runs/new?from=sample", OWN],
    ["GET", "/nowhere", OWN],
    ["GET", "/_next/static/chunks/a.js", OWN],
    ["GET", "/", { ...OWN, "sec-fetch-site": "cross-site" }],
    ["GET", "/api/v1/runs", OWN],
    ["GET", "/api/v1/runs", { ...OWN, "sec-fetch-site": "none" }],
    ["POST", "/api/v1/runs", OWN],
    ["POST", "/api/v1/runs", FORM],
    ["POST", "/sign-out", FORM],
  ])("lets %s %s pass", (method, target, headers) => {
    expect(guard(method, target, headers)).toMatchObject({ pass: true });
  });

  it.each<[string, string, Record<string, string>, number]>([
    ["GET", "/", { host: "evil.example" }, 403],
    ["GET", "/", {}, 403],
    // What a proxy would say of the request is never believed: none can be configured.
    ["GET", "/", { host: "evil.example", "x-forwarded-host": "127.0.0.1:3000" }, 403],
    ["GET", "/", { host: "evil.example", forwarded: "host=127.0.0.1:3000" }, 403],
    ["GET", "/_next/static/chunks/a.js", { host: "evil.example" }, 403],
    ["GET", "/%ff", OWN, 400],
    ["GET", "//evil.example/runs", OWN, 400],
    ["GET", "/runs/../_next/static/x", OWN, 400],
    ["GET", "/%2e%2e/_next/x", OWN, 400],
    ["GET", "/\\evil.example", OWN, 400],
    ["GET", "http://evil.example/", OWN, 400],
    ["OPTIONS", "*", OWN, 400],
    ["TRACE", "/", OWN, 405],
    ["PUT", "/api/v1/runs", OWN, 405],
    ["GET", "/_next/static/chunks/b.js", OWN, 404],
    ["GET", "/_next/imagex", OWN, 404],
    ["GET", "/%5fnext/static/b.js", OWN, 404],
    ["GET", "/api/v1/runs", { ...OWN, "sec-fetch-site": "cross-site" }, 403],
    ["POST", "/api/v1/runs", { ...OWN, origin: "http://127.0.0.1:4000" }, 403],
    ["POST", "/_next/static/chunks/a.js", FORM, 404],
    ["POST", "/nowhere", FORM, 404],
    ["POST", "/runs/new", FORM, 404],
    ["POST", "/", FORM, 404],
    ["POST", "/sign-out", OWN, 403],
    ["POST", "/sign-out", { ...FORM, origin: "null" }, 403],
    ["POST", "/sign-out", { ...FORM, "sec-fetch-site": "same-site" }, 403],
  ])("refuses %s %s with %o", (method, target, headers, status) => {
    const refused = guard(method, target, headers);
    expect(refused).toMatchObject({
      pass: false,
      status,
      body: expect.stringMatching(/\w \w.*\.|Not found\./),
    });
  });

  it("answers the API's callers with a problem, and says which methods there are", () => {
    expect(guard("DELETE", "/api/v1/runs")).toMatchObject({
      body: JSON.stringify({
        type: "about:blank",
        title: "There is no such method here.",
        status: 405,
        code: "unsupported",
      }),
      headers: { "content-type": "application/problem+json", allow: "GET, HEAD, POST" },
    });
    expect(guard("POST", "/nowhere", FORM).headers).not.toHaveProperty("allow");
  });

  it("shows strangers nothing where the token is asked for", () => {
    const access = {
      port: 3000,
      sessions: {
        isToken: () => false,
        open: () => "",
        isOpen: (session: string) => session === "s",
        close() {},
      },
    };
    const guarded = (method: string, target: string, headers: Record<string, string> = {}) =>
      guard(method, target, { ...FORM, ...headers }, false, access);
    expect(guarded("GET", "/runs")).toMatchObject({
      pass: false,
      status: 200,
      body: expect.stringMatching(/Waymark is locked/),
    });
    expect(guarded("GET", "/?token=x")).toMatchObject({
      status: 200,
      body: expect.stringMatching(/no longer valid/),
    });
    expect(guarded("GET", "/", { "sec-fetch-site": "cross-site" })).toMatchObject({
      body: expect.stringMatching(/http-equiv="refresh"/),
    });
    expect(guarded("POST", "/api/v1/runs")).toMatchObject({
      status: 401,
      headers: { "www-authenticate": "Bearer" },
    });
    expect(guarded("GET", "/api/v1/runs")).toMatchObject({
      status: 401,
      body: expect.stringMatching(/"code":"unauthenticated"/),
    });
    expect(guarded("GET", "/_next/static/chunks/a.js")).toMatchObject({ pass: false, status: 401 });
    expect(guarded("GET", "/api/v1/health")).toEqual({ pass: true, headers: expect.anything() });
    expect(guarded("GET", "/runs", { cookie: "waymark-3000=s" })).toMatchObject({ pass: true, session: "s" });
    expect(guarded("POST", "/sign-out", { origin: "http://evil.example" })).toMatchObject({ status: 403 });
    expect(guarded("POST", "/sign-out")).toMatchObject({
      status: 303,
      headers: { location: "/", "set-cookie": expect.stringMatching(/Max-Age=0/) },
    });
  });

  const KEY = { authorization: `Bearer wmk_${"k".repeat(43)}` };
  const COOKIE = { cookie: "waymark-3000=s" };
  const asked = {
    port: 3000,
    sessions: {
      isToken: () => true,
      open: () => "",
      isOpen: (session: string) => session === "s",
      close() {},
    },
  };

  describe.each([
    ["where the token is asked for", asked],
    ["where it is not", undefined],
  ])("a key of the API, %s", (_, access) => {
    it.each([
      "GET /api/v1/runs",
      "POST /api/v1/runs/x/commands",
      "GET /api/v1/nothing",
      "GET /api/v1/health",
    ])("is let through to %s, without the session that comes along", (line) => {
      const [method = "", target = ""] = line.split(" ");
      const guarded = guard(method, target, { ...OWN, ...KEY, ...COOKIE }, false, access);
      expect(guarded).toEqual({ pass: true, headers: expect.anything() });
    });

    // Whatever is let through is answered by a handler that asks the store: it may reach neither pages nor files.
    it.each([
      "GET /",
      "GET /runs/new",
      "GET /settings/people?token=t",
      "POST /sign-out",
      "GET /icon.svg",
      "GET /_next/static/chunks/a.js",
      "GET /api",
      "GET /api/v1",
      "GET /api/v1/",
      "GET /api/v1?runs",
      "GET /api/v1/?runs",
      "GET /api/v2/runs",
      "GET /api%2Fv1%2Fruns",
      "GET /api/v1%2Fruns",
      "GET /%61pi/v1/runs",
      "GET /API/v1/runs",
    ])("does not open %s, with a session neither", (line) => {
      const [method = "", target = ""] = line.split(" ");
      const headers = method === "POST" ? { ...FORM, ...KEY } : { ...OWN, ...KEY };
      for (const more of [{}, COOKIE]) {
        const guarded = guard(method, target, { ...headers, ...more }, false, access);
        expect(guarded).toMatchObject({ pass: false, status: 401 });
      }
    });

    it.each([
      "//api/v1/runs",
      "/api/v1/../runs",
      "/api/v1/%2e%2e/%2e%2e/runs",
      "/api/v1\\runs",
      "/api/v1/%5c..",
    ])("is refused at %s like everything else", (target) =>
      expect(guard("GET", target, { ...OWN, ...KEY }, false, access)).toMatchObject({ status: 400 }),
    );

    it("is held to this origin", () => {
      const foreign = { ...OWN, ...KEY, "sec-fetch-site": "cross-site" };
      expect(guard("GET", "/api/v1/runs", foreign, false, access)).toMatchObject({ status: 403 });
    });
  });

  it("takes a key for nothing that comes another way", () => {
    const key = `wmk_${"k".repeat(43)}`;
    const others: Record<string, string>[] = [
      { cookie: `waymark-3000=${key}` },
      { "x-api-key": key },
      { "proxy-authorization": `Bearer ${key}` },
      { authorization: "Basic d21rXw==" },
    ];
    for (const headers of others)
      expect(
        guard("GET", "/api/v1/runs", { ...OWN, ...headers }, false, { ...asked, sessions: strangers }),
      ).toMatchObject({
        pass: false,
        status: 401,
      });
    for (const query of ["token", "key", "access_token"])
      expect(
        guard("GET", `/api/v1/runs?${query}=${key}`, OWN, false, { ...asked, sessions: strangers }),
      ).toMatchObject({ pass: false, status: 401 });
  });

  const strangers = { isToken: () => false, open: () => "", isOpen: () => false, close() {} };
  it.each(ROUTE_KEYS)("lets nobody to %s without token, session or key", (key) => {
    const [method = "", path = ""] = key.split(" ");
    const target = path.replaceAll(/[{}]/g, "");
    const guarded = guard(method, target, OWN, false, { ...asked, sessions: strangers });
    const isPublic = ["/api/v1/health", "/api/v1/live"].includes(path);
    expect(guarded).toMatchObject(isPublic ? { pass: true } : { pass: false, status: 401 });
  });

  it("leaves the files of development to the framework, but nothing that changes something there", () => {
    expect(guard("GET", "/_next/webpack-hmr", OWN, true)).toMatchObject({ pass: true });
    expect(guard("POST", "/_next/webpack-hmr", FORM, true)).toMatchObject({ pass: false });
  });

  it("lets a page run scripts by its nonce, and nothing else run any", () => {
    const policyOf = (target: string) => guard("GET", target).headers["content-security-policy"];
    expect(policyOf("/runs")).toContain("'nonce-bm9uY2U='");
    expect(policyOf("/api/v1/runs")).toContain("sandbox");
    expect(policyOf("/_next/static/chunks/a.js")).not.toContain("nonce");
  });

  it("has the headers on every answer, whatever is sent", () => {
    const text = fc.string({ unit: anyCharacter });
    const any = fc.tuple(fc.constantFrom("GET", "POST", "HEAD", "PATCH"), text, fc.dictionary(text, text));
    fc.assert(
      fc.property(any, fc.boolean(), ([method, target, headers], isOwn) => {
        const guarded = guard(method, `/${target}`, isOwn ? { ...headers, ...OWN } : headers);
        expect(guarded.headers).toMatchObject({
          "x-content-type-options": "nosniff",
          "x-frame-options": "DENY",
          "cross-origin-resource-policy": "same-origin",
        });
        expect(guarded.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
        if (!isOwn) expect(guarded.pass).toBe(false);
      }),
      { numRuns: scaled(200) },
    );
  });
});
