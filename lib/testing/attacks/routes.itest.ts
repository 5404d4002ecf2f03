import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ERROR_CODES } from "@/lib/core/errors";
import type { RouteKey } from "@/lib/http/route-types";
import { fieldOfParam, ROUTE_KEYS, type Route, routesAt } from "@/lib/http/routes";
import { verbNamed } from "@/lib/services/verb-by-name";
import type { Method } from "@/lib/services/verb-route";
import { createRoutes } from "@/lib/testing/api-routes";
import { type AttackWorld, openAttackWorld } from "./attack-world";
import { hostileInput, hostileValue } from "./hostile-input";
import { ATTACKS } from "./length";

let world: AttackWorld;
beforeAll(async () => {
  world = await openAttackWorld();
});
afterAll(() => world?.close());

const { routes } = createRoutes(async () => ({
  services: world.services,
  keys: world.keys,
  quotas: world.deps.quotas,
  log: world.deps.log,
}));
const KEYS = ROUTE_KEYS.flatMap((key) => routesAt(key).map((route) => ({ key, route })));

type Attack = { key: RouteKey; route: Route; input: unknown; idempotencyKey: unknown; resume: unknown };

const attacks = (): fc.Arbitrary<Attack> =>
  fc.constantFrom(...KEYS).chain(({ key, route }) =>
    fc.record({
      key: fc.constant(key),
      route: fc.constant(route),
      input: hostileInput(verbNamed(route.verb).schema, world.known),
      idempotencyKey: fc.option(hostileValue, { freq: 1 }),
      resume: fc.option(hostileValue, { freq: 8 }),
    }),
  );

it("no request breaks the server, and none that is refused leaves anything behind", async () => {
  let before = await world.stored();
  await fc.assert(
    fc.asyncProperty(fc.constant(null).chain(attacks), async (one) => {
      const response = await send(one);
      const { status } = response;
      const [then, now] = [before, await world.stored()];
      before = now;
      if (status < 400) return readAnswer(response);
      const body = (await response.json()) as { code: string; status: number };
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(ERROR_CODES).toContain(body.code);
      expect({ status: body.status, broke: status >= 500 }).toEqual({ status, broke: false });
      expect(now).toBe(then);
    }),
    ATTACKS,
  );
}, 3_600_000);

/** Reads an answer to its end, where it has one: what breaks off on its way is no answer. */
async function readAnswer(response: Response): Promise<void> {
  const lasts = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (lasts) return response.body?.cancel();
  await response.arrayBuffer();
}

/** The input as a client would send it: in the path, the query or the body. */
function send({ key, route, input, idempotencyKey, resume }: Attack): Promise<Response> {
  const [method = "", path = ""] = key.split(" ") as [Method, string];
  const handlers = routes(path as never) as Partial<Record<Method, ReturnType<typeof handlerOf>>>;
  const fields: Record<string, unknown> =
    typeof input === "object" && input !== null ? { ...input } : { input };
  const params: Record<string, string> = {};
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
    const field = fieldOfParam(route, name);
    params[name] = textOf(fields[field]);
    delete fields[field];
  }
  const url = new URL("http://localhost:3000/api/v1/attack");
  const headers = new Headers({ host: "localhost:3000" });
  if (route.when) headers.set("accept", "text/event-stream");
  addHeader(headers, "idempotency-key", idempotencyKey);
  addHeader(headers, "last-event-id", resume);
  const isQuery = method === "GET" || route.file !== undefined;
  if (isQuery) for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, textOf(value));
  if (route.when && route.answer === "textFile") url.searchParams.set("format", textOf(fields.format));
  const handler = handlers[method as Method] as ReturnType<typeof handlerOf>;
  const context = { params: Promise.resolve(params) };
  if (method === "GET") return handler(new Request(url, { headers }), context);
  headers.set("content-type", route.file ? "application/octet-stream" : "application/json");
  const body = route.file ? textOf(fields[route.file]) : bodyOf(input, fields);
  return handler(new Request(url, { method, headers, body }), context);
}

const handlerOf = () => routes("/api/v1/runs").GET;

/** What is no object is sent as it is. */
const bodyOf = (input: unknown, fields: object): string =>
  JSON.stringify(
    typeof input === "object" && input !== null && !Array.isArray(input) ? fields : (input ?? null),
  );

const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : value instanceof Uint8Array
      ? Buffer.from(value).toString()
      : (JSON.stringify(value) ?? "");

/** Node takes no header with other characters; no client could send one. */
function addHeader(headers: Headers, name: string, value: unknown): void {
  const text = textOf(value).replace(/[^\x20-\x7e]/g, "");
  if (value !== null) headers.set(name, text.slice(0, 4_000));
}
