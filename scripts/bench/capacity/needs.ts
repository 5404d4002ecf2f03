/** What one task takes, as measured: of the database's server, of the workers, and of the disk. */
export type UnitCosts = {
  /** Transactions that write. */
  commits: number;
  logKb: number;
  /** What stays in tables and indexes. */
  storedKb: number;
  serverMs: number;
  workerMs: number;
};

/** What a notice to other processes takes of the server, for each process that it goes to. */
export type NoticeCosts = { serverUs: number };

/** What an installation needs at a rate of tasks. */
export type Needs = {
  tasksPerSecond: number;
  commitsPerSecond: number;
  logGbPerDay: number;
  storedGbPerDay: number;
  workers: number;
  connections: number;
  /** Notices that arrive, all processes together. */
  noticesPerSecond: number;
  noticeCores: number;
  /** Rows of the job table: runs that are open, and those that ended within the hour. */
  jobs: number;
  /** Processors that the database's server takes, notices among them. */
  serverCores: number;
};

const SECONDS_PER_DAY = 86_400;
const KB_PER_GB = 1_000_000;
/** A worker is one thread that decides; above this share of it, runs wait for each other. */
const WORKER_SHARE = 0.7;
const CONNECTIONS_PER_PROCESS = 10;
const WEBS_PER_WORKER = 0.5;
/** A process gathers for 20 ms what it has to tell. */
const NOTICES_PER_PROCESS = 50;
/** Ended jobs are kept for an hour. */
const JOB_KEPT_SECONDS = 3_600;

/** What so many tasks a second need, in runs of so many tasks that are open for so many seconds. */
export function needsAt(
  tasksPerSecond: number,
  unit: UnitCosts,
  notice: NoticeCosts,
  run: { tasks: number; openSeconds: number },
): Needs {
  const workers = Math.max(1, Math.ceil((tasksPerSecond * unit.workerMs) / 1_000 / WORKER_SHARE));
  const processes = workers + Math.max(1, Math.ceil(workers * WEBS_PER_WORKER));
  const sent = Math.min(NOTICES_PER_PROCESS * processes, tasksPerSecond * unit.commits);
  const noticesPerSecond = sent * processes;
  const noticeCores = (noticesPerSecond * notice.serverUs) / 1e6;
  const perDay = (kbPerTask: number) => (tasksPerSecond * kbPerTask * SECONDS_PER_DAY) / KB_PER_GB;
  return {
    tasksPerSecond,
    commitsPerSecond: tasksPerSecond * unit.commits,
    logGbPerDay: perDay(unit.logKb),
    storedGbPerDay: perDay(unit.storedKb),
    workers,
    connections: processes * CONNECTIONS_PER_PROCESS,
    noticesPerSecond,
    noticeCores,
    jobs: (tasksPerSecond / run.tasks) * (run.openSeconds + JOB_KEPT_SECONDS),
    serverCores: (tasksPerSecond * unit.serverMs) / 1_000 + noticeCores,
  };
}
