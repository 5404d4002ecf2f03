import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "./lib/failure";
import { abortOnStopSignal, runMain } from "./lib/main";
import { formatResults, runStages, type Stage, type TestCounts } from "./lib/stages";
import {
  browserTests,
  build,
  bundles,
  coverage,
  integrationTests,
  lint,
  types,
  unitTests,
} from "./lib/suite";

/** Everything that must pass. `npm test -- unit e2e` runs the named stages alone. */
runMain(async () => {
  const stopping = abortOnStopSignal();
  const reports = mkdtempSync(join(tmpdir(), "waymark-reports-"));
  const all: Stage[][] = [
    [lint],
    [types, unitTests(reports)],
    // Integration tests wait for their database and for processes half of the time.
    [integrationTests(reports), coverage(reports), build],
    [bundles],
    [browserTests(reports)],
  ];
  const named = process.argv.slice(2);
  const names = all.flat().map(({ name }) => name);
  const unknown = named.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Failure("stage_failed", `No stage ${unknown.join(", ")}. There are: ${names.join(", ")}.`);
  }
  const isNamed = ({ name }: Stage) => named.length === 0 || named.includes(name);
  const stages = all.map((together) => together.filter(isNamed)).filter(({ length }) => length > 0);
  const startedAt = performance.now();
  const results = await runStages(stages, stopping);
  const stagesMs = performance.now() - startedAt;
  rmSync(reports, { recursive: true });

  const failed = results.find((result) => result.error);
  const sum = (key: keyof TestCounts) => results.reduce((total, result) => total + result[key], 0);
  if (failed && !stopping.aborted) console.log(`\n${describe(failed.error)}`);
  const install = Number(process.env.WAYMARK_INSTALL_MS ?? 0);
  const installed = install > 0 ? [{ name: "install", ms: install, passed: 0, failed: 0, flaky: 0 }] : [];
  console.log(`\n${formatResults([...installed, ...results], install + stagesMs)}\n`);
  console.log(`tests: ${sum("passed")} passed, ${sum("failed")} failed, ${sum("flaky")} flaky`);
  if (stopping.aborted) return 130;
  return failed ? 1 : 0;
});

function describe(error: unknown): string {
  if (error instanceof Failure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
