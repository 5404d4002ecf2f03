import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { localPerson } from "@/lib/auth/actor";
import type { RunReport } from "@/lib/services/runs/exports/report";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { keptTerminal } from "@/lib/testing/kept-terminal";
import { followRun } from "../mission/follow";
import { runMission } from "../mission/run";
import { withSession } from "../mission/session";
import { runDecide } from "./run";

const TIMEOUT_MS = 120_000;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const keys = { WAYMARK_MODEL: "", OPENAI_API_KEY: "", ANTHROPIC_API_KEY: "" };
  const environment = { DATABASE_URL: database.url, ...keys };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  folder = mkdtempSync(join(tmpdir(), "waymark-decide-"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

type Ended = { code: number; out: string; err: string };

async function ended(run: typeof runMission | typeof runDecide, args: string[]): Promise<Ended> {
  const { terminal, told } = keptTerminal();
  const code = await run(args, terminal, new AbortController().signal);
  return { code, ...told() };
}
const mission = (args: string[]) => ended(runMission, args);
const decide = (args: string[]) => ended(runDecide, args);

function planFile(name: string, content: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const reportOf = ({ out }: Ended): RunReport => JSON.parse(out) as RunReport;

describe("npm run decide", () => {
  it(
    "lets no gate pass by an answer that was prepared before anybody saw it, nor by one for what it showed earlier",
    async () => {
      const released = (announcement: string) => ({
        title: "Release",
        agents: { ops: { prompt: "ops", tools: ["deploy"] } },
        tasks: [
          { id: "ask", type: "human_review", input: "May it go out?" },
          { id: "go", title: "Go live", agent: "ops", input: announcement, depends_on: ["ask"] },
        ],
      });
      const file = planFile("acts.json", released("Tell ops@example.com"));
      const waiting = reportOf(await mission(["--plan", file, "--json"]));
      const [gate] = waiting.openApprovals;
      const { approvalId = "none", digest = "" } = gate ?? {};
      expect(gate?.releases[0]).toContain("“Go live” by deploy to ops@example.com\n");
      const { runId } = waiting;
      const reportNow = async () =>
        withSession(({ services }) => services.runs.report({ actor: localPerson, input: { runId } }));

      const prepared = await decide([approvalId, "approve", "--reason", "as always"]);
      expect(prepared.code).toBe(3);
      expect(prepared.err).toContain("Nothing is decided");
      expect(prepared.out).toContain("is waiting for a person: May it go out?");
      expect(prepared.out).toContain(
        "Releases work that acts outside:\n    “Go live” by deploy to ops@example.com",
      );
      expect(prepared.out).toContain(
        `npm run decide -- ${approvalId} approve --digest ${digest.slice(0, 32)}`,
      );
      const asJson = await decide([approvalId, "approve", "--json"]);
      expect(asJson.code).toBe(3);
      expect(reportOf(asJson).openApprovals).toMatchObject([{ approvalId, digest }]);

      const other = await decide([approvalId, "approve", "--digest", "0".repeat(32)]);
      expect(other.code).toBe(1);
      expect(other.err).toContain("shows something else than what --digest names");
      expect(other.err).toContain(`approve --digest ${digest.slice(0, 32)}`);
      expect(await reportNow()).toMatchObject({ decisions: [], openApprovals: [{ approvalId }] });

      await withSession(async ({ services, ensureWorker }) => {
        const reason = "Another address";
        const plan = released("Tell eve@example.com");
        const input = { runId, type: "edit_plan" as const, expectedPlanVersion: 1, reason, plan };
        const { seq } = await services.runs.command({ actor: localPerson, input });
        await ensureWorker();
        const { signal } = new AbortController();
        await followRun(services, { runId, after: seq, onEvent: () => {}, yes: false, signal });
      });
      const [changed] = (await reportNow()).openApprovals;
      expect(changed?.releases[0]).toContain("“Go live” by deploy to eve@example.com\n");
      const outdated = await decide([approvalId, "approve", "--digest", digest.slice(0, 32)]);
      expect(outdated.code).toBe(1);
      expect(outdated.err).toContain("“Go live” now goes to eve@example.com (before: ops@example.com).");
      expect(outdated.err).toContain(
        `npm run decide -- ${changed?.approvalId} approve --digest ${changed?.digest.slice(0, 32)}`,
      );
      expect(await reportNow()).toMatchObject({ decisions: [] });

      const rejected = await decide([changed?.approvalId ?? "none", "reject", "--json"]);
      expect(reportOf(rejected).decisions).toMatchObject([{ decision: "reject", provenance: "person" }]);
    },
    TIMEOUT_MS,
  );

  it(
    "prints all that an act and the work before it are told, before it takes an answer to that",
    async () => {
      const long = `Write it well. ${"Mind the style guide. ".repeat(400)}`;
      const plan = (word: string) => ({
        title: "Release",
        agents: { ops: { prompt: `You are ${word}.`, tools: ["deploy"] } },
        tasks: [
          { id: "prep", type: "direct", title: "Prepare", input: `(str "version " "${word}")` },
          { id: "built", type: "direct", title: "Build", input: '"built"', depends_on: ["prep"] },
          { id: "ask", type: "human_review", input: "May it go out?", depends_on: ["built"] },
          { id: "brief", title: "Brief", input: `${long}${word}`, depends_on: ["ask"] },
          { id: "go", title: "Go live", agent: "ops", input: `Ship ${word}`, depends_on: ["brief", "prep"] },
        ],
      });
      const file = planFile("told.json", plan("EVIL"));
      const [gate] = reportOf(await mission(["--plan", file, "--json"])).openApprovals;
      const { out, code } = await decide([gate?.approvalId ?? "none", "approve"]);
      expect(code).toBe(3);
      const printed = out.split("\n").map((line) => line.trim());
      for (const line of ["| Ship EVIL", "| You are EVIL.", `| ${long}EVIL`, "| version EVIL", "| Done"])
        expect(printed).toContain(line);
      const view = await withSession(({ services }) =>
        services.approvals.get({ actor: localPerson, input: { approvalId: gate?.approvalId ?? "none" } }),
      );
      expect(view.releases).toEqual(gate?.releases);
      const words = view.releases?.join("\n").match(/EVIL/g) ?? [];
      expect(words.length).toBeGreaterThanOrEqual(4);
    },
    TIMEOUT_MS,
  );
});
