import { localPerson as actor } from "@/lib/auth/actor";
import { isTerminalRun } from "@/lib/core/run/status";
import type { Services } from "@/lib/services/registry";

/** What an example has: the services that pages, API and command line use as well, and a place to print. */
export type World = { services: Services; print(line: string): void };
export type Example = (world: World) => Promise<void>;

type RunInput = Parameters<Services["runs"]["create"]>[0]["input"];

/** Starts a run and follows it until it ends or waits for a person. Returns what it came to. */
export async function play({ services }: World, input: RunInput) {
  const { runId } = await services.runs.create({ actor, input });
  return settled(services, runId);
}

/** Resolves with a run's report once it has ended, or nobody but a person can move it. */
export async function settled(services: Services, runId: string) {
  const stop = new AbortController();
  const { batches } = await services.runs.watch({ actor, input: { runId, signal: stop.signal } });
  for await (const _ of batches) {
    const { status } = await services.runs.get({ actor, input: { runId } });
    if (status === "waiting" || isTerminalRun(status)) break;
  }
  stop.abort();
  return services.runs.report({ actor, input: { runId } });
}
