import type { Actor } from "@/lib/auth/actor";
import type { KeyCallers } from "@/lib/auth/key-callers";
import { MAX_FILE_BYTES } from "@/lib/core/attachments";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { getOwn } from "@/lib/core/own";
import type { Log } from "@/lib/core/ports";
import type { QuotaStanding, Quotas } from "@/lib/services/quotas";
import type { Services } from "@/lib/services/registry";
import { requireCapability } from "@/lib/services/verb";
import { serviceNamed, verbNamed } from "@/lib/services/verb-by-name";
import { isPublicPath } from "./access";
import { apiCallerOf, requireLoopbackHost } from "./actor";
import { FILES, STREAMS } from "./answers";
import { readBytesBody, readJsonBody } from "./body";
import { requireCommandKey } from "./command-key";
import { matchRoute } from "./match-route";
import { servedDocument } from "./openapi";
import { requireSameOrigin } from "./origin";
import { problemResponse, publicError } from "./problem";
import { type Counted, withRateLimit } from "./rate-limit";
import { withinRequestLimit } from "./request-limit";
import type { RouteKey } from "./route-types";
import { fieldOfParam, ROUTE_KEYS, type Route, routesAt, statusOf } from "./routes";

/** What a process gives its routes. */
type RouteApp = { services: Services; keys: KeyCallers; quotas: Quotas; log: Log };

/** Limits of routes that are not as all others, the body and the start of the process included. */
const LIMITS_MS = { short: 1_000, long: 120_000 } as const;

type Params = Record<string, string>;
type Handler = (request: Request, params: Params) => Promise<Response>;
/** A request on its way to its answer, with what it was counted for so far. */
type Asked = { app: RouteApp; request: Request; counted: Counted };

/**
 * Makes what answers every request to the API, by the table of routes (`routesAt`), out of what a process has. What the table
 * lacks is answered with a problem like all others, not with a page.
 */
export function createApi(getRouteApp: () => Promise<RouteApp>): (request: Request) => Promise<Response> {
  const handle = (answer: (asked: Asked, params: Params) => Promise<Response>, limitMs?: number): Handler => {
    return async (request, params) => {
      const counted: Counted = new Map();
      const answering = async (): Promise<Response> => {
        const app = await getRouteApp().catch(unavailableOrThrow);
        if (app instanceof Response) return app;
        try {
          return await answer({ app, request, counted }, params);
        } catch (error) {
          return problemResponse(error, app.log);
        }
      };
      const response = await withinRequestLimit(answering(), limitMs).catch(unavailableOrThrow);
      return withRateLimit(response, counted);
    };
  };

  function handlerOf(key: RouteKey): Handler {
    if (key === "GET /api/v1/live") return liveRoute;
    if (key === "GET /api/v1/openapi.json") return documentRoute;
    const there = routesAt(key);
    const limit = there.find(({ limit }) => limit)?.limit;
    return handle((asked, params) => answerRoute(there, asked, params), limit && LIMITS_MS[limit]);
  }

  /** What the table says of all routes, as an OpenAPI document. */
  const documentRoute = handle(async (asked) => {
    await callerOf(asked);
    return jsonResponse(servedDocument(), 200);
  });

  const unknownRoute = handle(async (asked) => {
    await callerOf(asked);
    throw new DomainFailure(domainError("not_found", "The API has no such endpoint."));
  });

  const handlers = new Map(ROUTE_KEYS.map((key) => [key, handlerOf(key)]));
  return async (request) => {
    const { key, params = {} } = matchRoute(request.method, new URL(request.url).pathname) ?? {};
    return ((key && handlers.get(key)) ?? unknownRoute)(request, params);
  };
}

/** Answered by the process alone: neither its store nor its services are asked. */
const liveRoute: Handler = async (request) => {
  try {
    requireLoopbackHost(request.headers);
    return jsonResponse({ status: "ok" }, 200);
  } catch (error) {
    return problemResponse(error);
  }
};

/** A process whose store is away or says nothing says so; any other failed start is the server's to log. */
function unavailableOrThrow(thrown: unknown): Response {
  if (publicError(thrown).code === "unavailable") return problemResponse(thrown);
  throw thrown;
}

/**
 * Who asks; the request counts as theirs, but where strangers may ask. Throws `unauthenticated`, `too_many_requests`, and
 * `forbidden` for requests that another site's page may have sent.
 */
async function callerOf({ app, request, counted }: Asked): Promise<{ actor: Actor; isKey: boolean }> {
  const caller = await apiCallerOf(request.headers, app.keys);
  if (request.method !== "GET") requireSameOrigin(request.headers);
  if (isPublicPath(new URL(request.url).pathname)) return caller;
  app.quotas.telling((one) => counted.set(one.quota, one)).spend(caller.actor, "requestsPerMinute", 1);
  return caller;
}

async function answerRoute(routes: readonly Route[], asked: Asked, params: Params): Promise<Response> {
  const { isKey, ...admitted } = await callerOf(asked);
  const { request, counted } = asked;
  const { services, keys } = asked.app;
  const route = routes.find(({ when }) => !when || isAsked(when, request));
  if (!route) throw new DomainFailure(domainError("not_found", "The API has no such endpoint."));
  const commandId = commandIdOf(request.headers, isKey ? `${admitted.actor.id}/` : "key_");
  // Before the body is read: the one who may not ask uploads nothing.
  requireCapability(admitted.actor, verbNamed(route.verb).capability);
  const input = await inputOf(request, params, route);
  // A body takes as long as its sender likes: the one who asked may have lost the right in the meantime.
  const { actor } = request.method === "GET" ? admitted : await apiCallerOf(request.headers, keys);
  requireCapability(actor, verbNamed(route.verb).capability);
  const call = {
    actor,
    input,
    ...(commandId !== undefined && { commandId }),
    counted: (one: QuotaStanding) => void counted.set(one.quota, one),
  };
  const lasting = (response: Response) => (isKey ? endedWithKey(response, actor, keys) : response);
  const stream = getOwn(STREAMS, route.answer);
  if (stream) return lasting(await stream.respond({ services, request, ...call }));
  const result = await serviceNamed(services, route.verb)(call);
  const respond = getOwn(FILES, route.answer);
  if (respond) return lasting(respond(result as never));
  return jsonResponse(result, statusOf(route));
}

function isAsked(when: NonNullable<Route["when"]>, request: Request): boolean {
  if ("query" in when) return new URL(request.url).searchParams.has(when.query);
  return request.headers.get("accept")?.includes(when.accepts) ?? false;
}

/** What lasts ends with the key that asked for it, and what is still on its way is not sent. */
function endedWithKey(response: Response, actor: Actor, keys: KeyCallers): Response {
  if (!response.body) return response;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const ended = new AbortController();
  const stop = keys.watch(actor, () => ended.abort());
  response.body
    .pipeTo(writable, { signal: ended.signal })
    .catch(() => {})
    .finally(stop);
  return new Response(readable, response);
}

/** One object of the query, the body and the path: the body wins over the query, and the path over both. */
async function inputOf(request: Request, params: Params, route: Route): Promise<Record<string, unknown>> {
  const { omit = [], lists = [] } = route;
  const query = [...new URL(request.url).searchParams].map(([name, text]) => [
    name,
    lists.includes(name) ? text.split(",") : text,
  ]);
  const given = { ...Object.fromEntries(query), ...(await bodyFields(request, route)) };
  for (const name of omit) delete given[name];
  const path = Object.entries(params).map(([name, value]) => [fieldOfParam(route, name), value]);
  return { ...given, ...Object.fromEntries(path) };
}

async function bodyFields(request: Request, { file }: Route): Promise<object> {
  if (request.method === "GET") return {};
  if (file) return { [file]: await readBytesBody(request, MAX_FILE_BYTES) };
  const body = await readJsonBody(request);
  return typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
}

function jsonResponse(body: unknown, status: number): Response {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return new Response(JSON.stringify(body), { status, headers });
}

/**
 * The command id that an Idempotency-Key header asks for; undefined without one. The same key again gets the reply
 * of the first request instead of a second effect; what another caller sent under it is another request.
 */
function commandIdOf(headers: Headers, ofCaller: string): string | undefined {
  const key = headers.get("idempotency-key")?.trim();
  if (!key) return undefined;
  return `${ofCaller}${requireCommandKey(key, "Idempotency-Key")}`;
}
