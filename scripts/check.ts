import { abortOnStopSignal, runMain } from "./lib/main";
import { formatResults, runStages } from "./lib/stages";
import { fastTests, fastTypes, lint } from "./lib/suite";

/** What a change must pass before it is committed, in seconds. */
runMain(async () => {
  const startedAt = performance.now();
  const results = await runStages([[lint, fastTypes, fastTests]], abortOnStopSignal());
  console.log(`\n${formatResults(results, performance.now() - startedAt)}`);
  return results.some((result) => result.error) ? 1 : 0;
});
