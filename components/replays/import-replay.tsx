"use client";

import { useRouter } from "next/navigation";
import { byRoute } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { MAX_REPLAY_FILE_CHARS } from "@/lib/core/inputs/limits";
import { ImportDialog } from "../ui/overlay/import-dialog";
import { replayHref } from "./address";

/** Replays a file: an export of a replay with its settings, or a trajectory alone. */
export function ImportReplay() {
  const router = useRouter();
  return (
    <ImportDialog
      title="Replay a file"
      description="JSON: an exported replay, or a trajectory."
      label="Replay or trajectory"
      fileLabel="File to replay"
      placeholder='{"query": "…", "steps": […]}'
      maxChars={MAX_REPLAY_FILE_CHARS}
      words={{ open: "Replay a file", send: "Replay", sending: "Starting…" }}
      send={byRoute("POST /api/v1/replays/import")}
      invalidates={[queryKeys.replays]}
      onTaken={({ replayId }) => router.push(replayHref(replayId))}
    />
  );
}
