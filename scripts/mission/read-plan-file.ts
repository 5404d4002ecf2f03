import { open } from "node:fs/promises";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { MAX_PLAN_BYTES, readPlanInput } from "@/lib/services/runs/read-plan-input";
import { errorCode } from "../lib/failure";

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "it may not be read",
};

/**
 * The text of a plan file, once it was found to be readable as a plan. At most one byte over the limit is read.
 * Throws DomainFailure `invalid_input` or `invalid_plan`.
 */
export async function readPlanFile(path: string): Promise<string> {
  const text = await readStart(path, MAX_PLAN_BYTES + 1).catch((error: unknown) => {
    const reason = REASONS[errorCode(error) ?? ""] ?? "it cannot be read";
    throw new DomainFailure(domainError("invalid_input", `The plan file ${path} cannot be used: ${reason}.`));
  });
  readPlanInput(text);
  return text;
}

async function readStart(path: string, bytes: number): Promise<string> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(bytes);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes; length += read) {
      read = (await file.read(buffer, length, bytes - length)).bytesRead;
    }
    return buffer.toString("utf8", 0, length);
  } finally {
    await file.close();
  }
}
