import { digestOf } from "@/lib/core/bytes";
import { parseJson } from "@/lib/core/json";
import { readReplayFile } from "@/lib/core/replay/file";
import { modelReplayMaterial } from "@/lib/core/replay/model/settings";
import type { Chosen } from "./chosen";

/** The trajectories in a file: that of a tool replay, all of a model replay, or one alone; or why there are none. */
export function recordingsIn(text: string, fileName: string): { chosen: Chosen[] } | { problem: string } {
  const value = parseJson(text);
  if (value === undefined) return { problem: `“${fileName}” is not JSON, or nested too deeply.` };
  const read = readReplayFile(value);
  if (!read.ok) return { problem: `“${fileName}” cannot be read: ${read.problem}` };
  const { kind, title, material } = read.file;
  if (kind !== "model") {
    const recording = { trajectory: material, ...(title && { title }) };
    return { chosen: [chosenOf(recording, title || fileName, fileName)] };
  }
  const held = modelReplayMaterial.safeParse(material);
  if (!held.success) return { problem: `“${fileName}” holds no trajectories of a model replay.` };
  // The runs that it names are those of where it was written.
  return {
    chosen: held.data.trajectories.map(({ source: _elsewhere, ...recording }) =>
      chosenOf(recording, recording.title, fileName),
    ),
  };
}

const chosenOf = (recording: Chosen["recording"], title: string, from: string): Chosen => ({
  key: digestOf(recording as never),
  title,
  from,
  recording,
});
