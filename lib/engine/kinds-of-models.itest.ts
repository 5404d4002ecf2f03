import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readMcpServers } from "@/db/queries/settings/mcp-servers";
import { systemClock } from "@/lib/adapters/clock";
import { workspaceMcpTools } from "@/lib/adapters/mcp-tools";
import { createSecretBox } from "@/lib/adapters/secret-box";
import { localPerson as actor } from "@/lib/auth/actor";
import { localOperator } from "@/lib/core/people";
import { NO_POLICIES } from "@/lib/core/policy";
import type { RunEvent } from "@/lib/core/run";
import { createWorkspaces, NO_ROLE_SETTINGS } from "@/lib/engine/workspaces";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { decideAsShown } from "@/lib/testing/decide-as-shown";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { alwaysStaleClock } from "@/lib/testing/engine/stored-workspaces";
import { type KindsEndpoint, openKindsEndpoint } from "@/lib/testing/kinds/endpoint";
import { MEMO, missionScripts, NOTES, QUOTA, SALES } from "@/lib/testing/kinds/missions";
import { KINDS, type Kind } from "@/lib/testing/kinds/styles";
import { filesystemServer } from "@/lib/testing/mcp/servers";
import { silentLog } from "@/lib/testing/silent-log";
import { builtInTools, createToolbox, type ToolDescriptor } from "@/lib/tools";

/** Three kinds of models at an endpoint, each in its manner: missions with approvals complete, as people wanted them. */
const folder = mkdtempSync(join(tmpdir(), "kinds-"));
let database: TestDatabase;
let engine: TestEngine;
let endpoint: KindsEndpoint;

/** A tool that changes something, with any arguments. */
const writing = (name: string): ToolDescriptor =>
  testTool(name, { sideEffects: "external", inputSchema: { type: "object" }, run: () => ({ done: true }) });
const tools = [
  ...builtInTools(systemClock).filter(({ tags }) => !tags.includes("simulated")),
  testTool("check_quota", {
    sideEffects: "read",
    inputSchema: { type: "object", properties: { region: { type: "string" } }, required: ["region"] },
    run: ({ region }) => ({ region: region ?? null, freeCpus: region === "eu-north" ? 56 : 12 }),
  }),
  writing("publish_memo"),
  writing("create_servers"),
];
const WRITES = new Set(["publish_memo", "create_servers", "files__write_file"]);

beforeAll(async () => {
  writeFileSync(join(folder, "notes.md"), "- Anna: migrate the database");
  database = await createTestDatabase();
  endpoint = await openKindsEndpoint(missionScripts(folder));
  const { model } = endpoint;
  const secrets = createSecretBox(() => "a secret of tests");
  engine = await startEngine({
    databaseUrl: database.url,
    model,
    settings: { summarizer: "on" },
    workspaces: ({ orm }, mcp) =>
      createWorkspaces({
        readVersion: () => Promise.resolve(1),
        load: async (workspaceId) => ({
          model,
          defaultModelOf: () => endpoint.idOf("frontier"),
          modelProviders: [],
          settingsOfRole: () => NO_ROLE_SETTINGS,
          tools: createToolbox([
            ...tools,
            ...workspaceMcpTools(workspaceId, await readMcpServers(orm, workspaceId), { mcp, secrets }),
          ]),
          policies: NO_POLICIES,
          simulatedTools: false,
          peopleAt: () => [localOperator],
          channels: [],
        }),
        clock: alwaysStaleClock(),
        log: silentLog,
      }),
  });
  const { name, transport, timeoutMs } = filesystemServer(folder);
  if (transport.kind !== "stdio") throw new Error("Only programs are started here");
  const { command, args, env } = transport;
  await engine.services.mcp.add({
    actor,
    input: { name, transport: "stdio", command, args, env, timeoutMs, confirmedCommand: [command, ...args] },
  });
  await engine.services.mcp.test({ actor, input: { name } });
});
afterAll(async () => {
  await engine?.stop();
  await endpoint?.close();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

/** Runs a mission and approves whatever is asked. */
async function play(kind: Kind, mission: string, rest: object = {}, settings: object = {}) {
  const { runId } = await engine.services.runs.create({
    actor,
    input: {
      mission,
      settings: {
        reviewMode: "auto",
        replanCooldownMs: 0,
        retryDelayMs: 0,
        modelRetryDelayMs: 10,
        models: { default: endpoint.idOf(kind) },
        ...settings,
      },
      ...rest,
    },
  });
  for (;;) {
    const state = await engine.waitFor(
      runId,
      (now) => now.finished !== undefined || Object.keys(now.openApprovals).length > 0,
    );
    const [approvalId] = Object.keys(state.openApprovals);
    if (approvalId === undefined) return { state, events: await engine.events(runId) };
    await decideAsShown(engine.services, { actor, input: { approvalId, verb: "approve" } });
    await engine.waitFor(runId, (now) => now.openApprovals[approvalId] === undefined);
  }
}

type Played = Awaited<ReturnType<typeof play>>;
const seqsOf = (events: readonly RunEvent[], matches: (event: RunEvent) => boolean) =>
  events.filter(matches).map(({ seq }) => seq);

/** What was asked of people, what was planned again, what failed, and whether a write came before its approval. */
function courseOf({ state, events }: Played) {
  const asked = events.flatMap((event) => (event.type === "approval_opened" ? [event.payload.kind] : []));
  const writes = seqsOf(events, (event) => event.type === "tool_started" && WRITES.has(event.payload.tool));
  const [approved = Number.POSITIVE_INFINITY] = seqsOf(events, ({ type }) => type === "approval_decided");
  return {
    reason: state.finished?.reason,
    asked,
    replans: state.counters.replans,
    iterations: state.counters.iterations,
    attempts: Object.values(state.tasks).flatMap(({ attempt }) => (attempt > 1 ? [attempt] : [])),
    writes: writes.length,
    unapproved: writes.filter((seq) => seq < approved).length,
  };
}

const SMOOTH = { reason: "answer_complete", iterations: 0, attempts: [], writes: 1, unapproved: 0 };

describe.each(KINDS)("a %s model", (kind) => {
  test("writes a memo on a table, and publishes it once a person has approved it", async () => {
    const content = new TextEncoder().encode(SALES);
    const { id } = await engine.services.attachments.add({ actor, input: { name: "sales.csv", content } });
    const played = await play(kind, MEMO, { attachments: [id] });
    expect(courseOf(played)).toEqual({ ...SMOOTH, asked: ["human_review"], replans: 0 });
    expect(played.state.tasks.figures?.result?.preview).toContain('"loss":60');
    expect(played.state.tasks.memo?.result?.preview).toBe("West lost 60, from 100 to 40. East lost 5.");
  });

  test("finds another region, and creates servers there once the same people have signed off", async () => {
    const played = await play(kind, QUOTA);
    expect(courseOf(played)).toEqual({ ...SMOOTH, asked: ["human_review"], replans: 1 });
    expect(played.state.tasks.sign_off_north?.spec.gate?.assignees).toEqual(["role:operations"]);
    expect(played.state.tasks.create_north?.status).toBe("succeeded");
  });

  test("writes a file by an MCP server once a person has allowed the call", async () => {
    const rules = [{ tool: "files__write_file", path: "path", operator: "exists", effect: "ask" }];
    const played = await play(kind, NOTES, {}, { toolPolicy: { rules } });
    expect(courseOf(played)).toEqual({ ...SMOOTH, asked: ["tool_approval"], replans: 0 });
    expect(readFileSync(join(folder, "report.md"), "utf8")).toBe("- Anna: migrate the database");
    rmSync(join(folder, "report.md"));
    expect(existsSync(join(folder, "report.md"))).toBe(false);
  });
});
