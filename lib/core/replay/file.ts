import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "../json";
import { json, jsonObject } from "../json-schemas";
import { readBlock, readJsonBlock } from "../prompt-blocks";
import { readTrajectory, writeTrajectory } from "../trajectory/serialize";
import { startTrajectory } from "../trajectory/types";
import { REPLAY_KINDS, type ReplayKind } from "./words";

/** A replay as a file (docs/replay.md, "Files"): `report` is for readers, and not read back. */
const replayFile = z.object({
  format: z.literal("waymark-replay"),
  version: z.literal(1),
  kind: z.enum(REPLAY_KINDS),
  title: z.string().optional(),
  settings: jsonObject.default({}),
  material: json,
  report: jsonObject.nullish(),
});

type ReplayFile = { kind: ReplayKind; title?: string; settings: JsonObject; material: Json };
type ReadReplayFile = { ok: true; file: ReplayFile } | { ok: false; problem: string };

/** What an export writes; `readReplayFile` reads it back. */
export function replayFileOf(file: ReplayFile & { report: JsonObject | null }): JsonObject {
  return { format: "waymark-replay", version: 1, ...file };
}

/** Reads an exported replay, or a trajectory by itself in any of its forms (docs/agents.md, "Trajectories as JSON"). */
export function readReplayFile(value: Json): ReadReplayFile {
  if (!isJsonObject(value) || value.format !== "waymark-replay")
    return readMaterial({ settings: {}, material: value });
  const read = replayFile.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { ok: false, problem: `${issue?.path.join(".")}: ${issue?.message}` };
  }
  const { kind, title, settings, material } = read.data;
  const named = title !== undefined && { title };
  if (kind === "tool") return readMaterial({ settings, material, ...named });
  return { ok: true, file: { kind, settings, material, ...named } };
}

/** A trajectory in the one form in which it is kept; one without steps is kept as it is, and refused as empty. */
function readMaterial({ material, ...rest }: Omit<ReplayFile, "kind">): ReadReplayFile {
  const read = readTrajectory(material);
  if (read.ok)
    return { ok: true, file: { ...rest, kind: "tool", material: writeTrajectory(read.trajectory) } };
  return isEmpty(material)
    ? { ok: true, file: { ...rest, kind: "tool", material: writeTrajectory(NOTHING) } }
    : { ok: false, problem: read.problem };
}

/** What a recorded query is about, in a line: its task, else its mission, else how it begins. */
export function titleOfQuery(query: string): string {
  const task = readJsonBlock(query, "task");
  const named = isJsonObject(task) && typeof task.title === "string" ? task.title : undefined;
  const text = named || readBlock(query, "mission") || query;
  return text.trim().split("\n", 1).join();
}

const NOTHING = startTrajectory({ query: "", constraints: { tools: [] } });

/** A list of steps, or an object with one, that has none. */
function isEmpty(value: Json): boolean {
  const steps = isJsonObject(value) ? value.steps : value;
  return Array.isArray(steps) && steps.length === 0;
}
