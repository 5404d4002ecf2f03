import { runMain } from "./lib/main";
import { takeScreenshots } from "./screenshots/take";

/**
 * `npm run screenshots`: every page in every state, wide and narrow, light and dark, into test-results/screenshots.
 * With `--pictures` the few that the documents show go into docs/pictures.
 */
runMain(async () => {
  await takeScreenshots({ pictures: process.argv.includes("--pictures") });
  return 0;
});
