import { randomUUID } from "node:crypto";
import type { CreateRunInput } from "@/lib/core/inputs/create-run";

/** A repeat finds the first reply, so that a request may be sent again, to another process too. */
const MAX_TRIES = 200;

export type Client = {
  /** Creates a run over HTTP; returns its id. Processes take turns, and one that is away is passed over. */
  create(input: CreateRunInput): Promise<string>;
  /** Requests that had to be sent again. */
  repeats(): number;
};

/** Creates runs by the web processes of a cluster, in turns. */
export function createClient(addresses: readonly string[]): Client {
  let turn = 0;
  let repeats = 0;

  async function post(key: string, body: string): Promise<string | undefined> {
    const address = addresses[turn % addresses.length];
    turn += 1;
    const headers = { "content-type": "application/json", "idempotency-key": key };
    const response = await fetch(`${address}/api/v1/runs`, { method: "POST", headers, body }).catch(
      () => undefined,
    );
    const text = await response?.text().catch(() => undefined);
    // Cut off while a process stops, or not yet served by one that starts.
    if (!response || text === undefined || response.status >= 500) return;
    if (response.status !== 201) throw new Error(`A run was refused: ${text}`);
    return (JSON.parse(text) as { runId: string }).runId;
  }

  return {
    async create(input) {
      const key = randomUUID();
      const body = JSON.stringify(input);
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        const runId = await post(key, body);
        if (runId !== undefined) return runId;
        repeats += 1;
      }
      throw new Error("No web process took the run");
    },
    repeats: () => repeats,
  };
}

/** Does something so many times, so many at the same time. */
export async function inParallel<T>(
  times: number,
  atOnce: number,
  act: (n: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lanes = Array.from({ length: Math.min(times, atOnce) }, async () => {
    for (let n = next++; n < times; n = next++) results[n] = await act(n);
  });
  await Promise.all(lanes);
  return results;
}
