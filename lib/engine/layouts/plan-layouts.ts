import type { Orm } from "@/db/client";
import { putPlanLayout, readPlanLayout } from "@/db/queries/runs/plan-layouts";
import { linksOf, type TaskLinks } from "@/lib/core/layout/links";
import type { LayOut, PlacedTask, PlanLayout } from "@/lib/core/layout/plan-layout";
import type { Clock, Log } from "@/lib/core/ports";
import type { RunState } from "@/lib/core/run/state";

/** What is laid out; a copy, as states move on. */
type LaidOutRun = { workspaceId: string; runId: string; version: number; links: TaskLinks[] };

/** Both parts of a layout that is being made; the edges come with the nodes. */
type Making = { nodes: Promise<PlanLayout>; edges: Promise<PlanLayout> };

/** From this many tasks on, the ways of edges take long enough that nodes are stored before them. */
const LARGE_TASKS = 100;

export type PlanLayouts = {
  /**
   * That of the run's plan version; made and stored where it is missing. Resolves with the nodes, or with the edges too.
   * `kept` is what is stored of it, or of the last version before it that has any, where that has been read already.
   */
  make(state: Readonly<RunState>, part: "nodes" | "edges", kept?: PlanLayout | null): Promise<PlanLayout>;
  /**
   * Begins that of a large plan which has just been given, for who looks at it next. Of many at once the first one alone,
   * so that a page of another does not wait for all of them.
   */
  prepare(state: Readonly<RunState>): void;
};

/** Where the tasks of plan versions are: made once, stored beside the version, and shared by all who ask. */
export function createPlanLayouts({ db, layOut, log }: { db: Orm; layOut: LayOut; log: Log }): PlanLayouts {
  const making = new Map<string, Making>();

  function start({ links, ...key }: LaidOutRun, kept: PlanLayout | null): Making {
    const { runId, version } = key;
    const nodes = Promise.withResolvers<PlanLayout>();
    const store = (layout: PlanLayout) =>
      putPlanLayout(db, key, layout).catch((error: unknown) => {
        log.warn({ err: error, runId, version }, "cannot store the layout of a plan; it is made again");
      });
    const lay = async (): Promise<PlanLayout> => {
      let placed: PlacedTask[] = [];
      let storing: Promise<void> | undefined;
      const onNodes = (found: PlacedTask[]) => {
        placed = found;
        const layout = { version, nodes: found, edges: null };
        nodes.resolve(layout);
        if (found.length >= LARGE_TASKS) storing = store(layout);
      };
      const routed = await layOut({ links, kept: kept ?? undefined }, onNodes);
      const layout = { version, nodes: placed, edges: routed };
      await storing;
      await store(layout);
      return layout;
    };
    const edges = lay();
    edges.catch(nodes.reject);
    nodes.promise.catch(() => {});
    return { nodes: nodes.promise, edges };
  }

  async function make(
    state: Readonly<RunState>,
    part: "nodes" | "edges",
    known?: PlanLayout | null,
  ): Promise<PlanLayout> {
    const { workspaceId, runId, planVersion: version } = state;
    if (version === 0) return { version, nodes: [], edges: [] };
    const run = { workspaceId, runId, version, links: linksOf(state) };
    const key = `${runId}@${version}`;
    const running = making.get(key);
    if (running) return running[part];
    const stored = known === undefined ? ((await readPlanLayout(db, run)) ?? null) : known;
    if (stored?.version === version && (part === "nodes" || stored.edges)) return stored;
    const begun = making.get(key) ?? start(run, stored);
    making.set(key, begun);
    void begun.edges.catch(() => {}).finally(() => making.delete(key));
    return begun[part];
  }

  return {
    make,
    prepare(state) {
      if (state.order.length < LARGE_TASKS || making.size > 0) return;
      make(state, "edges", null).catch((error: unknown) => {
        log.warn({ err: error, runId: state.runId }, "cannot lay a plan out; its page asks again");
      });
    },
  };
}

/** A page that is opened sooner has the layout made by the process that answers it. */
const UNSEEN_MS = 5_000;

/** Has the layout of a large plan that nobody has looked at ready for who does; that of a small one takes no longer than its page. */
export function layOutUnseen(
  layouts: PlanLayouts,
  { clock, log, stop }: { clock: Clock; log: Log; stop: AbortSignal },
): (state: Readonly<RunState>) => void {
  return async (state) => {
    if (state.order.length < LARGE_TASKS) return;
    try {
      await clock.sleep(UNSEEN_MS, stop);
      if (!stop.aborted) await layouts.make(state, "edges");
    } catch (error) {
      log.warn({ err: error, runId: state.runId }, "cannot lay a plan out; its page asks again");
    }
  };
}
