import { runMain } from "./lib/main";
import { takeScreenshots } from "./screenshots/take";

/**
 * `npm run screenshots`: every page in every state, wide and narrow, light and dark, into test-results/screenshots.
 * With `--pictures` the few that the documents show go into docs/pictures; with `--faults` only pages of a server that has
 * lost its database are taken.
 */
runMain(async () => {
  const has = (option: string) => process.argv.includes(option);
  await takeScreenshots({ pictures: has("--pictures"), faults: has("--faults") });
  return 0;
});
