import { cpus, loadavg } from "node:os";
import setUpDatabases from "@/lib/testing/database/postgres-setup";
import { CHAOS_USAGE, type ChaosRequest, readChaosArguments } from "./chaos/arguments";
import { type ChaosRow, measuredCommit, writeRows } from "./chaos/report";
import { SERIES } from "./chaos/series";
import { runMain } from "./lib/main";

/** `npm run chaos`: long series of faults on a PostgreSQL of their own (docs/chaos.md). */
runMain(async () => {
  const request = readChaosArguments(process.argv.slice(2));
  if (!request.ok) {
    console.error(`${request.message}\n${CHAOS_USAGE}`);
    return 2;
  }
  const tearDown = await setUpDatabases();
  try {
    const rows = await playSeries(request.value);
    const full = request.value.seeds === undefined && request.value.seed === 1;
    if (full) writeRows(rows);
    return rows.every(({ holds }) => holds) ? 0 : 1;
  } finally {
    await tearDown();
  }
});

/** How many processes wait for a processor, for each of them: from 1 on the machine is busy with something. */
function loadOfCpus(): number {
  return Math.round(((loadavg()[0] ?? 0) / cpus().length) * 100) / 100;
}

async function playSeries({ series, seed, seeds }: ChaosRequest): Promise<ChaosRow[]> {
  const rows: ChaosRow[] = [];
  const commit = measuredCommit();
  for (const name of series) {
    const startedMs = performance.now();
    const { length, play } = SERIES[name];
    const before = loadOfCpus();
    const result = await play(seed, seeds ?? length);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    const at = new Date().toISOString();
    const figures = { ...result.figures, loadBefore: before, loadAfter: loadOfCpus() };
    rows.push({ series: name, ...result, figures, seed, at, commit, seconds });
    const { holds, cases } = result;
    console.log(`${name}: ${cases} cases, ${holds ? "holds" : "DOES NOT HOLD"}, ${seconds} s`);
    console.log(`  ${JSON.stringify(figures)}`);
  }
  return rows;
}
