import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { withSession } from "@/scripts/mission/session";
import { EXAMPLES } from ".";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  for (const name of ["WAYMARK_MODEL", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"]) vi.stubEnv(name, "");
  await withSession(async ({ services, ensureWorker }) => {
    await ensureWorker();
    for (const [name, example] of Object.entries(EXAMPLES)) {
      const lines: string[] = [];
      await example({ services, print: (line) => lines.push(line) });
      printed.set(name, lines.join("\n"));
    }
  });
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await database?.drop();
});

/** What each of them prints, played one after the other in one house. */
const printed = new Map<string, string>();

describe("the example", () => {
  it("of reflection shows the gap that a critic finds, and the revision that stands", () => {
    const text = printed.get("reflection") ?? "";
    expect(text).toMatch(/Reflection off: \d+ calls[\s\S]*Reflection on: \d+ calls/);
    expect(text).toContain("score 0.75: It does not say how many servers it needs.");
    expect(text).toContain("score 0.95, kept: nothing is missing");
  });

  it("of streaming shows text of models and tools as numbered pieces beside events", () => {
    const text = printed.get("streaming") ?? "";
    expect(text).toMatch(/^ {2}1 planner/m);
    expect(text).toMatch(/^ {2}\d+ tool build_artifacts: /m);
    expect(text).toMatch(/^event \d+ task_succeeded$/m);
    expect(text).toMatch(/^[1-9]\d* pieces of text$/m);
  });

  it("of policies shows one plan refused, asked about and run", () => {
    const [, free = "", premium = "", enterprise = ""] =
      /^free\n([\s\S]+)\npremium\n([\s\S]+)\nenterprise\n([\s\S]+)$/.exec(printed.get("policies") ?? "") ??
      [];
    expect(free).toMatch(/deploy staging: deny[\s\S]*the plan: refused \(.*may not call the tool "deploy"/);
    expect(premium).toMatch(/deploy production: ask[\s\S]*the plan: waiting \(.*\), approved, completed$/);
    expect(enterprise).toMatch(/deploy production: allow[\s\S]*the plan: completed$/);
  });

  it("of replay shows step, tool, place and both values where a tool gives something else", () => {
    const text = printed.get("replay") ?? "";
    expect(text).toMatch(/^as it was: matched after \d+ steps$/m);
    expect(text).toMatch(
      /^a changed tool: mismatched after \d+ steps\n {2}step 1, estimate_resources, at servers: 2 was recorded, \d+ comes now$/m,
    );
    expect(text).toMatch(/^the same, without that place: matched/m);
  });

  it("of few-shot shows a promoted run reach the next planner, until it is switched off", () => {
    const text = printed.get("few-shot") ?? "";
    expect(text).toMatch(/is promoted: version 1 of the example, on/);
    expect(text).toMatch(/: the prompt of its planner carried it/);
    expect(text).toMatch(/after it was switched off: without it$/);
  });
});
