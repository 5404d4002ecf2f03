import { once } from "node:events";
import { spawnNode, stopChild } from "./child";
import { Failure } from "./failure";

const stopGraceMs = 20_000;

/** Tests counted by a stage. */
export interface TestCounts {
  passed: number;
  failed: number;
  /** Failed at first and passed when tried again: a fault to find, in the test or in the product. */
  flaky: number;
}

export interface Stage {
  name: string;
  /** Does the stage's work; throws when it failed. May count tests into `tally`, also before it throws. */
  run(context: { signal: AbortSignal; counts: TestCounts }): Promise<void>;
}

export interface StageResult extends TestCounts {
  name: string;
  ms: number;
  error?: unknown;
}

/** Runs stages one after the other, and none after the first that fails or after `signal`. */
export async function runStages(stages: Stage[], signal: AbortSignal): Promise<StageResult[]> {
  const results: StageResult[] = [];
  for (const stage of stages) {
    console.log(`\n── ${stage.name}`);
    const counts = { passed: 0, failed: 0, flaky: 0 };
    const startedAt = performance.now();
    let error: unknown;
    try {
      signal.throwIfAborted();
      await stage.run({ signal, counts });
    } catch (thrown) {
      error = thrown;
    }
    results.push({ name: stage.name, ms: performance.now() - startedAt, error, ...counts });
    if (error) break;
  }
  return results;
}

/** Runs a tool of node_modules on this terminal; throws Failure when it ends with anything but 0. */
export async function runTool(
  signal: AbortSignal,
  [program = "", ...args]: string[],
  env: Record<string, string | undefined> = {},
): Promise<void> {
  signal.throwIfAborted();
  const child = spawnNode([`node_modules/${program}`, ...args], env, "inherit");
  // Test runners tear down what they set up on an interrupt, not on a termination.
  const stop = () => void stopChild(child, stopGraceMs, "SIGINT");
  signal.addEventListener("abort", stop);
  const [code] = await once(child, "exit");
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  if (code !== 0)
    throw new Failure(
      "stage_failed",
      `${program.split("/")[0]} ended with code ${code}; what it says is above.`,
    );
}

/** The stages as lines of a table: name, time, outcome. */
export function formatResults(results: StageResult[]): string {
  const rows = results.map(({ name, ms, error, passed, failed, flaky }) => {
    const flakyText = flaky > 0 ? `, ${flaky} flaky` : "";
    const tests = passed + failed + flaky > 0 ? `  ${passed} passed, ${failed} failed${flakyText}` : "";
    return `${name.padEnd(14)}${`${(ms / 1000).toFixed(1)} s`.padStart(9)}  ${error ? "FAILED" : "ok"}${tests}`;
  });
  const total = results.reduce((sum, { ms }) => sum + ms, 0);
  return [...rows, `${"total".padEnd(14)}${`${(total / 1000).toFixed(1)} s`.padStart(9)}`].join("\n");
}
