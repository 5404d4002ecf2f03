import { type Api, openGate, until } from "./api";

/** A run in a state worth a picture, by the name of the picture. */
export type Scenes = Record<string, string>;

const LONG = `Compare <b>three</b> backup strategies ${"and-a-word-without-any-end-".repeat(8)} ${"for the whole of the company, with every office and every machine in it, ".repeat(4)}`;

const REPORT = {
  mission: "Publish the quarterly report",
  plan: {
    tasks: [
      { id: "write", title: "Write the report", input: "Write it from the figures." },
      {
        id: "release",
        type: "human_review",
        title: "Release it",
        input: "May it go out?",
        depends_on: ["write"],
      },
      { id: "publish", title: "Publish it", input: "Put it on the site.", depends_on: ["release"] },
    ],
  },
};

/** Plays one run into each state that pages look different in. */
export async function playScenes(api: Api): Promise<Scenes> {
  const auto = { reviewMode: "auto" };
  const held = await api.startSample("fraud-model", { reviewHoldMs: 12_000 });
  const gate = await api.startSample("fraud-model", auto);
  const done = await api.startSample("fraud-model", auto);
  const failed = await api.start({ ...REPORT, settings: { replanOnFailure: false } });
  const paused = await api.startSample("staging", auto);
  const stories = {
    early: await api.startSample("auth-bug", auto),
    aborted: await api.startSample("cloud-quota", auto),
    repaired: await api.startSample("research", auto),
    replanned: await api.startSample("tail-replan", auto),
  };
  await api.command(paused, "pause");
  await openGate(api, gate);
  await api.decide(await openGate(api, done), "approve", "The figures are what we asked for.");
  await ended(api, done);
  await api.decide(await openGate(api, failed), "reject", "Not before the figures are audited.");
  await ended(api, failed);
  await openGate(api, stories.repaired);
  for (const runId of [stories.early, stories.aborted, stories.replanned]) await ended(api, runId);
  await heldReplan(api, held);
  return { held, gate, done, failed, paused, ...stories };
}

/** A run all of whose texts are too long, and not to be trusted. */
export async function playLong(api: Api): Promise<string> {
  const tasks = [{ id: "ask", type: "human_review", title: LONG, input: LONG }];
  const runId = await api.start({ mission: LONG, plan: { tasks } });
  await openGate(api, runId);
  return runId;
}

const ENDED = new Set(["completed", "failed", "aborted", "cancelled"]);

function ended(api: Api, runId: string): Promise<true> {
  return until("the end of a run", async () => ENDED.has((await api.run(runId)).status) || undefined);
}

/** Waits until a review's REPLAN is held, so that a person could still override it. */
async function heldReplan(api: Api, runId: string): Promise<void> {
  await until("a held REPLAN", async () => {
    const { tasks } = await api.state(runId);
    const held = Object.values(tasks).filter((task) => task.heldUntil !== undefined);
    return held.some((task) => task.proposal?.decision === "REPLAN") || undefined;
  });
}
