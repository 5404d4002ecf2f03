import { describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { createQuotas } from "@/lib/services/quotas";
import type { Services } from "@/lib/services/registry";
import type { Method } from "@/lib/services/verb-route";
import { createRoutes } from "@/lib/testing/api-routes";
import { actorOf } from "./actor";
import type { RoutePath } from "./route-types";
import { ROUTE_KEYS } from "./routes";

type Call = { verb: string; input: Record<string, unknown>; commandId?: string };

const noQuotas = createQuotas("off", { nowMs: () => 0 });

/** An object that has something under every name. */
const holding = (of: (name: string) => unknown): object =>
  new Proxy(
    {},
    {
      get: (_, name) => of(String(name)),
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
    },
  );

/** Services that keep what they are called with, and the routes to them, for keys that call as `caller`. */
function recordedRoutes(caller?: Actor, quotas = noQuotas) {
  const calls: Call[] = [];
  let working = caller;
  const verbsOf = (entity: string) =>
    holding((name) => async (call: Omit<Call, "verb">) => {
      calls.push({ ...call, verb: `${entity}/${name}` });
      return { frames: [], batches: [], from: { seq: 0, chunk: 0 }, seq: 1 };
    });
  const services = holding(verbsOf) as Services;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const { routes, unknownRoute } = createRoutes(async () => ({
    services,
    keys: { callerOf: async () => working, watch: () => () => {} },
    quotas,
    log: { ...log, child: () => log } as never,
  }));
  const end = () => {
    working = undefined;
  };
  return { calls, routes, unknownRoute, end };
}

type Options = { method?: string; body?: unknown; headers?: Record<string, string> };

const requestOf = (path: string, { method = "GET", body, headers = {} }: Options = {}) =>
  new Request(`http://localhost:3000${path}`, {
    method,
    headers: { host: "localhost:3000", "content-type": "application/json", ...headers },
    ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
  });

const at = (params: Record<string, string> = {}) => ({ params: Promise.resolve(params) });

describe("the input of a verb", () => {
  it("takes ids of the path, whatever query and body say", async () => {
    const { calls, routes } = recordedRoutes();
    const { POST } = routes("/api/v1/runs/{id}/commands");
    const request = requestOf("/api/v1/runs/run_a/commands?runId=run_query&type=cancel", {
      method: "POST",
      body: { runId: "run_body", type: "pause" },
    });
    expect((await POST(request, at({ id: "run_a" }))).status).toBe(200);
    expect(calls[0]?.input).toEqual({ runId: "run_a", type: "pause" });

    const { GET } = routes("/api/v1/runs/{id}");
    await GET(requestOf("/api/v1/runs/run_a?runId=run_query"), at({ id: "run_a" }));
    expect(calls[1]).toMatchObject({ verb: "runs/get", input: { runId: "run_a" } });
  });

  it("takes names of the path that are the verb's own, whatever query and body say", async () => {
    const { calls, routes } = recordedRoutes();
    const { POST } = routes("/api/v1/mcp-servers/{name}/remove");
    const path = "/api/v1/mcp-servers/files/remove?name=query";
    await POST(requestOf(path, { method: "POST", body: { name: "body" } }), at({ name: "files" }));
    expect(calls).toMatchObject([{ verb: "mcp/remove", input: { name: "files" } }]);
  });

  it("prefers the body to the query", async () => {
    const { calls, routes } = recordedRoutes();
    const { POST } = routes("/api/v1/plans/parse");
    await POST(requestOf("/api/v1/plans/parse?plan=query", { method: "POST", body: { plan: "body" } }), at());
    expect(calls[0]?.input).toEqual({ plan: "body" });
  });

  it("leaves out what clients cannot give at this address", async () => {
    const { calls, routes } = recordedRoutes();
    const body = { name: "New", policyId: "p", version: 7, provenance: "session_rule", verb: "reject" };
    const post = (path: string) => requestOf(`${path}?provenance=session_rule`, { method: "POST", body });
    await routes("/api/v1/policies").POST(post("/api/v1/policies"), at());
    expect(calls[0]?.input).not.toHaveProperty("policyId");
    expect(calls[0]?.input).not.toHaveProperty("version");
    const decide = routes("/api/v1/approvals/{id}/decision").POST;
    await decide(post("/api/v1/approvals/a/decision"), at({ id: "a" }));
    expect(calls[1]?.input).toMatchObject({ approvalId: "a", verb: "reject" });
    expect(calls[1]?.input).not.toHaveProperty("provenance");
  });

  it("has lists of the query as lists", async () => {
    const { calls, routes } = recordedRoutes();
    await routes("/api/v1/runs").GET(requestOf("/api/v1/runs?status=running,paused&text=a,b"), at());
    expect(calls[0]?.input).toEqual({ status: ["running", "paused"], text: "a,b" });
  });
});

describe("a route of the table", () => {
  it("answers with the status of its row", async () => {
    const { routes } = recordedRoutes();
    const post = requestOf("/api/v1/runs", { method: "POST", body: { mission: "Go" } });
    expect((await routes("/api/v1/runs").POST(post, at())).status).toBe(201);
    const listed = await routes("/api/v1/runs").GET(requestOf("/api/v1/runs"), at());
    expect(listed.status).toBe(200);
    expect(listed.headers.get("content-type")).toBe("application/json");
    expect(listed.headers.get("cache-control")).toBe("no-store");
  });

  it("asks another verb where the request asks for another answer", async () => {
    const { calls, routes } = recordedRoutes();
    const { GET } = routes("/api/v1/runs/{id}/plan");
    for (const query of ["", "?format=json"])
      await GET(requestOf(`/api/v1/runs/r/plan${query}`), at({ id: "r" }));
    expect(calls.map(({ verb }) => verb)).toEqual(["plans/get", "plans/export"]);
  });

  it("hands the idempotency key on as the command's id", async () => {
    const { calls, routes } = recordedRoutes();
    const headers = { "idempotency-key": "abc" };
    await routes("/api/v1/runs").POST(requestOf("/api/v1/runs", { method: "POST", headers }), at());
    expect(calls[0]?.commandId).toBe("key_abc");
    const long = { "idempotency-key": "x".repeat(201) };
    const refused = requestOf("/api/v1/runs", { method: "POST", headers: long });
    expect((await routes("/api/v1/runs").POST(refused, at())).status).toBe(400);
  });
});

describe("a stream", () => {
  it.each([
    ["/api/v1/stream", "/api/v1/stream?topics=run:r", "stream/open", { topics: "run:r" }],
    ["/api/v1/runs/{id}/events", "/api/v1/runs/r/events?after=3", "runs/follow", { runId: "r", after: "3" }],
  ] as const)(
    "of %s is opened with what is asked for, and ends with its reader",
    async (path, target, verb, input) => {
      const { calls, routes } = recordedRoutes();
      const request = requestOf(target, { headers: { accept: "text/event-stream" } });
      const response = await routes(path).GET(request, at({ id: "r" }));
      expect(response.headers.get("content-type")).toContain("text/event-stream");
      expect(calls[0]).toMatchObject({ verb, input: { ...input, signal: expect.any(AbortSignal) } });
      await response.body?.cancel();
      expect(calls[0]?.input.signal).toMatchObject({ aborted: true });
    },
  );
});

describe("who may ask", () => {
  const foreign: [what: string, headers: Record<string, string>, methods: Method[]][] = [
    ["under a name that is not this machine's", { host: "evil.example" }, ["GET", "POST"]],
    ["from another origin", { origin: "http://evil.example" }, ["POST"]],
    ["from another site", { "sec-fetch-site": "cross-site" }, ["POST"]],
  ];
  const cases = foreign.flatMap(([what, headers, methods]) =>
    ROUTE_KEYS.filter((key) => methods.some((method) => key.startsWith(method))).map((key) => ({
      key,
      what,
      headers,
    })),
  );

  it.each(cases)("$key is refused $what, before any verb is called", async ({ key, headers }) => {
    const { calls, routes } = recordedRoutes();
    const [method = "", path = ""] = key.split(" ");
    const handlers: Partial<Record<string, ReturnType<typeof createRoutes>["unknownRoute"]>> = routes(
      path as RoutePath,
    );
    const response = await handlers[method]?.(requestOf(path, { method, headers }), at({ id: "x" }));
    expect(response?.status).toBe(403);
    expect(calls).toEqual([]);
  });

  const KEY = `wmk_${"k".repeat(43)}`;
  const keyed = (headers: Record<string, string> = {}) => ({ authorization: `Bearer ${KEY}`, ...headers });
  const bot: Actor = {
    kind: "person",
    id: "key:k1",
    name: "Bot",
    workspaceId: "local",
    capabilities: ["view", "operate"],
    roles: [],
    channel: "api",
  };

  it.each(ROUTE_KEYS)(
    "%s is refused with a key that does not work, before any verb is called",
    async (key) => {
      const { calls, routes } = recordedRoutes();
      const [method = "", path = ""] = key.split(" ");
      const handlers: Partial<Record<string, ReturnType<typeof createRoutes>["unknownRoute"]>> = routes(
        path as RoutePath,
      );
      for (const headers of [
        keyed(),
        keyed({ cookie: "waymark-3000=s" }),
        { authorization: `Bearer ${KEY}x` },
      ]) {
        const response = await handlers[method]?.(requestOf(path, { method, headers }), at({ id: "x" }));
        // It answers everyone, and without the store.
        if (path === "/api/v1/live") return expect(response?.status).toBe(200);
        expect([response?.status, response?.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
        expect(response?.headers.get("content-type")).toBe("application/problem+json");
        const text = await response?.text();
        expect(JSON.parse(text ?? "")).toMatchObject({ status: 401, code: "unauthenticated" });
        expect(text).not.toContain("wmk_");
      }
      expect(calls).toEqual([]);
    },
  );

  it("a key calls as itself, as much from a browser, and its idempotency keys are its own", async () => {
    const { calls, routes, unknownRoute } = recordedRoutes(bot);
    const headers = keyed({ "sec-fetch-site": "same-origin", "idempotency-key": "abc" });
    await routes("/api/v1/runs").POST(requestOf("/api/v1/runs", { method: "POST", headers }), at());
    expect(calls).toMatchObject([{ verb: "runs/create", commandId: "key:k1/abc" }]);
    expect(calls[0]).toHaveProperty("actor", bot);
    const foreign = keyed({ origin: "http://evil.example" });
    const refused = requestOf("/api/v1/runs", { method: "POST", headers: foreign });
    expect((await routes("/api/v1/runs").POST(refused, at())).status).toBe(403);
    const rebound = requestOf("/api/v1/runs", { headers: keyed({ host: "evil.example" }) });
    expect((await routes("/api/v1/runs").GET(rebound, at())).status).toBe(403);
    expect((await unknownRoute(requestOf("/api/v1/nothing", { headers: keyed() }), at())).status).toBe(404);
    const unknown = recordedRoutes().unknownRoute;
    expect((await unknown(requestOf("/api/v1/nothing", { headers: keyed() }), at())).status).toBe(401);
  });

  it("what a key asks does not count once the key ends while the rest of it is on its way", async () => {
    const { calls, routes, end } = recordedRoutes(bot);
    const readWhenAdmitted = {
      pull(sent: ReadableStreamDefaultController<Uint8Array>) {
        end();
        sent.enqueue(new TextEncoder().encode("{}"));
        sent.close();
      },
    };
    const sending: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers: keyed({ host: "localhost:3000", "content-type": "application/json" }),
      body: new ReadableStream(readWhenAdmitted, { highWaterMark: 0 }),
      duplex: "half",
    };
    const request = new Request("http://localhost:3000/api/v1/runs", sending);
    const answer = routes("/api/v1/runs").POST(request, at());
    expect((await answer).status).toBe(401);
    expect(calls).toEqual([]);
  });

  it("a file that a key takes breaks off when the key ends, and is looked after no longer than it lasts", async () => {
    const ends: (() => void)[] = [];
    const stopped = vi.fn();
    async function* parts() {
      yield "first";
      yield "second";
    }
    const csv = async () => ({ fileName: "costs.csv", contentType: "text/csv", parts: parts() });
    const { routes } = createRoutes(async () => ({
      services: { costs: { csv } } as unknown as Services,
      keys: {
        callerOf: async () => bot,
        watch: (_, onEnd) => {
          ends.push(onEnd);
          return stopped;
        },
      },
      quotas: noQuotas,
      log: undefined as never,
    }));
    const take = async () => {
      const { GET } = routes("/api/v1/costs/csv");
      return (await GET(requestOf("/api/v1/costs/csv", { headers: keyed() }), at())) as Response;
    };
    expect(await (await take()).text()).toBe("firstsecond");
    await vi.waitFor(() => expect(stopped).toHaveBeenCalledOnce());
    const cut = await take();
    ends[1]?.();
    await expect(cut.text()).rejects.toThrow();
    await vi.waitFor(() => expect(stopped).toHaveBeenCalledTimes(2));
    expect(cut.headers.get("content-disposition")).toContain("costs.csv");
  });

  it("a key opens no page and takes no action, whatever comes along", () => {
    const headers = new Headers({ host: "localhost:3000", cookie: "waymark-3000=s" });
    expect(actorOf(headers)).toMatchObject({ id: "local", everyone: true });
    headers.set("authorization", `Bearer ${KEY}`);
    expect(() => actorOf(headers)).toThrow(expect.objectContaining({ code: "unauthenticated" }));
  });

  it("any other address is not found", async () => {
    const { unknownRoute } = recordedRoutes();
    expect((await unknownRoute(requestOf("/api/v1/nothing"), at())).status).toBe(404);
  });
});

describe("the limits of an answer", () => {
  const fieldsOf = ({ headers }: Response) =>
    ["ratelimit-policy", "ratelimit", "retry-after"].map((name) => headers.get(name));
  const quotas = () => createQuotas({ requestsPerMinute: 3 }, { nowMs: () => 0 });

  it("stand on every answer that is counted, of what is not found too, and say when to try again", async () => {
    const { routes, unknownRoute } = recordedRoutes(undefined, quotas());
    const { GET } = routes("/api/v1/runs");
    const policy = '"requestsPerMinute";q=3;w=60';
    const list = () => GET(requestOf("/api/v1/runs"), at());
    expect(fieldsOf(await list())).toEqual([policy, '"requestsPerMinute";r=2;t=20', null]);
    const unknown = await unknownRoute(requestOf("/api/v1/nothing"), at());
    expect(fieldsOf(unknown)).toEqual([policy, '"requestsPerMinute";r=1;t=40', null]);
    const document = routes("/api/v1/openapi.json").GET(requestOf("/api/v1/openapi.json"), at());
    expect(fieldsOf(await document)).toEqual([policy, '"requestsPerMinute";r=0;t=60', null]);
    const refused = await list();
    expect(refused.status).toBe(429);
    // One is there again after 20 s, all of them after 60.
    expect(fieldsOf(refused)).toEqual([policy, '"requestsPerMinute";r=0;t=20', "20"]);
  });

  it("are absent where nothing is counted: for strangers, and without quotas", async () => {
    const counted = recordedRoutes(undefined, quotas());
    const health = counted.routes("/api/v1/health").GET(requestOf("/api/v1/health"), at());
    expect(fieldsOf(await health)).toEqual([null, null, null]);
    const headers = { authorization: `Bearer wmk_${"k".repeat(43)}` };
    const stranger = counted.routes("/api/v1/runs").GET(requestOf("/api/v1/runs", { headers }), at());
    expect(fieldsOf(await stranger)).toEqual([null, null, null]);
    const lifted = recordedRoutes().routes("/api/v1/runs").GET(requestOf("/api/v1/runs"), at());
    expect(fieldsOf(await lifted)).toEqual([null, null, null]);
  });
});
