import type { IncomingMessage } from "node:http";
import { claimsKey } from "@/lib/auth/key-secret";
import { getOwn } from "@/lib/core/own";
import { type AccessOptions, decideAccess, SIGN_OUT } from "./access";
import { lockPage, reloadPage } from "./lock-page";
import { isLoopbackHost, isSameOrigin } from "./origin";
import { DATA_POLICY, STATIC_POLICY, sameForAll, securityHeaders } from "./security-headers";

/** A request as it came in, before anything reads its address. */
type GuardedRequest = {
  method: string;
  /** The request target as it was sent. */
  target: string;
  header(name: string): string | undefined;
  /** How many `Host` fields it was sent with: programs differ in which of several counts. */
  hosts: number;
};

/** A request as node has it, which keeps the first `Host` alone and joins what else came more than once. */
export function guardedRequest({
  method = "",
  url = "",
  headers,
  rawHeaders,
}: Pick<IncomingMessage, "method" | "url" | "headers" | "rawHeaders">): GuardedRequest {
  const header = (name: string) => {
    const value = getOwn(headers, name);
    return Array.isArray(value) ? value.join(", ") : value;
  };
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;
  return { method, target: url, header, hosts };
}

export type GuardOptions = {
  development: boolean;
  /** Fresh for every request: the scripts of the page that is asked for run by it. */
  nonce: string;
  /** Whether the build has this file. */
  hasFile(path: string): boolean;
  /** Absent: everyone who reaches this server may use it. */
  access?: AccessOptions;
};

/** Where the server puts the query of a request, for what it renders before the page. */
export const SEARCH_HEADER = "x-waymark-search";

/** What the HTTP layer does with a request: it answers itself, or lets the framework answer under these headers. */
export type Guarded =
  | { pass: false; status: Refusal | 200 | 303; body: string; headers: Record<string, string> }
  | { pass: true; headers: Record<string, string>; session?: string };

const CODES = {
  400: "invalid_input",
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  405: "unsupported",
} as const;
type Refusal = keyof typeof CODES;

const UNAUTHENTICATED =
  "This needs the access token, or a browser session opened with it (npm run link), or for the API a key.";

/** What the handlers of the API answer, unknown endpoints too: as it is written, since routing does not decode it. */
const API_ADDRESS = /^\/api\/v1\/[^/?#]/;

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

/** Headers by which a proxy speaks of the request that it had. There is none before this server, so nobody may. */
export const FORWARDED = /^(forwarded|x-forwarded-.+)$/;

/**
 * Decides on every request before the framework sees it, whose own hook leaves some addresses out: the one Host must name
 * this machine, what changes something must come from a page of the console, there must be such an address, and who asks
 * must have been let in (SECURITY.md, "Who may do what"). Every answer gets the headers, also those of the framework's own errors.
 */
export function guardRequest(request: GuardedRequest, options: GuardOptions): Guarded {
  const path = pathOf(request.target);
  const secure = headersFor(path, options);
  const isData = path !== undefined && isUnder(path, "/api");
  const refuse = (status: Refusal, title: string): Guarded => ({
    pass: false,
    status,
    body: isData ? JSON.stringify({ type: "about:blank", title, status, code: CODES[status] }) : title,
    headers: {
      ...secure,
      "content-type": isData ? "application/problem+json" : "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...(status === 401 && { "www-authenticate": "Bearer" }),
      ...(status === 405 && { allow: [...METHODS].join(", ") }),
    },
  });
  if (request.hosts > 1) return refuse(400, "A request names one host.");
  if (!isLoopbackHost(request.header("host") ?? null))
    return refuse(403, "Open Waymark by localhost or 127.0.0.1 on this machine.");
  if (path === undefined) return refuse(400, "The address cannot be read.");
  if (!METHODS.has(request.method)) return refuse(405, "There is no such method here.");
  const changes = request.method === "POST";
  if ((changes || isData) && !isSameOrigin((name) => request.header(name) ?? null))
    return refuse(403, "This request came from another site.");
  if (isUnder(path, "/_next")) {
    if (changes || !(options.development || options.hasFile(path))) return refuse(404, "Not found.");
  } else if (changes && !isData) {
    // Pages are read: what changes something has the API, and the form that signs out says where it comes from.
    if (path !== SIGN_OUT) return refuse(404, "Not found.");
    if (request.header("origin") === undefined) return refuse(403, "This request came from another site.");
  }
  // The API asks the store about keys. Nothing else may answer at the address that is let through for that.
  if (claimsKey(request.header("authorization")))
    return API_ADDRESS.test(request.target) ? { pass: true, headers: secure } : refuse(401, UNAUTHENTICATED);
  if (!options.access) return { pass: true, headers: secure };
  const access = decideAccess({ ...request, path }, options.access);
  const page = (body: string): Guarded => ({
    pass: false,
    status: 200,
    body,
    headers: { ...secure, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
  switch (access.kind) {
    case "granted":
      return {
        pass: true,
        headers: secure,
        ...(access.session !== undefined && { session: access.session }),
      };
    case "redirected": {
      const { location, setCookie } = access;
      const headers = { ...secure, "cache-control": "no-store", location, "set-cookie": setCookie };
      return { pass: false, status: 303, body: "", headers };
    }
    case "asked_again":
      return page(reloadPage());
    case "locked":
      return page(lockPage(access.tokenRefused, options.nonce));
    case "unauthenticated":
      return refuse(401, UNAUTHENTICATED);
  }
}

function headersFor(path: string | undefined, { nonce, development }: GuardOptions): Record<string, string> {
  if (path === undefined || isUnder(path, "/api"))
    return { ...sameForAll, "content-security-policy": DATA_POLICY };
  if (isUnder(path, "/_next")) return { ...sameForAll, "content-security-policy": STATIC_POLICY };
  return securityHeaders(nonce, development);
}

const isUnder = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The decoded path of a request target in origin form (RFC 9112, 3.2.1); undefined when it is none. */
function pathOf(target: string): string | undefined {
  if (!target.startsWith("/")) return;
  try {
    const path = decodeURIComponent(target.split(/[?#]/, 1)[0] ?? "");
    // Two slashes at the beginning would name a host; a step up would lead to another address than this one.
    return /^\/\/|[\\\0\r\n]|\/\.{1,2}(\/|$)/.test(path) ? undefined : path;
  } catch {
    return;
  }
}
