import type { RunEvent } from "@/lib/core/run/events";

const PAUSED: RunEvent = {
  run: "run_1",
  seq: 1,
  at: 0,
  v: 1,
  commandId: "c",
  planVersion: 1,
  actor: { kind: "system" },
  type: "run_paused",
  payload: {},
};

/** Names by id, where a test has no run to take titles from. */
export const NAMES_BY_ID = {
  task: (id: string) => `Task ${id}`,
  gate: (id: string) => `Gate ${id}`,
  attempt: (_taskId: string, attempt: number) => attempt,
  isOpen: () => true,
};

/** An event for a reader of these facts alone: the other fields of its payload are missing. */
export const eventOf = (type: string, facts: object = {}, envelope: object = {}): RunEvent =>
  Object.assign({ ...PAUSED }, envelope, { type, payload: facts });
