import type { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Log } from "@/lib/core/ports";
import type { Services } from "@/lib/services/registry";
import { readInput } from "@/lib/services/verb";
import { actorOf } from "./actor";
import { readBytesBody, readJsonBody } from "./body";
import { requireSameOrigin } from "./origin";
import { problemResponse, publicError } from "./problem";

const KEY = /^[\x21-\x7e]{1,200}$/;

/** What a process gives its routes. */
export type RouteApp = { services: Services; log: Log };

export type RouteCall<Input> = {
  services: Services;
  actor: Actor;
  input: Input;
  request: Request;
  commandId?: string;
};

type RouteOptions = {
  status?: number;
  /** The body is a file of at most this size, and the schema's `content`. */
  maxFileBytes?: number;
};

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

/**
 * Makes a route handler of a schema and a service. The schema reads one object of the query, the JSON body and the
 * path's parameters (the path wins). A result that is a Response goes out as it is, anything else as JSON.
 */
export function routeMaker(getRouteApp: () => Promise<RouteApp>) {
  return function withRoute<Schema extends z.ZodType>(
    schema: Schema,
    verb: (call: RouteCall<z.output<Schema>>) => Promise<unknown>,
    options: RouteOptions = {},
  ) {
    return async (request: Request, context: RouteContext): Promise<Response> => {
      const app = await getRouteApp().catch(unavailableOrThrow);
      if (app instanceof Response) return app;
      const { services, log } = app;
      try {
        const actor = actorOf(request.headers);
        if (request.method !== "GET") requireSameOrigin(request.headers);
        const input = readInput(schema, await rawInput(request, context, options));
        const commandId = commandIdOf(request.headers);
        const call = { services, actor, input, request };
        const result = await verb(commandId === undefined ? call : { ...call, commandId });
        return result instanceof Response ? result : jsonResponse(result, options.status ?? 200);
      } catch (error) {
        return problemResponse(error, log);
      }
    };
  };
}

/** A process whose store is away says so; any other failed start is the server's to log. */
function unavailableOrThrow(thrown: unknown): Response {
  if (publicError(thrown).code === "unavailable") return problemResponse(thrown);
  throw thrown;
}

async function rawInput(
  request: Request,
  context: RouteContext,
  options: RouteOptions,
): Promise<Record<string, unknown>> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return { ...query, ...(await bodyFields(request, options)), ...(await context.params) };
}

async function bodyFields(request: Request, { maxFileBytes }: RouteOptions): Promise<object> {
  if (request.method === "GET") return {};
  if (maxFileBytes !== undefined) return { content: await readBytesBody(request, maxFileBytes) };
  const body = await readJsonBody(request);
  return typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
}

function jsonResponse(body: unknown, status: number): Response {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return new Response(JSON.stringify(body), { status, headers });
}

/**
 * The command id that an Idempotency-Key header asks for; undefined without one. The same key again gets the reply
 * of the first request instead of a second effect.
 */
function commandIdOf(headers: Headers): string | undefined {
  const key = headers.get("idempotency-key")?.trim();
  if (!key) return undefined;
  if (KEY.test(key)) return `key_${key}`;
  throw new DomainFailure(
    domainError("invalid_input", "Idempotency-Key must be 1 to 200 visible ASCII characters."),
  );
}
