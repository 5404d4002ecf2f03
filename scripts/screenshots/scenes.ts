import { type Api, openGate, until } from "./api";

/** A run in a state worth a picture, by the name of the picture. */
export type Scenes = Record<string, string>;

const LONG = `Compare <b>three</b> backup strategies ${"and-a-word-without-any-end-".repeat(8)} ${"for the whole of the company, with every office and every machine in it, ".repeat(4)}`;

/** Plays one run into each state that pages look different in. */
export async function playScenes(api: Api): Promise<Scenes> {
  const auto = { reviewMode: "auto" };
  const held = await api.startSample("fraud-model", { reviewHoldMs: 12_000 });
  const gate = await api.startSample("fraud-model", auto);
  const done = await api.startSample("fraud-model", auto);
  const rejected = await api.startSample("fraud-model", auto);
  const long = await api.start({
    mission: LONG,
    plan: { tasks: [{ id: "ask", type: "human_review", title: LONG, input: LONG }] },
  });
  const paused = await api.startSample("staging", auto);
  await api.command(paused, "pause");
  await openGate(api, gate);
  await openGate(api, long);
  await api.decide(await openGate(api, done), "approve", "The figures are what we asked for.");
  await ended(api, done);
  await api.decide(await openGate(api, rejected), "reject", "Not before the holidays.");
  await settled(api, rejected);
  await heldReplan(api, held);
  return { held, gate, done, rejected, long, paused };
}

const ENDED = new Set(["completed", "failed", "aborted", "cancelled"]);

function ended(api: Api, runId: string): Promise<true> {
  return until("the end of a run", async () => ENDED.has((await api.run(runId)).status) || undefined);
}

/** Ended, or waiting for a person again: what a rejection leads to is the plan's affair. */
async function settled(api: Api, runId: string): Promise<void> {
  await until("the end or the next gate of a run", async () => {
    const { status } = await api.run(runId);
    return ENDED.has(status) || status === "waiting" || undefined;
  });
}

/** Waits until a review's REPLAN is held, so that a person could still override it. */
async function heldReplan(api: Api, runId: string): Promise<void> {
  await until("a held REPLAN", async () => {
    const { tasks } = await api.state(runId);
    const held = Object.values(tasks).filter((task) => task.heldUntil !== undefined);
    return held.some((task) => task.proposal?.decision === "REPLAN") || undefined;
  });
}
