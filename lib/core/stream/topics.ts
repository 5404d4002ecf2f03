import { END_OF_TIME_MS, MAX_COUNT } from "../inputs/limits";

/** Topics of the shared stream and the places to go on from (docs/engine.md, "Streams"). */

/** After this event, and after this chunk of text. */
export type RunCursor = { seq: number; chunk: number };

export type Topic =
  /** Without `chunk`, only text of steps that are not committed yet is sent again. */
  | { kind: "run"; runId: string; seq: number; chunk?: number }
  /** Without `after`, from now on. */
  | { kind: "workspace"; after?: number };

/** Topics that one connection may follow. */
export const MAX_TOPICS = 50;

export const WORKSPACE_TOPIC = "workspace";
const RUN_TOPIC = /^run:([\w-]{1,200})@(\d{1,15})(?:\.(\d{1,15}))?$/;
const WORKSPACE = /^workspace(?:@(\d{1,15}))?$/;
const CURSOR = /^(\d{1,15})\.(\d{1,15})$/;

export const runTopic = (runId: string): string => `run:${runId}`;

/** The topic with its cursor, as an address carries it: `run:<id>@<seq>.<chunk>` or `workspace@<n>`. */
export function writeTopic(topic: Topic): string {
  if (topic.kind === "workspace") {
    return topic.after === undefined ? WORKSPACE_TOPIC : `${WORKSPACE_TOPIC}@${topic.after}`;
  }
  const cursor = topic.chunk === undefined ? `${topic.seq}` : `${topic.seq}.${topic.chunk}`;
  return `${runTopic(topic.runId)}@${cursor}`;
}

/** Reads what `writeTopic` wrote; undefined for anything else. */
export function readTopic(text: string): Topic | undefined {
  const [, runId, seq, chunk] = RUN_TOPIC.exec(text) ?? [];
  if (runId !== undefined) {
    if (Math.max(Number(seq), Number(chunk ?? 0)) > MAX_COUNT) return;
    const topic = { kind: "run" as const, runId, seq: Number(seq) };
    return chunk === undefined ? topic : { ...topic, chunk: Number(chunk) };
  }
  const found = WORKSPACE.exec(text);
  if (!found || Number(found[1] ?? 0) >= END_OF_TIME_MS) return;
  return found[1] === undefined ? { kind: "workspace" } : { kind: "workspace", after: Number(found[1]) };
}

/** The name of a topic without its cursor. */
export function topicName(topic: Topic): string {
  return topic.kind === "run" ? runTopic(topic.runId) : WORKSPACE_TOPIC;
}

export function writeRunCursor({ seq, chunk }: RunCursor): string {
  return `${seq}.${chunk}`;
}

/** Reads `<seq>.<chunk>`; undefined for anything else. */
export function readRunCursor(text: string): RunCursor | undefined {
  const [, seq, chunk] = CURSOR.exec(text) ?? [];
  return seq === undefined ? undefined : { seq: Number(seq), chunk: Number(chunk) };
}
