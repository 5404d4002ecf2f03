import type { RunStatus } from "@/lib/core/run/status";
import { storeValue } from "@/lib/core/stored-value";
import { ANNA, offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { runUnderWay } from "../planning/runs";
import { LONG_TEXT } from "../specimen";
import { toldOnce } from "../told-once";

const SHORT = planOf(
  { id: "a", title: "Collect the figures", maxRetries: 0 },
  { id: "b", title: "Check them", dependsOn: ["a"], maxRetries: 0 },
);
const shortRun = () => {
  const world = new RunWorld({ plan: SHORT, settings: { replanOnFailure: false } });
  world.start();
  return world.tick(30_000);
};
const finishing = () => {
  const world = shortRun().run("a", "b");
  world.start();
  return world;
};

/** A run in each status, some time after it began. */
export const RUN_STORIES = toldOnce<RunStatus, RunWorld>({
  planning: () => {
    const world = new RunWorld();
    world.start();
    return world;
  },
  waiting: () => {
    const world = new RunWorld({ settings: { planApproval: true } });
    world.start();
    world.plan = SHORT;
    world.send({ type: "plan_drafted", key: world.keyOfKind("plan"), plan: offer(SHORT) });
    return world;
  },
  running: runUnderWay,
  paused: () => {
    const world = shortRun();
    world.send({ type: "pause", reason: "The figures are not final." }, ANNA);
    return world;
  },
  finishing,
  completed: () => {
    const world = finishing();
    const value = storeValue(ANSWER).stored;
    world.send({ type: "answer_ready", key: world.keyOfKind("answer"), value });
    return world;
  },
  failed: () => {
    const world = shortRun();
    world.fail("a", "The source is gone.");
    return world;
  },
  aborted: () => {
    const world = shortRun();
    world.send({ type: "abort", reason: "The mission was withdrawn." }, ANNA);
    return world;
  },
  cancelled: () => {
    const world = shortRun();
    world.send({ type: "cancel" }, ANNA);
    return world;
  },
});

/** A run whose plan a person has edited. */
export function editedRun(): RunWorld {
  const world = shortRun();
  const [first] = SHORT.tasks;
  world.edit(
    { ...SHORT, tasks: [...(first ? [first] : []), ...planOf({ id: "c", title: LONG_TEXT }).tasks] },
    "It has to be checked otherwise.",
  );
  return world;
}

/** An answer with everything that a model may write in one. */
export const ANSWER = `# The quarter

Sales came to **1,240**, which is _12 %_ more than in the [quarter before](https://example.com/before).

## What it rests on

- the ledger of \`sales\`
- two reports
  1. of the shop
  2. of the partners

### Open

> The figures of December are not final.

\`\`\`sql
select sum(total) from sales
\`\`\`

![A chart of sales](https://example.com/chart.png)

${LONG_TEXT}`;
