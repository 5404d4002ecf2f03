import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Actor, CAPABILITIES, type Capability, localPerson } from "@/lib/auth/actor";
import { createKeyCallers } from "@/lib/auth/key-callers";
import { digestOfKey } from "@/lib/auth/key-secret";
import type { CreateKeyInput } from "@/lib/core/inputs/keys";
import type { RouteKey, RoutePath } from "@/lib/http/route-types";
import { ROUTE_KEYS, routesAt } from "@/lib/http/routes";
import { createRoutes } from "@/lib/testing/api-routes";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { createServices } from "../registry";
import { verbNamed } from "../verb-by-name";

const DAY_MS = 24 * 60 * 60_000;

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces("elsewhere");
});
afterAll(() => world?.close());

let names = 0;
const create = (input: Partial<CreateKeyInput> = {}, actor: Actor = localPerson) => {
  names += 1;
  return world.services.keys.create({ actor, input: { name: `Key ${names}`, ...input } });
};

const revoke = (keyId: string, actor: Actor = localPerson) =>
  world.services.keys.revoke({ actor, input: { keyId } });

/** The one who calls with a key, as the API has them. */
async function callerWith(input: Partial<CreateKeyInput> = {}, by?: Actor) {
  const { secret, key } = await create(input, by);
  return { secret, key, actor: (await world.keys.callerOf(secret)) as Actor };
}

const { routes, unknownRoute } = createRoutes(async () => ({
  services: world.services,
  keys: world.keys,
  quotas: world.deps.quotas,
  log: world.deps.log,
}));
type Handler = typeof unknownRoute;
const at = (params: Record<string, string> = {}) => ({ params: Promise.resolve(params) });

function requestOf(line: string, secret: string, body?: object, headers: Record<string, string> = {}) {
  const [method = "", path = ""] = line.split(" ");
  return new Request(`http://localhost:3000/api/v1${path}`, {
    method,
    headers: {
      host: "localhost:3000",
      "content-type": "application/json",
      authorization: `Bearer ${secret}`,
      ...headers,
    },
    ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
  });
}

function send(key: RouteKey, secret: string, body?: object): Promise<Response> {
  const [method = "", path = ""] = key.split(" ");
  const handlers: Partial<Record<string, Handler>> = routes(path as RoutePath);
  const request = requestOf(`${method} ${path.slice("/api/v1".length)}`, secret, body);
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "none"]));
  return (handlers[method] as Handler)(request, at(params));
}

const auditOf = (subject: string) =>
  world.database
    .sql`select action, actor, details, workspace_id from audit_log where subject = ${subject} order by id`;

describe("a key", () => {
  it("is given out once; the store has the digest and the beginning of it", async () => {
    const { secret, key } = await create({ name: "CI", capabilities: ["operate"], roles: ["lead", "lead"] });
    expect(key).toEqual({
      keyId: expect.any(String),
      name: "CI",
      prefix: secret.slice(0, 10),
      status: "working",
      capabilities: ["view", "operate"],
      roles: ["lead"],
      createdAt: expect.any(Number),
      createdBy: { kind: "person", id: "local", name: "Local operator" },
      madeByKey: null,
      endsAt: null,
      lastUsedAt: null,
      revokedAt: null,
      revokedBy: null,
    });
    const [row] = await world.database.sql`select * from api_keys where id = ${key.keyId}`;
    expect(row?.digest).toBe(digestOfKey(secret));
    expect(JSON.stringify(row)).not.toContain(secret);
    const { items } = await world.services.keys.list({ actor: localPerson, input: {} });
    expect(items).toContainEqual(key);
    expect(JSON.stringify(items)).not.toContain(row?.digest);
    const audit = await auditOf(key.keyId);
    expect(audit).toMatchObject([
      { action: "api_key_created", actor: { id: "local" }, details: { name: "CI", roles: ["lead"] } },
    ]);
    expect(JSON.stringify(audit)).not.toMatch(new RegExp(`${secret}|${row?.digest}`));
  });

  it("calls as somebody of its own, who stands for nobody else", async () => {
    const { key, actor } = await callerWith({ name: "Bot", capabilities: ["review"], roles: ["lead"] });
    const capabilities = ["view", "review"];
    const me = { id: `key:${key.keyId}`, name: "Bot", names: ["Bot"], roles: ["lead"], capabilities };
    expect(actor).toEqual({ ...me, kind: "person", workspaceId: "local", channel: "api" });
    expect(await world.services.system.me({ actor, input: {} })).toEqual(me);
  });

  it("has a name that no other working key and no person has", async () => {
    const { key } = await create({ name: "Twice" });
    for (const name of ["Twice", " tWICE ", "Ｔwice", "Tωice", "Local  operator", "Lосаl 0perator"])
      await expect(create({ name })).rejects.toMatchObject({ code: "conflict" });
    await revoke(key.keyId);
    await expect(create({ name: "Twice" })).resolves.toMatchObject({ key: { name: "Twice" } });
  });

  it("says when it was last used, to the minute", async () => {
    const { secret, key } = await create();
    const start = Date.now();
    let nowMs = start;
    const keys = createKeyCallers({ db: world.database.orm, clock: { nowMs: () => nowMs } });
    const used = async (ms: number) => {
      nowMs = start + ms;
      await keys.callerOf(secret);
      const { items } = await world.services.keys.list({ actor: localPerson, input: {} });
      return (items.find(({ keyId }) => keyId === key.keyId)?.lastUsedAt ?? 0) - start;
    };
    expect([await used(0), await used(60_000), await used(60_001), await used(90_000)]).toEqual([
      ...[0, 0, 60_001, 60_001],
    ]);
  });

  it("ends when its days are over", async () => {
    const { secret, key } = await create({ days: 2 });
    const callerAfter = (ms: number) => {
      const clock = { nowMs: () => key.createdAt + ms };
      return createKeyCallers({ db: world.database.orm, clock }).callerOf(secret);
    };
    expect(await callerAfter(2 * DAY_MS - 1)).toMatchObject({ id: `key:${key.keyId}` });
    expect(await callerAfter(2 * DAY_MS)).toBeUndefined();
    const clock = { ...world.deps.clock, nowMs: () => key.createdAt + 2 * DAY_MS };
    const { keys } = createServices({ ...world.deps, clock });
    const { items } = await keys.list({ actor: localPerson, input: {} });
    expect(items.find(({ keyId }) => keyId === key.keyId)?.status).toBe("ended");
  });

  it("is refused once it is revoked, in every process", async () => {
    const { secret, key } = await callerWith();
    const other = createKeyCallers({ db: world.database.orm, clock: world.deps.clock });
    expect((await send("GET /api/v1/me", secret)).status).toBe(200);
    expect(await other.callerOf(secret)).toBeDefined();
    expect(await revoke(key.keyId)).toEqual({ revoked: [key.keyId] });
    expect((await send("GET /api/v1/me", secret)).status).toBe(401);
    expect(await other.callerOf(secret)).toBeUndefined();
    expect(await revoke(key.keyId)).toEqual({ revoked: [] });
    expect((await auditOf(key.keyId)).map(({ action }) => action)).toEqual([
      ...["api_key_created", "api_key_revoked"],
    ]);
    const { items } = await world.services.keys.list({ actor: localPerson, input: {} });
    expect(items.find(({ keyId }) => keyId === key.keyId)).toMatchObject({
      status: "revoked",
      revokedBy: { id: "local" },
    });
  });

  it("of another workspace opens that one alone, and is seen and revoked there alone", async () => {
    const there: Actor = world.person({ name: "Eve", workspaceId: "elsewhere" });
    const { secret, key, actor } = await callerWith({ capabilities: [...CAPABILITIES] }, there);
    expect(actor.workspaceId).toBe("elsewhere");
    const { key: ours } = await create();
    const listed = (await (await send("GET /api/v1/keys", secret)).json()) as {
      items: { keyId: string }[];
    };
    expect(listed.items.map(({ keyId }) => keyId)).toEqual([key.keyId]);
    const notFound = { code: "not_found" };
    await expect(revoke(ours.keyId, actor)).rejects.toMatchObject(notFound);
    await expect(revoke(key.keyId)).rejects.toMatchObject(notFound);
    const { runId } = await world.services.runs.create({ actor: localPerson, input: { mission: "Ours" } });
    await expect(world.services.runs.get({ actor, input: { runId } })).rejects.toMatchObject(notFound);
  });
});

describe("a key that makes keys", () => {
  const admin = () => callerWith({ capabilities: ["operate", "admin"], roles: ["lead"], days: 10 });

  it("gives no right, no role and no time that it has not itself", async () => {
    const { actor } = await admin();
    for (const input of [
      { capabilities: ["review"] as Capability[], days: 1 },
      { roles: ["auditor"], days: 1 },
      { days: 11 },
      {},
    ])
      await expect(create(input, actor)).rejects.toMatchObject({ code: "forbidden" });
    const made = await create({ capabilities: ["admin", "operate"], roles: ["lead"], days: 9 }, actor);
    expect(made.key).toMatchObject({
      madeByKey: actor.id.slice(4),
      createdBy: { id: actor.id },
      roles: ["lead"],
      capabilities: ["view", "operate", "admin"],
    });
  });

  it("takes those that it made, and those that they made, along when it is revoked", async () => {
    const first = await admin();
    const second = await callerWith({ capabilities: ["admin"], days: 9 }, first.actor);
    const third = await callerWith({ days: 8 }, second.actor);
    const other = await callerWith();
    const { revoked } = await revoke(first.key.keyId);
    expect(revoked.sort()).toEqual([first, second, third].map(({ key }) => key.keyId).sort());
    for (const { secret } of [first, second, third])
      expect(await world.keys.callerOf(secret)).toBeUndefined();
    expect(await world.keys.callerOf(other.secret)).toBeDefined();
    // Who was let in a moment before is held to it all the same.
    await expect(create({ days: 1 }, first.actor)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("needs the right to administer for it", async () => {
    const { secret } = await callerWith({ capabilities: ["operate", "review"] });
    for (const line of ["POST /api/v1/keys", "GET /api/v1/keys", "POST /api/v1/keys/{id}/revoke"] as const)
      expect((await send(line, secret, { name: "More", capabilities: ["admin"] })).status).toBe(403);
  });
});

describe("over the API", () => {
  const KINDS: Capability[][] = [[], ["operate"], ["review"], ["admin"]];
  const KEYS = ROUTE_KEYS.filter((key) => routesAt(key).length > 0);

  it.each(KINDS)(
    "a key to %s gets past forbidden exactly where a verb takes what it may",
    async (...kind) => {
      const { secret, actor } = await callerWith({ capabilities: kind });
      const wrong: string[] = [];
      for (const key of KEYS) {
        const response = await send(key, secret);
        const needed = verbNamed(routesAt(key).at(-1)?.verb ?? "runs/list").capability;
        const may = actor.capabilities.includes(needed);
        const body = response.status === 403 ? ((await response.json()) as { details?: object }) : undefined;
        await response.body?.cancel().catch(() => {});
        const isHeldBack = body?.details !== undefined && "capability" in body.details;
        if (isHeldBack === may || response.status === 401 || response.status >= 500)
          wrong.push(`${key} ${response.status}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it("secrets that are unknown, cut, or in another case are nobody's", async () => {
    const { secret } = await create();
    for (const other of [`${secret.slice(0, -1)}_`, secret.slice(0, -1), secret.toUpperCase(), "wmk_"])
      for (const address of ["GET /api/v1/me", "GET /api/v1/openapi.json"] as const)
        expect([other.length, (await send(address, other)).status]).toEqual([other.length, 401]);
    expect((await send("GET /api/v1/openapi.json", secret)).status).toBe(200);
    const ask = (headers: Record<string, string>) =>
      routes("/api/v1/me").GET(requestOf("GET /me", secret, undefined, headers), at());
    expect((await ask({ authorization: `bearer ${secret}` })).status).toBe(200);
    expect(await (await ask({ cookie: "waymark-3000=s" })).json()).toMatchObject({
      name: expect.stringMatching(/^Key/),
    });
    const inQuery = requestOf(`GET /me?key=${secret}`, "wmk_");
    expect((await routes("/api/v1/me").GET(inQuery, at())).status).toBe(401);
  });

  it("a key to operate decides nothing by commands", async () => {
    const { secret, actor } = await callerWith({ capabilities: ["operate"] });
    const review = { tasks: [{ id: "ok", type: "human_review", title: "May it?" }] };
    const { runId } = await world.services.runs.create({ actor, input: { mission: "Ask", plan: review } });
    await world.work(runId);
    const command = (body: object) =>
      routes("/api/v1/runs/{id}/commands").POST(
        requestOf(`POST /runs/${runId}/commands`, secret, body),
        at({ id: runId }),
      );
    for (const body of [
      { type: "skip_task", taskId: "ok", reason: "No" },
      { type: "supply_result", taskId: "ok", value: "yes", reason: "No" },
      { type: "override_review", taskId: "ok", decision: "CONTINUE", digest: "d", reason: "No" },
    ]) {
      const response = await command(body);
      expect([body.type, response.status, await response.json()]).toMatchObject([
        ...[body.type, 403, { details: { capability: "review" } }],
      ]);
    }
    const given = { mission: "Ask", plan: review, reviews: { ok: "approve" } };
    const created = await routes("/api/v1/runs").POST(requestOf("POST /runs", secret, given), at());
    expect(created.status).toBe(403);
    expect((await command({ type: "pause" })).status).toBe(200);
  });

  it("what a key writes is not passed by it where four eyes are asked for, and is passed by the key of that name", async () => {
    const author = await callerWith({ name: "Author", capabilities: ["operate", "review"] });
    const { actor } = author;
    const other = await callerWith({ name: "Mia", capabilities: ["review"], roles: ["lead"] });
    const open = async (gate: object) => {
      const plan = { tasks: [{ id: "ok", type: "human_review", title: "May it?", ...gate }] };
      const { runId } = await world.services.runs.create({ actor, input: { mission: "Ask", plan } });
      const { openApprovals } = await world.work(runId);
      const [id = ""] = Object.keys(openApprovals);
      const input = { approvalId: id };
      const { digest } = await world.services.approvals.get({ actor: other.actor, input });
      return (secret: string) =>
        routes("/api/v1/approvals/{id}/decision").POST(
          requestOf(`POST /approvals/${id}/decision`, secret, { verb: "approve", digest }),
          at({ id }),
        );
    };
    const eyes = await open({ gate: { fourEyes: true } });
    const refused = await eyes(author.secret);
    expect([refused.status, await refused.json()]).toMatchObject([
      ...[403, { details: { authors: ["Author"] } }],
    ]);
    expect((await eyes(other.secret)).status).toBe(200);
    const named = await open({ assignees: ["Mia"] });
    expect((await named(author.secret)).status).toBe(403);
    expect((await named(other.secret)).status).toBe(200);
    const asked = await open({ assignees: ["role:lead"] });
    expect((await asked(author.secret)).status).toBe(403);
    expect((await asked(other.secret)).status).toBe(200);
  });

  it("one idempotency key in two hands is two requests", async () => {
    const capabilities: Capability[] = ["operate"];
    const [one, two] = [await create({ capabilities }), await create({ capabilities })];
    const start = async (secret: string) => {
      const request = requestOf("POST /runs", secret, { mission: "Once" }, { "idempotency-key": "deploy" });
      return ((await (await routes("/api/v1/runs").POST(request, at())).json()) as { runId: string }).runId;
    };
    const first = await start(one.secret);
    expect(await start(one.secret)).toBe(first);
    expect(await start(two.secret)).not.toBe(first);
  });

  it.each(["/stream", "/runs/{id}/events"] as const)(
    "revoking a key ends its stream of %s within two seconds, and no other",
    async (path) => {
      const [one, two] = [await create(), await create()];
      const { runId } = await world.services.runs.create({ actor: localPerson, input: { mission: "Watch" } });
      const open = async ({ secret }: { secret: string }) => {
        const target = path === "/stream" ? `/stream?topics=run:${runId}@0` : `/runs/${runId}/events`;
        const request = requestOf(`GET ${target}`, secret, undefined, { accept: "text/event-stream" });
        const response = await routes(`/api/v1${path}`).GET(
          request,
          at(path === "/stream" ? {} : { id: runId }),
        );
        expect(response.status).toBe(200);
        return (response.body as ReadableStream<Uint8Array>).getReader();
      };
      const [ending, staying] = [await open(one), await open(two)];
      let ended = false;
      const end = (async () => {
        for (;;) if ((await ending.read()).done) return "closed";
      })().catch(() => "broken off");
      const stays = (async () => {
        for (;;) if ((await staying.read()).done) return;
      })().then(() => {
        ended = true;
      });
      const before = Date.now();
      await revoke(one.key.keyId);
      expect(await end).toBe("broken off");
      expect(Date.now() - before).toBeLessThan(2_000);
      expect(ended).toBe(false);
      await staying.cancel();
      await stays;
    },
  );
});

describe("the list", () => {
  it("has the roles that keys hold or open gates ask, and works for keys that administer", async () => {
    const there: Actor = world.person({ name: "Zoe", workspaceId: "elsewhere" });
    await create({ name: "Holder", roles: ["buyer", "lead"] }, there);
    const gate = { id: "ok", type: "human_review", title: "May it?" };
    const plan = {
      tasks: [
        { ...gate, assignees: ["role:lead", "role:lead", "Zoe"] },
        { ...gate, id: "ok2", assignees: ["role:auditor"] },
        { ...gate, id: "ok3", assignees: ["role:lead"] },
      ],
    };
    const { runId } = await world.services.runs.create({ actor: there, input: { mission: "Ask", plan } });
    await world.work(runId);
    const { roles } = await world.services.keys.list({ actor: there, input: {} });
    expect(roles).toEqual([
      { name: "auditor", keys: [], openGates: 1 },
      { name: "buyer", keys: ["Holder"], openGates: 0 },
      { name: "lead", keys: ["Holder"], openGates: 2 },
    ]);
  });
});
