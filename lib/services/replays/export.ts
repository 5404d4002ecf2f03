import { z } from "zod";
import { replayId } from "@/lib/core/inputs/replays";
import { replayFileOf } from "@/lib/core/replay/file";
import type { TextFile } from "@/lib/core/views";
import { defineVerb } from "../verb";
import { requireReplay } from "./require-replay";

/** A replay as a file: what it replays, its settings and its report (docs/replay.md, "Files"). Throws `not_found`. */
export const exportReplay = defineVerb({
  name: "replays/export",
  capability: "view",
  description: "One replay as a file, with what it replays",
  routes: [{ at: "GET /api/v1/replays/{id}/export", id: "replayId", answer: "textFile" }],
  input: z.strictObject({ replayId }),
  async run({ ctx, input }): Promise<TextFile> {
    const { kind, title, settings, material, report } = await requireReplay(ctx, input.replayId);
    const text = `${JSON.stringify(replayFileOf({ kind, title, settings, material, report }), null, 2)}\n`;
    return { fileName: `${input.replayId}.json`, contentType: "application/json", text };
  },
});
