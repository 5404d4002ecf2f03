import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join, relative, sep } from "node:path";
import next from "next";
import { fileSessions } from "@/lib/auth/sessions";
import { readEnv } from "@/lib/env";
import { FORWARDED, type GuardOptions, guardedRequest, guardRequest, SEARCH_HEADER } from "@/lib/http/guard";
import { dropRestOfBody } from "@/lib/http/rest-of-body";
import { sameForAll } from "@/lib/http/security-headers";
import { defaultDataDir } from "./database";
import { projectRoot } from "./lib/paths";
import { host } from "./lib/processes";

/** The console's web server: every request passes the guard before Next sees it. */

const DRAIN_MS = 5_000;
/** How long an event stream outlives the session that opened it. */
const SESSION_CHECK_MS = 2_000;
const { NODE_ENV, PORT: port, AUTH_TOKEN: authToken } = readEnv();
const development = NODE_ENV === "development";
const sessions = fileSessions(defaultDataDir(), Date.now);

const files = development ? [] : filesBelow(join(projectRoot, ".next/static"));
const facts: Omit<GuardOptions, "nonce"> = {
  development,
  hasFile: (
    (known) => (path: string) =>
      known.has(path)
  )(new Set(files.map((file) => `/_next/static/${file}`))),
  ...(authToken === "on" && { access: { sessions, port } }),
};

// Longer than clients keep a connection that they mean to use again: one closed in that moment loses their request.
const server = createServer({ keepAliveTimeout: 30_000 });
const app = next({ dev: development, dir: projectRoot, hostname: host, port, httpServer: server });
await app.prepare();
const answer = app.getRequestHandler();
const upgrade = app.getUpgradeHandler();

server.on("request", (request, response) => {
  const headers = admit(request, response);
  if (!headers) return;
  request.headers["content-security-policy"] = headers["content-security-policy"];
  // Layouts are not given the query, and answer 404 before the page begins to stream.
  request.headers[SEARCH_HEADER] = /\?.*/.exec(request.url ?? "")?.[0] ?? "";
  setOneContentType(response);
  dropRestOfBody(request, response);
  void answer(request, response);
});
// Development's pages are reloaded over a socket; nothing else is.
server.removeAllListeners("upgrade");
server.on("upgrade", (request, socket, head) => {
  const guarded = guardRequest(guardedRequest(request), { ...facts, nonce: "" });
  if (development && guarded.pass) void upgrade(request, socket, head);
  else socket.destroy();
});
server.on("clientError", (_error, socket) => {
  const lines = Object.entries(sameForAll).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.end(`HTTP/1.1 400 Bad Request\r\nconnection: close\r\n${lines.join("")}\r\n`);
});
drainOnSignal(server);
server.listen(port, host);

/** Answers what the guard refuses; sets the headers of everything else and returns them. */
function admit(request: IncomingMessage, response: ServerResponse): Record<string, string> | undefined {
  for (const name of Object.keys(request.headers)) if (FORWARDED.test(name)) delete request.headers[name];
  const guarded = guardRequest(guardedRequest(request), {
    ...facts,
    nonce: randomBytes(16).toString("base64"),
  });
  for (const [name, value] of Object.entries(guarded.headers)) response.setHeader(name, value);
  if (guarded.pass) {
    if (guarded.session !== undefined) endWithSession(response, guarded.session);
    return guarded.headers;
  }
  // What the client still sends is not read.
  response.writeHead(guarded.status, { connection: "close" }).end(guarded.body);
  return;
}

/** Next sets the content type of a route's answer as a list of one, which its own compression does not know. */
function setOneContentType(response: ServerResponse): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    set(name, name === "content-type" && Array.isArray(value) ? value.join() : value);
}

/** An answer that lasts ends with its session: who signed out, or lost the token, sees nothing more. */
function endWithSession(response: ServerResponse, session: string): void {
  const check = setInterval(() => {
    if (!sessions.isOpen(session)) response.destroy();
  }, SESSION_CHECK_MS);
  response.on("close", () => clearInterval(check));
}

/** Paths of the files below a folder, with slashes. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

/** On a stop signal, requests in flight are answered; event streams, which never end by themselves, are cut. */
function drainOnSignal(server: Server): void {
  const inFlight = new Set<ServerResponse>();
  let isStopping = false;
  const exitWhenDrained = () => {
    if (inFlight.size === 0) process.exit(0);
  };
  server.prependListener("request", (_request, response) => {
    inFlight.add(response);
    response.on("close", () => {
      inFlight.delete(response);
      if (isStopping) exitWhenDrained();
    });
  });
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    server.close();
    for (const response of inFlight) if (isStream(response)) response.destroy();
    setTimeout(() => process.exit(0), DRAIN_MS);
    exitWhenDrained();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}

const isStream = (response: ServerResponse): boolean =>
  String(response.getHeader("content-type") ?? "").startsWith("text/event-stream");
