import setUpDatabases from "@/lib/testing/database/postgres-setup";
import { writeStory } from "@/lib/testing/golden/story";
import { holds, type Measured, machineLoad } from "./bench/results";
import { CHAOS_USAGE, type ChaosRequest, readChaosArguments } from "./chaos/arguments";
import { rowsOf, writeChaos } from "./chaos/report";
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
    const { story } = request.value;
    const holds = story ? await writeStory(story) : await playSeries(request.value);
    return holds ? 0 : 1;
  } finally {
    await tearDown();
  }
});

/** Plays series, and keeps the row of each as soon as it is played in full. */
async function playSeries(request: ChaosRequest): Promise<boolean> {
  const { series, seed, seeds } = request;
  const isFull = seeds === undefined && seed === 1 && !request.renew;
  let allHold = true;
  for (const name of series) {
    const startedMs = performance.now();
    const { length, play } = SERIES[name];
    const loadBefore = machineLoad();
    const result = await play(seed, seeds ?? length, request);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    const figures = { ...result.figures, loadBefore };
    const rows: Measured[] = rowsOf(name, { ...result, figures }, { seed, seconds });
    const hold = rows.every(holds);
    allHold &&= hold;
    if (isFull) writeChaos(rows);
    console.log(`${name}: ${result.cases} cases, ${hold ? "holds" : "DOES NOT HOLD"}, ${seconds} s`);
    console.log(`  ${JSON.stringify(figures)}`);
  }
  return allHold;
}
