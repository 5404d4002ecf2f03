import { open } from "node:fs/promises";
import { asDomainError, DomainFailure, domainError } from "@/lib/core/errors";
import {
  invalidPlan,
  MAX_PLAN_BYTES,
  planTooLarge,
  readPlanInput,
} from "@/lib/services/runs/read-plan-input";
import { errorCode } from "../lib/failure";

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "it may not be read",
};

/**
 * The text of a plan file, once it was found to be readable as a plan. A file over the limit is not read.
 * Throws DomainFailure `invalid_input` or `invalid_plan`.
 */
export async function readPlanFile(path: string): Promise<string> {
  const text = await readWhole(path).catch((error: unknown) => {
    if (asDomainError(error)) throw error;
    const reason = REASONS[errorCode(error) ?? ""] ?? "it cannot be read";
    throw new DomainFailure(domainError("invalid_input", `The plan file ${path} cannot be used: ${reason}.`));
  });
  readPlanInput(text);
  return text;
}

async function readWhole(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size > MAX_PLAN_BYTES) {
      throw invalidPlan([planTooLarge(size)]);
    }
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
