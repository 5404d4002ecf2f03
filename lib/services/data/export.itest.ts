import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gunzipSync } from "node:zlib";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXPORTED_TABLES, LEFT_OUT } from "@/db/queries/data/exported-tables";
import * as schema from "@/db/schema";
import type { JsonObject } from "@/lib/core/json";
import { gzipResponse } from "@/lib/http/file-response";
import { storedModels } from "@/lib/testing/engine/stored-workspaces";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { createServices, type Services } from "../registry";

const KEY = "sk-planted-0123456789abcdef";
const HEADER = "planted-header-value";
const TOKEN = "token=planted-in-an-argument";
const LONG = "long ".repeat(3_000);
const PLAN = {
  title: "Two",
  tasks: [
    { id: "a", input: "go" },
    { id: "gate", type: "human_review", input: "Go?", dependsOn: ["a"] },
  ],
};

let world: ServiceWorld;
let services: Services;
beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces("ours", "theirs", "long");
  const { secrets } = world.deps;
  services = createServices({ ...world.deps, workspaces: storedModels(world.database, { secrets }) });
  for (const workspaceId of ["ours", "theirs"]) await fill(workspaceId);
});
afterAll(() => world?.close());

/** A little of everything, with keys where people enter them. */
async function fill(workspaceId: string): Promise<void> {
  const actor = world.person({ workspaceId, name: workspaceId });
  const content = new TextEncoder().encode(`${workspaceId},1\n`);
  const file = await services.attachments.add({ actor, input: { name: "a.csv", content } });
  const mission = `Mission of ${workspaceId}`;
  const input = { mission, plan: PLAN, attachments: [file.id], tags: ["t"] };
  const { runId } = await services.runs.create({ actor, input });
  await world.work(runId, { a: `${LONG}${workspaceId}` });
  await world.work(runId);
  const remark = { runId, target: { kind: "plan" as const }, version: 1, text: "A remark" };
  const { commentId } = await services.comments.add({ actor, input: remark });
  await services.comments.reply({ actor, input: { commentId, text: "A reply" } });
  await services.lessons.propose({ actor, input: { text: "Ask first" } });
  const steps = [{ next_node: null, args: { answer: "x" } }];
  const example = { query: "An example", steps, outcome: "no_path" };
  await services.examples.create({ actor, input: { example } });
  await services.templates.save({ actor, input: { name: "T", from: { runId } } });
  const trajectory = [{ action: { next_node: null, args: { answer: "x" } }, observation: null }];
  await services.replays.create({ actor, input: { trajectory, title: "R" } });
  const provider = { name: "local", kind: "openai-compatible" as const, baseUrl: "http://127.0.0.1:9" };
  await services.models.saveProvider({ actor, input: { ...provider, key: KEY, headers: { "x-a": HEADER } } });
  await services.models.saveModel({ actor, input: { id: "local:m" } });
  const server = { name: "files", transport: "stdio" as const, command: "x", args: [TOKEN] };
  const confirmedCommand = ["x", TOKEN];
  await services.mcp.add({ actor, input: { ...server, confirmedCommand, env: { API_KEY: KEY } } });
  const policy = { denied: ["deploy"] };
  await services.policies.save({ actor, input: { name: "P", scope: { kind: "workspace" }, policy } });
  await services.retention.change({ actor, input: { runs: 90 } });
}

type Archive = { files: Map<string, Buffer>; text: string };

async function exportOf(workspaceId: string): Promise<Archive> {
  const actor = world.person({ workspaceId });
  const response = gzipResponse(await services.data.export({ actor, input: {} }));
  const bytes = gunzipSync(Buffer.from(await response.arrayBuffer()));
  return { files: readTar(bytes), text: bytes.toString() };
}

function readTar(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = 0;
  while (bytes[at] !== 0) {
    const header = bytes.subarray(at, at + 512).toString();
    const size = Number.parseInt(header.slice(124, 135), 8);
    files.set(header.slice(0, header.indexOf("\0")), bytes.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

const linesOf = ({ files }: Archive, list: string): JsonObject[] =>
  [...files].flatMap(([name, content]) =>
    name.startsWith(`${list}/`) && name.endsWith(".jsonl")
      ? content
          .toString()
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as JsonObject)
      : [],
  );

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe("data/export", () => {
  it("decides of every table whether it is part of the file", () => {
    const all = Object.values(schema).flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : []));
    const exported = EXPORTED_TABLES.map(({ table }) => getTableName(table));
    expect([...exported, ...Object.keys(LEFT_OUT)].sort()).toEqual(all.sort());
  });

  it("holds every row of the workspace as the database has it, and none of another", async () => {
    const archive = await exportOf("ours");
    const manifest = JSON.parse(archive.files.get("manifest.json")?.toString() ?? "");
    let compared = 0;
    for (const { name, table, columns } of EXPORTED_TABLES) {
      const fields = Object.entries(columns).map(
        ([key, { keyAsName, name }]) => `${keyAsName ? snake(key) : name} as "${key}"`,
      );
      const rows = await world.database.sql.unsafe(
        `select row_to_json(r) as row from (
          select ${fields.join(", ")} from ${getTableName(table)} where workspace_id = 'ours') r`,
      );
      const stored = rows.map(({ row }) => JSON.stringify(row)).sort();
      const lines = linesOf(archive, name);
      const hidden = stored.map((row) => row.replace(TOKEN, "[hidden]"));
      expect(lines.map((line) => JSON.stringify(line)).sort(), name).toEqual(hidden);
      expect(manifest.lists[name].rows, name).toBe(stored.length);
      compared += stored.length;
    }
    expect(compared).toBeGreaterThan(45);
    for (const name of ["runs", "events", "values", "comments", "templates", "audit-log"])
      expect(manifest.lists[name].rows, name).toBeGreaterThan(0);
    const files = [...archive.files].filter(([name]) => name.startsWith("attachments/files/"));
    expect(files.map(([, content]) => content.toString())).toEqual(["ours,1\n"]);
    expect(archive.text).not.toContain("Mission of theirs");
  });

  it("holds no key, sealed or open", async () => {
    const { text } = await exportOf("ours");
    const sealed = await world.database.sql`
      select sealed_key, sealed_headers, secrets from model_providers p, mcp_servers m
      where p.workspace_id = 'ours' and m.workspace_id = 'ours'`;
    const planted = [KEY, HEADER, "planted", ...Object.values(sealed[0] ?? {})] as string[];
    expect(planted).toHaveLength(6);
    for (const secret of planted) expect(text.includes(secret), secret).toBe(false);
    expect(text).toContain('"headerNames":["x-a"]');
    expect(text).toContain("[hidden]");
    expect((await auditOf({})).text).toContain("[hidden]");
    expect((await auditOf({})).text).not.toContain("planted");
  });

  it("is in the audit log before its first byte, and says how far it came", async () => {
    const actor = world.person({ workspaceId: "theirs", name: "Eve" });
    const { parts, fileName } = await services.data.export({ actor, input: {} });
    expect(fileName).toMatch(/^waymark-\d{4}-\d\d-\d\d\.tar\.gz$/);
    const [line] = await world.database.sql`
      select actor, subject from audit_log where action = 'data_exported' and workspace_id = 'theirs'`;
    const list = () => services.data.exports({ actor, input: {} }).then(({ items }) => items[0]);
    expect(line).toMatchObject({ actor: { name: "Eve" }, subject: (await list())?.exportId });
    expect(await list()).toMatchObject({ status: "running", by: "Eve", doneLists: 0 });
    for await (const _ of parts);
    const done = await list();
    expect(done).toMatchObject({ status: "complete", doneLists: EXPORTED_TABLES.length });
    expect(done?.rows).toBeGreaterThan(40);

    const broken = await services.data.export({ actor, input: {} });
    const body = gzipResponse(broken).body?.getReader();
    await body?.read();
    await body?.cancel();
    await expect.poll(async () => (await list())?.status).toBe("broken");
    await services.data.export({ actor, input: {} });
    await world.database
      .sql`update data_exports set seen_at = now() - interval '2 minutes' where outcome is null`;
    expect((await list())?.status).toBe("silent");
  });

  it("takes a run of 10 000 events and more without holding it", async () => {
    await world.database.sql`
      insert into runs (id, workspace_id, status, phase, seq)
      values ('run_long', 'long', 'completed', 'ended', 20000), ('run_b', 'long', 'completed', 'ended', 3)`;
    await world.database.sql`
      insert into run_events (run_id, seq, workspace_id, type, v, at, actor, command_id, plan_version, payload)
      select run, n, 'long', 'annotated', 1, now(), '{"kind": "system"}', 'c', 0,
        json_build_object('text', repeat(md5(n::text), 100))
      from (values ('run_long', 20000), ('run_b', 3)) as r (run, last), generate_series(1, last) as n`;
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const used = () => {
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const { parts } = await services.data.export({ actor: world.person({ workspaceId: "long" }), input: {} });
    const held: number[] = [];
    let [total, events] = [0, 0];
    for await (const part of parts) {
      total += part.byteLength;
      events += Buffer.from(part).toString("latin1").split('"type":"annotated"').length - 1;
      if (part.byteLength > 1_000_000) held.push(used());
    }
    expect(events).toBe(20_003);
    expect(total).toBeGreaterThan(64_000_000);
    expect(held.length).toBeGreaterThan(10);
    expect(Math.max(...held) - (held[0] ?? 0)).toBeLessThan(40_000_000);
  });
});

async function auditOf(input: object, workspaceId = "ours") {
  const actor = world.person({ workspaceId });
  const { parts, fileName } = await services.data.exportAudit({ actor, input });
  let text = "";
  for await (const part of parts) text += part;
  return { text, fileName };
}

describe("data/exportAudit", () => {
  it("gives the lines of some days as CSV, with formulas of people disarmed", async () => {
    await world.database.sql`
      insert into audit_log (workspace_id, at, actor, action, subject, accepted, details)
      values ('ours', '2026-03-01T23:59:59.999Z', '{"kind": "person", "id": "x", "name": "=cmd()"}', 'early', 's,1', true, '{"a": 1}'),
        ('ours', '2026-03-02T00:00:00Z', '{"kind": "system"}', 'later', null, false, null),
        ('theirs', '2026-03-02T00:00:00Z', '{"kind": "system"}', 'foreign', null, true, null)`;
    const { text, fileName } = await auditOf({ from: "2026-03-01", to: "2026-03-01" });
    expect(fileName).toBe("audit-log-2026-03-01-2026-03-01.csv");
    const [head, line, ...rest] = text.trimEnd().split("\r\n");
    expect(head).toBe(
      "id,at,actor_kind,actor_id,actor_name,action,run,seq,subject,provenance,accepted,command,details",
    );
    expect(line).toMatch(
      /^\d+,2026-03-01T23:59:59\.999Z,person,x,'=cmd\(\),early,,,"s,1",,true,,"\{""a"":1\}"$/,
    );
    expect(rest).toEqual([]);
  });

  it("gives all of them as lines of JSON in pages, its own act included, of its workspace alone", async () => {
    await world.database.sql`
      insert into audit_log (workspace_id, at, actor, action, accepted)
      select 'ours', '2026-04-01', '{"kind": "system"}', 'many', true from generate_series(1, 2500)`;
    const { text } = await auditOf({ format: "jsonl" });
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const [count] = await world.database
      .sql`select count(*)::int as n from audit_log where workspace_id = 'ours'`;
    expect(lines).toHaveLength(count?.n);
    expect(lines.at(-1)).toMatchObject({ action: "audit_exported", details: { format: "jsonl" } });
    expect(text).not.toContain("foreign");
  });

  it.each([{ from: "2026-02-30" }, { from: "2026-02-02", to: "2026-02-01" }, { format: "xml" }])(
    "refuses %j",
    async (input) => {
      await expect(auditOf(input)).rejects.toMatchObject({ code: "invalid_input" });
    },
  );
});
