import { localPerson as actor } from "@/lib/auth/actor";
import { SCENARIOS } from "@/lib/core/scenarios";
import { type Example, play, type World } from "./world";

const mission = SCENARIOS.find(({ name }) => name === "reflect")?.mission ?? "";

/** The calls of an attempt made again, and where they give something else than was recorded (docs/replay.md). */
export const replay: Example = async (world) => {
  const { services, print } = world;
  const { runId } = await play(world, { mission, settings: { reviewMode: "auto" } });
  const from = { runId, taskId: "estimate_servers", attempt: 1 };
  await tell(world, "as it was", await services.replays.create({ actor, input: { from } }));

  // A recording that says something else stands for a tool that has changed since.
  const recorded = JSON.stringify(await services.runs.exportTrajectory({ actor, input: from }));
  const older = JSON.parse(recorded.replace(/"servers":\d+/, '"servers":2'));
  await tell(world, "a changed tool", await services.replays.create({ actor, input: { trajectory: older } }));
  const settings = { ignore: ["servers"] };
  const ignoring = await services.replays.create({ actor, input: { trajectory: older, settings } });
  await tell(world, "the same, without that place", ignoring);
  print("Nothing was asked of a model, and tools that change something were not called.");
};

type Mismatch = { step: number; tool: string; path: string; original?: unknown; replayed?: unknown };

/** Waits for the end of a replay and prints what it found. */
async function tell({ services, print }: World, title: string, started: { replayId: string }): Promise<void> {
  const input = { replayId: started.replayId };
  for (;;) {
    const { status, finishedAt, doneSteps, report } = await services.replays.get({ actor, input });
    if (finishedAt === null) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    print(`${title}: ${status} after ${doneSteps} steps`);
    for (const { step, tool, path, original, replayed } of (report?.mismatches ?? []) as Mismatch[])
      print(`  step ${step}, ${tool}, at ${path}: ${original} was recorded, ${replayed} comes now`);
    return;
  }
}
