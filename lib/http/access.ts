import type { Sessions } from "@/lib/auth/sessions";
import { cookieOf } from "./cookie";

/** What the guard knows of a request that asks to be let in. */
type AccessRequest = {
  method: string;
  /** Decoded, and known to be an address of this server. */
  path: string;
  /** The request target as it was sent. */
  target: string;
  header(name: string): string | undefined;
};

export type AccessOptions = {
  sessions: Sessions;
  /** Cookies know no ports, so that the name of the session's carries it. */
  port: number;
};

/**
 * What becomes of a request: it is let in, by a session or without one; sent on under other cookies; asked again from
 * this site, since a browser keeps the session from what another site begins; or kept out.
 */
type Access =
  | { kind: "granted"; session?: string }
  | { kind: "redirected"; location: string; setCookie: string }
  | { kind: "asked_again" }
  | { kind: "locked"; tokenRefused: boolean }
  | { kind: "unauthenticated" };

/** What strangers may ask: whether this server and its store work. */
const PUBLIC: ReadonlySet<string> = new Set(["/api/v1/health", "/api/v1/live"]);
export const isPublicPath = (path: string): boolean => PUBLIC.has(path);
export const SIGN_OUT = "/sign-out";

const MAX_AGE_S = 30 * 24 * 60 * 60;
const BEARER = /^Bearer ([\w.~+/-]+=*)$/i;

/**
 * Decides who is let in (SECURITY.md, "Who may do what"): a browser exchanges the token once, in an address, for a
 * session; callers of the API send it with every request (RFC 6750, 2.1). What changes something has already been held
 * to this origin.
 */
export function decideAccess(request: AccessRequest, { sessions, port }: AccessOptions): Access {
  const cookie = `waymark-${port}`;
  const session = cookieOf(request.header("cookie"), cookie);
  const isOpen = session !== undefined && sessions.isOpen(session);
  const { path, method } = request;
  if (path === SIGN_OUT && method === "POST") {
    if (session !== undefined) sessions.close(session);
    return { kind: "redirected", location: "/", setCookie: cookieText(cookie, "", 0) };
  }
  if (path === "/api" || path.startsWith("/api/")) {
    const isAllowed = isPublicPath(path) || isOpen || hasBearer(request, sessions);
    if (!isAllowed) return { kind: "unauthenticated" };
    return isOpen ? { kind: "granted", session } : { kind: "granted" };
  }
  const { token, rest } = takeToken(request.target);
  const isAsked = method === "GET" || method === "HEAD";
  if (token !== undefined && isAsked && sessions.isToken(token))
    return {
      kind: "redirected",
      location: rest,
      setCookie: cookieText(cookie, isOpen ? session : sessions.open(), MAX_AGE_S),
    };
  if (isOpen) return { kind: "granted", session };
  if (!isAsked || path.startsWith("/_next/")) return { kind: "unauthenticated" };
  return session === undefined && request.header("sec-fetch-site") === "cross-site"
    ? { kind: "asked_again" }
    : { kind: "locked", tokenRefused: token !== undefined };
}

function hasBearer(request: AccessRequest, sessions: Sessions): boolean {
  const [, token] = BEARER.exec(request.header("authorization") ?? "") ?? [];
  return token !== undefined && sessions.isToken(token);
}

/** Host-only, since it names no domain; not for scripts, nor for what another site begins. */
const cookieText = (name: string, value: string, maxAgeS: number): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`;

/** The token of an address, and the address without it. */
function takeToken(target: string): { token: string | undefined; rest: string } {
  const url = new URL(target, "http://localhost");
  const token = url.searchParams.get("token") ?? undefined;
  url.searchParams.delete("token");
  return { token, rest: `${url.pathname}${url.search}` };
}
