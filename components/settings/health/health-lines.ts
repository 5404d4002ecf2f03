import { formatCounted, formatDuration } from "@/lib/core/describe/amounts";
import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import type { SystemStatus } from "@/lib/core/views";

/** One part of the installation: how it stands, in a sentence, and what to do where it does not stand well. */
export type HealthLine = {
  part: string;
  status: StatusDisplay;
  text: string;
  todo?: string;
  link?: { href: string; name: string };
};

/** A job is taken within a moment: what waits longer waits for something. */
const WAIT_NOTED_MS = 10_000;

const OK: StatusDisplay = { icon: "✓", word: "OK", tone: "ok" };
const LOOK: StatusDisplay = { icon: "▲", word: "needs a look", tone: "amber" };
const BAD: StatusDisplay = { icon: "✕", word: "not working", tone: "bad" };

/** How each part of the installation stands. */
export const healthLines = (status: SystemStatus): HealthLine[] => [
  databaseLine(status),
  workersLine(status),
  waitingLine(status),
  modelsLine(status),
  stalledLine(status),
];

function databaseLine({ writable }: SystemStatus): HealthLine {
  const part = "Database";
  if (writable) return { part, status: OK, text: "Takes writes." };
  return {
    part,
    status: BAD,
    text: "Can be read but takes no writes: no run continues, and no answer is kept.",
    todo: "Look for a full disk or a server that is only a copy. Runs continue by themselves afterwards.",
  };
}

function workersLine({ workers }: SystemStatus): HealthLine {
  const part = "Workers";
  if (workers > 0) return { part, status: OK, text: workers === 1 ? "1 is live." : `${workers} are live.` };
  return {
    part,
    status: BAD,
    text: "None is live: no run continues.",
    todo: "Start one with “npm run worker”, or restart with “npm start”. Runs continue where they stopped.",
  };
}

function waitingLine({ atMs, waitingRuns, waitingSinceMs, workers }: SystemStatus): HealthLine {
  const part = "Runs waiting for a worker";
  const waitsMs = waitingSinceMs === null ? 0 : Math.max(0, atMs - waitingSinceMs);
  const count = formatCounted(waitingRuns, "run", "runs");
  if (waitsMs < WAIT_NOTED_MS) {
    const text = waitingRuns === 0 ? "None: each has been taken." : `${count}, taken within moments.`;
    return { part, status: OK, text };
  }
  return {
    part,
    status: LOOK,
    text: `${count}, the oldest for ${formatDuration(waitsMs)}.`,
    todo:
      workers === 0
        ? "They are taken as soon as a worker is live."
        : "All workers are busy. Wait, or start another with “npm run worker”.",
    link: { href: "/runs?show=live", name: "Live runs" },
  };
}

function modelsLine({ atMs, silentModels }: SystemStatus): HealthLine {
  const part = "Models";
  if (silentModels.length === 0)
    return { part, status: OK, text: "No run waits for one that does not answer." };
  const names = silentModels.map(
    ({ model, sinceMs }) => `${model} for ${formatDuration(Math.max(0, atMs - sinceMs))}`,
  );
  return {
    part,
    status: LOOK,
    text: `Runs wait for models that do not answer: ${names.join(", ")}.`,
    todo: "They are asked again by themselves. Check key and quota under Models and keys, or choose another model at the gate.",
    link: { href: "/inbox?tab=open&kind=model_unavailable", name: "Their gates" },
  };
}

function stalledLine({ stalledRuns }: SystemStatus): HealthLine {
  const part = "Stopped runs";
  if (stalledRuns === 0) return { part, status: OK, text: "None." };
  const text = `${formatCounted(stalledRuns, "run", "runs")} that no worker moves any more.`;
  const todo = "The overview says of each why, and what to do.";
  return { part, status: LOOK, text, todo, link: { href: "/", name: "Overview" } };
}
