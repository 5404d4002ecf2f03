import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { localPerson } from "@/lib/auth/actor";
import type { RunReport } from "@/lib/services/runs/exports/report";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { keptTerminal } from "@/lib/testing/kept-terminal";
import { runDecide } from "../decide/run";
import { scriptPreloads } from "../lib/child";
import { runMission } from "./run";
import { withSession } from "./session";

const TIMEOUT_MS = 120_000;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const [name, value] of Object.entries(environment())) vi.stubEnv(name, value);
  folder = mkdtempSync(join(tmpdir(), "waymark-mission-"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

const environment = () => ({
  DATABASE_URL: database.url,
  WAYMARK_MODEL: "",
  OPENAI_API_KEY: "",
  ANTHROPIC_API_KEY: "",
});

type Ended = { code: number | null; out: string; err: string };

/** Runs a script as npm does, on the test's database; `onProgress` sees what it has told so far. */
function script(
  name: string,
  args: string[],
  onProgress?: (reported: string, interrupt: () => void) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, [...scriptPreloads, `scripts/${name}.ts`, ...args], {
    env: { ...process.env, ...environment() },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
    onProgress?.(err, () => child.kill("SIGINT"));
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

/** The same commands in this process, for what is not about processes. */
const mission = (args: string[]) => inProcess(runMission, args);
const decide = (args: string[]) => inProcess(runDecide, args);

async function inProcess(run: typeof runMission | typeof runDecide, args: string[]): Promise<Ended> {
  const { terminal, told } = keptTerminal();
  const code = await run(args, terminal, new AbortController().signal);
  return { code, ...told() };
}

function planFile(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const reportOf = ({ out }: Ended): RunReport => JSON.parse(out) as RunReport;

async function countRuns(): Promise<number> {
  const sql = postgres(database.url, { max: 1 });
  try {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from runs`;
    return row?.count ?? -1;
  } finally {
    await sql.end();
  }
}

describe("npm run mission", () => {
  it(
    "runs a plan over the files that come with it, and says which cannot be used",
    async () => {
      const sales = planFile("sales.csv", "region,amount\nnorth,10\nsouth,32\n");
      const program = `(get (get (get (tool/sql_query {:sql "select sum(amount) as n from sales"}) "rows") 0) "n")`;
      const plan = planFile("sum.json", {
        title: "Sum",
        tasks: [{ id: "sum", type: "direct", title: "Sum", input: program }],
      });
      const summed = await script("mission", ["--plan", plan, "--attach", sales, "--yes", "--json"]);
      expect(summed.code).toBe(0);
      expect(reportOf(summed).results).toEqual({ sum: 42 });
      const before = await countRuns();
      const missing = await script("mission", ["--plan", plan, "--attach", join(folder, "none.csv")]);
      expect(missing.code).toBe(1);
      expect(missing.err).toContain("none.csv cannot be used: there is no such file.");
      expect(await countRuns()).toBe(before);
    },
    TIMEOUT_MS,
  );

  it(
    "refuses what cannot run, says why, and starts nothing",
    async () => {
      const teleport = {
        agents: { a: { tools: ["teleport"] } },
        tasks: [{ id: "t", agent: "a", input: "go" }],
      };
      const cyclic = {
        tasks: [
          { id: "a", depends_on: ["b"] },
          { id: "b", depends_on: ["a"] },
        ],
      };
      const release = planFile("given.json", { tasks: [{ id: "a", input: "go" }] });
      const cases: [args: string[], words: string][] = [
        [[""], "mission is empty"],
        [["--plan", planFile("big.json", "x".repeat(2_000_000))], "2000000 bytes"],
        [["--plan", planFile("tool.json", teleport)], "teleport"],
        [["--plan", planFile("cycle.json", cyclic)], "a -> b -> a"],
        [["Deploy it", "--model", "gpt-9"], "no model “gpt-9”"],
        [
          ["--plan", release, "--initial-results", planFile("r1.json", { nope: 1 })],
          "“nope” is not a task of the plan",
        ],
        [["--plan", release, "--reviews", planFile("d1.json", { a: "CONTINUE" })], "which takes no decision"],
      ];
      const before = await countRuns();
      const ended = await Promise.all(cases.map(([args]) => mission([...args, "--json"])));
      for (const [place, [, words]] of cases.entries()) {
        expect(ended[place]).toMatchObject({ code: 1, out: "", err: expect.stringContaining(words) });
      }
      expect(await countRuns()).toBe(before);
    },
    TIMEOUT_MS,
  );

  it(
    "carries the staging sample out, with settings under other names beside its own",
    async () => {
      const settings = join(folder, "settings.json");
      writeFileSync(settings, '{"ENABLE_REASONING_CHAIN": false, "ENABLE_REFLECTION": true, "max_turns": 6}');
      const ended = await mission(["--scenario", "staging", "--settings", settings, "--yes", "--json"]);
      expect(ended.err).toContain("decision  CONTINUE (auto)");
      expect(ended.code).toBe(0);
      expect(reportOf(ended)).toMatchObject({
        status: "completed",
        finishReason: "answer_complete",
        replans: 0,
        iterations: 0,
        executionAttempts: 4,
        decisions: [{ kind: "review", decision: "CONTINUE", provenance: "auto" }],
        replanHistory: [],
      });
    },
    TIMEOUT_MS,
  );

  it(
    "carries the fraud sample out: too low, replanned, retrained, approved by the session's rule",
    async () => {
      const ended = await mission(["--scenario", "fraud-model", "--yes", "--json"]);
      expect(ended.code).toBe(0);
      const report = reportOf(ended);
      // Prints what the rule let pass, with what came free.
      expect(ended.err).toMatch(/^passed {4}apr_\S+ \(approve\): /m);
      expect(ended.err).toMatch(/^ {2}Releases work that acts outside:\n {4}“.+” by deploy/m);
      expect(report).toMatchObject({
        status: "completed",
        planVersion: 2,
        replans: 1,
        executionAttempts: 15,
      });
      expect(report.results).toMatchObject({
        validate_staging: expect.stringContaining("94.3 %"),
        validate_staging_v2: expect.stringContaining("98.1 %"),
      });
      expect(report.answer).toContain("98.1 %");
      expect(report.decisions.map(({ decision, provenance }) => [decision, provenance])).toEqual([
        ["CONTINUE", "auto"],
        ["REPLAN", "auto"],
        ["CONTINUE", "auto"],
        ["approve", "session_rule"],
      ]);
      expect(report.replanHistory).toMatchObject([
        {
          kind: "replan",
          number: 1,
          trigger: "review",
          fromVersion: 1,
          toVersion: 2,
          outcome: "adopted",
          summary: expect.stringMatching(/^\+\d+ -\d+ ~\d+$/),
          decidedBy: { kind: "model", provenance: "auto" },
          cost: { usd: expect.any(Number), modelCalls: 3 },
        },
      ]);
      expect(report.totalDurationMs).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    "ends a sample early when a review finds it done: exit code 0, with the rest skipped",
    async () => {
      const ended = await mission(["--scenario", "auth-bug", "--yes", "--json"]);
      expect(ended.code).toBe(0);
      const report = reportOf(ended);
      expect(report).toMatchObject({
        status: "completed",
        finishReason: "completed_early",
        decisions: [{ decision: "COMPLETE", provenance: "auto" }],
        answer: expect.stringContaining("fixed already; nothing was built or deployed"),
      });
      expect(report.tasks.filter(({ status }) => status === "skipped").map(({ id }) => id)).toEqual([
        "implement_fix",
        "test_fix",
        "review_fix",
        "deploy_fix",
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    "ends a sample that a review aborts: exit code 1, with the reason",
    async () => {
      const ended = await mission(["--scenario", "cloud-quota", "--yes", "--json"]);
      expect(ended.code).toBe(1);
      expect(ended.err).toContain("decision  ABORT (auto)");
      expect(reportOf(ended)).toMatchObject({
        status: "aborted",
        finishReason: "aborted_by_review",
        message: expect.stringMatching(/refused 12 more CPUs in eu-central.*settle the quota/),
        openApprovals: [],
      });
    },
    TIMEOUT_MS,
  );

  it(
    "repairs a sample by a retry and stops at its gate: exit code 3, and 0 with --yes",
    async () => {
      const stopped = await mission(["--scenario", "research", "--json"]);
      expect(stopped.code).toBe(3);
      expect(stopped.err).toContain("Expected 5+ findings, got 2");
      expect(reportOf(stopped).openApprovals).toMatchObject([{ kind: "human_review" }]);
      const ended = await mission(["--scenario", "research", "--yes", "--json"]);
      expect(ended.code).toBe(0);
      expect(reportOf(ended)).toMatchObject({
        finishReason: "answer_complete",
        replans: 0,
        decisions: [{ decision: "approve", provenance: "session_rule" }],
      });
      expect(reportOf(ended).tasks.find(({ id }) => id === "research_crewai")).toMatchObject({
        status: "succeeded",
        attempts: 2,
      });
    },
    TIMEOUT_MS,
  );

  it(
    "leaves a gate that binds other people to them under --yes: exit code 3, with the report",
    async () => {
      const gate = { prompt: "Go?", assignees: ["somebody-else"], quorum: 2 };
      const input = { name: "somebody-else", capabilities: ["review" as const] };
      await withSession(({ services }) => services.keys.create({ actor: localPerson, input }));
      const tasks = [{ id: "go", title: "Go", type: "human_review", gate }];
      const file = planFile("bound.json", { title: "Bound", tasks });
      const stopped = await mission(["--plan", file, "--yes", "--json"]);
      expect(stopped.code).toBe(3);
      expect(reportOf(stopped)).toMatchObject({
        status: "waiting",
        openApprovals: [{ kind: "human_review" }],
        decisions: [],
      });
    },
    TIMEOUT_MS,
  );

  it(
    "replaces the tail of a sample after a check, and tells it in the history",
    async () => {
      const ended = await mission(["--scenario", "tail-replan", "--yes", "--json"]);
      expect(ended.code).toBe(0);
      const report = reportOf(ended);
      expect(report).toMatchObject({ replans: 1, planVersion: 2, executionAttempts: 8 });
      expect(report.replanHistory).toMatchObject([
        { trigger: "verification", taskId: "compute_prices", fromVersion: 1, toVersion: 2 },
      ]);
      expect(report.answer).toContain("K-104 and K-106");
    },
    TIMEOUT_MS,
  );

  it(
    "stops at a gate that only a person may answer, and goes on with the answer",
    async () => {
      const plan = {
        title: "Release",
        tasks: [
          { id: "ask", type: "human_review", input: "May it go out?" },
          { id: "announce", input: "Announce the release", depends_on: ["ask"] },
        ],
      };
      const stopped = await script("mission", ["--plan", planFile("release.json", plan), "--json"]);
      expect(stopped.code).toBe(3);
      const waiting = reportOf(stopped);
      const [gate] = waiting.openApprovals;
      const approvalId = gate?.approvalId ?? "none";
      const digest = gate?.digest.slice(0, 32) ?? "none";
      expect(stopped.err).toContain(`npm run decide -- ${approvalId} approve --digest ${digest}`);

      const wrong = await decide([approvalId, "retry"]);
      expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("It offers: approve") });

      const decided = await script("decide", [
        ...[approvalId, "approve", "--digest", digest, "--reason", "fine by me", "--json"],
      ]);
      expect(decided.code).toBe(0);
      expect(reportOf(decided)).toMatchObject({
        runId: waiting.runId,
        status: "completed",
        decisions: [{ approvalId, decision: "approve", reasoning: "fine by me", provenance: "person" }],
        openApprovals: [],
      });

      const again = await decide([approvalId, "reject"]);
      expect(again).toMatchObject({
        code: 1,
        err: expect.stringContaining("decided this gate already: approve"),
      });
    },
    TIMEOUT_MS,
  );

  it(
    "runs a template by its name, with the values of its parameters",
    async () => {
      const none = await mission(["--template", "Tour"]);
      expect(none).toMatchObject({
        code: 1,
        err: expect.stringContaining("There is no template “Tour”. There are none."),
      });
      const body = { tasks: [{ id: "a", title: "Walk through {{city}}" }] };
      await withSession(({ services }) =>
        services.templates.save({ actor: localPerson, input: { name: "Tour", body } }),
      );
      const wrong = await mission(["--template", "Tour", "--param", "town=Oslo"]);
      expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("no parameter town") });
      const args = ["--template", "Tour", "--param", "city=Oslo", "--yes", "--json"];
      const ended = await mission(["See Oslo", ...args]);
      expect(reportOf(ended)).toMatchObject({ status: "completed", tasks: [{ title: "Walk through Oslo" }] });
    },
    TIMEOUT_MS,
  );

  it(
    "cancels its run when it is interrupted",
    async () => {
      const ended = await script(
        "mission",
        ["--scenario", "fraud-model", "--json"],
        (reported, interrupt) => {
          if (reported.includes("proposes CONTINUE")) interrupt();
        },
      );
      expect(ended.code).toBe(1);
      expect(reportOf(ended)).toMatchObject({ status: "cancelled", message: "interrupted at the terminal" });
    },
    TIMEOUT_MS,
  );
});
