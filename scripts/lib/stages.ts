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

export interface StageContext {
  signal: AbortSignal;
  counts: TestCounts;
  /** Whether other stages use the terminal at the same time: output is then printed when the stage has ended. */
  shared: boolean;
}

export interface Stage {
  name: string;
  /** Does the stage's work; throws when it failed. May set `counts`, also before it throws. */
  run(context: StageContext): Promise<void>;
}

export interface StageResult extends TestCounts {
  name: string;
  ms: number;
  error?: unknown;
}

/**
 * Runs stages one after the other, the stages of a list side by side, and none after the first that fails or after
 * `signal`.
 */
export async function runStages(
  stages: readonly (Stage | readonly Stage[])[],
  signal: AbortSignal,
): Promise<StageResult[]> {
  const results: StageResult[] = [];
  for (const step of stages) {
    const together = "run" in step ? [step] : step;
    console.log(`\n── ${together.map(({ name }) => name).join(" + ")}`);
    const shared = together.length > 1;
    results.push(...(await Promise.all(together.map((stage) => runStage(stage, signal, shared)))));
    if (results.some(({ error }) => error)) break;
  }
  return results;
}

async function runStage(stage: Stage, signal: AbortSignal, shared: boolean): Promise<StageResult> {
  const counts = { passed: 0, failed: 0, flaky: 0 };
  const startedAt = performance.now();
  let error: unknown;
  try {
    signal.throwIfAborted();
    await stage.run({ signal, counts, shared });
  } catch (thrown) {
    error = thrown;
  }
  return { name: stage.name, ms: performance.now() - startedAt, error, ...counts };
}

/** Runs a tool of node_modules; throws Failure when it ends with anything but 0. */
export async function runTool(
  { signal, shared }: Pick<StageContext, "signal" | "shared">,
  [program = "", ...args]: string[],
  env: Record<string, string | undefined> = {},
): Promise<void> {
  signal.throwIfAborted();
  const child = spawnNode([`node_modules/${program}`, ...args], env, shared ? "pipe" : "inherit");
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk));
  // Test runners tear down what they set up on an interrupt, not on a termination.
  const stop = () => void stopChild(child, stopGraceMs, "SIGINT");
  signal.addEventListener("abort", stop);
  const [code] = await once(child, "close");
  signal.removeEventListener("abort", stop);
  process.stdout.write(Buffer.concat(output));
  signal.throwIfAborted();
  if (code !== 0)
    throw new Failure(
      "stage_failed",
      `${program.split("/")[0]} ended with code ${code}; what it says is above.`,
    );
}

/** The stages as lines of a table: name, time, outcome. `totalMs` is less than their sum when some ran side by side. */
export function formatResults(results: StageResult[], totalMs: number): string {
  const rows = results.map(({ name, ms, error, passed, failed, flaky }) => {
    const flakyText = flaky > 0 ? `, ${flaky} flaky` : "";
    const tests = passed + failed + flaky > 0 ? `  ${passed} passed, ${failed} failed${flakyText}` : "";
    return `${name.padEnd(14)}${`${(ms / 1000).toFixed(1)} s`.padStart(9)}  ${error ? "FAILED" : "ok"}${tests}`;
  });
  return [...rows, `${"total".padEnd(14)}${`${(totalMs / 1000).toFixed(1)} s`.padStart(9)}`].join("\n");
}
