import { EXAMPLES } from "@/examples";
import { runMain } from "./lib/main";
import { withSession } from "./mission/session";

/** `npm run example -- <name>`: plays one of the examples with the model that is set up, or the simulated one. */
runMain(async () => {
  const example = EXAMPLES[process.argv[2] ?? ""];
  if (!example) {
    console.error(`Usage: npm run example -- <${Object.keys(EXAMPLES).join(" | ")}>`);
    return 2;
  }
  await withSession(async ({ services, ensureWorker }) => {
    await ensureWorker();
    await example({ services, print: console.log });
  });
  return 0;
});
