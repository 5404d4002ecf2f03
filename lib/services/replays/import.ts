import { importReplayInput } from "@/lib/core/inputs/replays";
import { parseJson } from "@/lib/core/json";
import { readReplayFile, titleOfQuery } from "@/lib/core/replay/file";
import { modelReplayMaterial, modelReplaySettings } from "@/lib/core/replay/model/settings";
import { toolReplaySettings } from "@/lib/core/replay/settings";
import { cutText } from "@/lib/core/text";
import { readTrajectory } from "@/lib/core/trajectory";
import { defineVerb, readInput } from "../verb";
import { startModelReplay } from "./model-replay";
import { type StartedReplay, startToolReplay, TITLE_CHARS, unreplayable } from "./start-replay";

/** Takes over nothing of the file's report: it is made again. Throws as `create` does. */
export const importReplay = defineVerb({
  name: "replays/import",
  capability: "operate",
  description:
    "`{content, title?, settings?}`: the same for the text of a file that an export wrote, or of a trajectory; the file's settings hold where the call gives none, but for `writingTools`, which only the call names",
  routes: [{ at: "POST /api/v1/replays/import", answer: "created" }],
  input: importReplayInput,
  keepsTexts: true,
  async run({ ctx, input: { content, title, settings } }): Promise<StartedReplay> {
    const value = parseJson(content);
    if (value === undefined)
      throw unreplayable({ code: "unreadable", problem: "The file is no JSON, or nested too deeply." });
    const read = readReplayFile(value);
    if (!read.ok) throw unreplayable({ code: "unreadable", problem: read.problem });
    const { kind, title: fileTitle, settings: fileSettings, material } = read.file;
    if (kind === "model") {
      const { trajectories } = readInput(modelReplayMaterial, material, { keepsTexts: true });
      // The runs that a file names are those of where it was written.
      const recorded = trajectories.map(({ source: _elsewhere, ...one }) => ({
        ...one,
        title: cutText(one.title, TITLE_CHARS),
      }));
      const kept = readInput(modelReplaySettings, fileSettings);
      return startModelReplay(ctx, { recorded, settings: kept, title: title ?? fileTitle });
    }
    const trajectory = readTrajectory(material);
    if (!trajectory.ok) throw unreplayable({ code: "unreadable", problem: trajectory.problem });
    // Which tools may act the one says who imports it, never the file.
    const { writingTools = [] } = settings ?? {};
    return startToolReplay(ctx, {
      trajectory: trajectory.trajectory,
      settings: readInput(toolReplaySettings, { ...fileSettings, ...settings, writingTools }),
      title: title ?? fileTitle ?? titleOfQuery(trajectory.trajectory.query),
      source: null,
    });
  },
});
