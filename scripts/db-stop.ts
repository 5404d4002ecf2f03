import { setTimeout } from "node:timers/promises";
import { defaultDataDir, stopDatabase } from "./database";
import { runMain } from "./lib/main";

const force = process.argv.includes("--force");
const waitMs = process.argv.includes("--wait") ? 20_000 : 0;
const pollMs = 500;

runMain(async () => {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const outcome = await stopDatabase(defaultDataDir(), force);
    if (outcome === "none") console.log("No database of this checkout is running.");
    if (outcome === "stopped") console.log("The database is stopped.");
    if (outcome !== "used") return 0;
    if (performance.now() > deadline) break;
    await setTimeout(pollMs);
  }
  console.error(
    "The database is in use. Stop what uses it first (npm start, a worker, a mission, psql), " +
      "or stop it all the same: npm run db:stop -- --force",
  );
  return 1;
});
