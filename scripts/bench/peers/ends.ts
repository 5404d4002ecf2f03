import postgres from "postgres";

/** Makes the database tell the end of each run as its transaction commits; for the owner of the tables. */
export const TELL_ENDS = `
  create or replace function bench_tell_end() returns trigger language plpgsql as
    $$ begin perform pg_notify('bench_ends', new.id); return new; end $$;
  create or replace trigger bench_tell_end after update on runs
    for each row when (old.finished_at is null and new.finished_at is not null) execute function bench_tell_end();`;

export type RunEnds = {
  /** Resolves when the end of the run is committed, with the moment in `performance.now()`. */
  of(runId: string): Promise<number>;
  stop(): Promise<void>;
};

/**
 * Hears the ends of runs as they are committed. The engine's own notice gathers what happens within 20 ms, which a page
 * does not see and a measurement would.
 */
export async function hearEnds(databaseUrl: string): Promise<RunEnds> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const ended = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  const listening = await sql.listen("bench_ends", (runId) => {
    const at = performance.now();
    ended.set(runId, at);
    waiting.get(runId)?.(at);
  });
  return {
    of: (runId) =>
      new Promise((resolve) => {
        const at = ended.get(runId);
        if (at === undefined) waiting.set(runId, resolve);
        else resolve(at);
      }),
    async stop() {
      await listening.unlisten();
      await sql.end();
    },
  };
}
