import { byPost, type MutationProblem, readProblem } from "@/lib/client/mutation";
import type { CreateReplayInput, ImportReplayInput } from "@/lib/core/inputs/replays";
import type { Json } from "@/lib/core/json";

type Started = { replayId: string };
type Reply =
  | { value: Started; problem?: never }
  | { problem: MutationProblem & { issues: [] }; value?: never };

const read = ({ ok, body }: { ok: boolean; body: Json }): Reply =>
  ok ? { value: body as Started } : { problem: readProblem(body) };

export const sendReplay = byPost(
  (input: CreateReplayInput) => ({ path: "/api/v1/replays", body: input as Record<string, Json> }),
  read,
);

export const sendImport = byPost(
  (input: ImportReplayInput) => ({ path: "/api/v1/replays/import", body: input as Record<string, Json> }),
  read,
);

export const sendCancel = byPost(
  ({ replayId }: Started) => ({ path: `/api/v1/replays/${encodeURIComponent(replayId)}/cancel`, body: {} }),
  read,
);
