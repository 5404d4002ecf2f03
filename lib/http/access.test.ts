import { beforeEach, describe, expect, it } from "vitest";
import { decideAccess } from "./access";

const TOKEN = "the-token";
const open = new Set<string>();
const sessions = {
  isToken: (text: string) => text === TOKEN,
  open: () => {
    const session = `session-${open.size + 1}`;
    open.add(session);
    return session;
  },
  isOpen: (session: string) => open.has(session),
  close: (session: string) => void open.delete(session),
};

function ask(line: string, headers: Record<string, string> = {}) {
  const [method = "", target = ""] = line.split(" ");
  const request = {
    method,
    target,
    path: target.split("?")[0] ?? "",
    header: (name: string) => headers[name],
  };
  return decideAccess(request, { sessions, port: 3000 });
}

const COOKIE = { cookie: "theme=dark; waymark-3000=session-1" };
const BEARER = { authorization: `Bearer ${TOKEN}` };

beforeEach(() => {
  open.clear();
  sessions.open();
});

describe("decideAccess", () => {
  it.each([
    ["GET /", COOKIE],
    ["GET /nowhere", COOKIE],
    ["POST /runs/new", COOKIE],
    ["GET /_next/static/a.js", COOKIE],
    ["GET /api/v1/runs", COOKIE],
  ])("lets %s in with its session", (line, headers) => {
    expect(ask(line, headers)).toEqual({ kind: "granted", session: "session-1" });
  });

  it.each<[string, Record<string, string>]>([
    ["GET /api/v1/runs", BEARER],
    ["POST /api/v1/runs", { authorization: `bearer ${TOKEN}` }],
    ["GET /api/v1/health", {}],
    ["GET /api/v1/live", {}],
  ])("lets %s in without one", (line, headers) => {
    expect(ask(line, headers)).toEqual({ kind: "granted" });
  });

  it.each<[string, Record<string, string>]>([
    ["GET /api/v1/runs", {}],
    ["GET /api", {}],
    ["GET /api/v1/healthy", {}],
    ["GET /api/v1/health/x", {}],
    ["POST /api/v1/runs", { authorization: "Bearer other" }],
    ["POST /api/v1/runs", { authorization: TOKEN }],
    ["POST /api/v1/runs", { authorization: `Basic ${TOKEN}` }],
    [`GET /api/v1/runs?token=${TOKEN}`, {}],
    ["GET /api/v1/runs", { cookie: `waymark-3000=${TOKEN}` }],
    ["GET /api/v1/runs", { cookie: "waymark-3001=session-1" }],
    ["GET /api/v1/runs", { cookie: "waymark-3000=session-2" }],
    ["POST /runs/new", {}],
    ["POST /runs/new", BEARER],
    [`POST /?token=${TOKEN}`, {}],
    ["GET /_next/static/a.js", {}],
  ])("keeps %s with %o out", (line, headers) => {
    expect(ask(line, headers)).toEqual({ kind: "unauthenticated" });
  });

  it.each<[string, boolean, Record<string, string>]>([
    ["GET /", false, {}],
    ["HEAD /runs", false, {}],
    ["GET /runs", false, BEARER],
    ["GET /nowhere", false, { "sec-fetch-site": "none" }],
    ["GET /?token=other", true, {}],
    ["GET /", false, { cookie: "waymark-3000=gone", "sec-fetch-site": "cross-site" }],
    ["GET /", false, { cookie: "waymark-3000=" }],
  ])("shows strangers nothing at %s", (line, tokenRefused, headers) => {
    expect(ask(line, headers)).toEqual({ kind: "locked", tokenRefused });
  });

  it("exchanges the token for a session and a clean address", () => {
    expect(ask(`GET /runs/run_1?tab=log&token=${TOKEN}&task=a`)).toEqual({
      kind: "redirected",
      location: "/runs/run_1?tab=log&task=a",
      setCookie: "waymark-3000=session-2; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict",
    });
    expect(ask("GET /", { cookie: "waymark-3000=session-2" })).toEqual({
      kind: "granted",
      session: "session-2",
    });
  });

  it("opens no second session for a browser that has one", () => {
    expect(ask(`GET /?token=${TOKEN}`, COOKIE)).toMatchObject({
      location: "/",
      setCookie: expect.stringContaining("=session-1;"),
    });
    expect(open.size).toBe(1);
  });

  it("asks a browser again that another site has sent, since it kept its session back", () => {
    expect(ask("GET /runs/run_1", { "sec-fetch-site": "cross-site" })).toEqual({ kind: "asked_again" });
  });

  it("closes the session of the browser that signs out, and no other", () => {
    sessions.open();
    expect(ask("POST /sign-out", COOKIE)).toEqual({
      kind: "redirected",
      location: "/",
      setCookie: "waymark-3000=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict",
    });
    expect(ask("GET /", COOKIE)).toEqual({ kind: "locked", tokenRefused: false });
    expect([...open]).toEqual(["session-2"]);
    expect(ask("POST /sign-out")).toMatchObject({ kind: "redirected", location: "/" });
  });
});
