import type { TaskLinks } from "./links";

const COLUMNS = 6;
const COLUMN_TASKS = 12;

/**
 * A plan that there is not, to be laid out a few times before the first one that there is: the engine's code is compiled
 * as it runs, and a plan of hundreds of tasks would take three times as long.
 */
export function warmUpLinks(): TaskLinks[] {
  return Array.from({ length: COLUMNS * COLUMN_TASKS }, (_, n) => {
    const above = n - COLUMN_TASKS;
    const from = above < 0 ? [] : [...new Set([above, (above * 7) % n])];
    return { id: `${n}`, version: 1, dependsOn: from.map(String) };
  });
}

/** How often: the first time takes ten times as long as the last. */
export const WARM_UP_ROUNDS = 6;
