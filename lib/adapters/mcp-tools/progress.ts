import type { Progress } from "@modelcontextprotocol/client";
import type { JsonObject } from "@/lib/core/json";
import type { ToolCallContext } from "@/lib/core/ports";
import { plainText } from "./read-tools";
import type { Secrets } from "./secrets";

const MAX_NOTICES = 1_000;
const MAX_NOTICE_CHARS = 1_000;

/** Notices of progress as chunks, no more of them than anybody reads. */
export function forwardProgress(
  emit: ToolCallContext["emitChunk"],
  { redactText }: Pick<Secrets, "redactText">,
): (notice: Progress) => void {
  let seq = 0;
  return ({ progress, total, message }) => {
    seq += 1;
    if (seq > MAX_NOTICES) return;
    const share = total === undefined ? String(progress) : `${progress} of ${total}`;
    const words = message === undefined ? share : plainText(redactText(message), MAX_NOTICE_CHARS);
    const meta: JsonObject = { progress, ...(total !== undefined && { total }) };
    emit("progress", seq, `${words}\n`, false, meta);
  };
}
