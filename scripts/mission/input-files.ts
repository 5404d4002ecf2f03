import { open, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { localPerson as actor } from "@/lib/auth/actor";
import { formatBytes, MAX_FILE_BYTES } from "@/lib/core/attachments";
import { asDomainError, DomainFailure, domainError } from "@/lib/core/errors";
import { isJsonObject, type JsonObject, parseJson } from "@/lib/core/json";
import { readPlan } from "@/lib/core/plan";
import { invalidPlan, MAX_PLAN_BYTES, planTooLarge, requirePlan } from "@/lib/services/plans/plan-input";
import type { Services } from "@/lib/services/registry";
import { errorCode } from "../lib/failure";

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
};

/**
 * The text of a plan file, once it was found to be readable as a plan without what is left out. A file over the limit is not read.
 * Throws DomainFailure `invalid_input` or `invalid_plan`.
 */
export async function readPlanFile(path: string, leaveOut: readonly string[] = []): Promise<string> {
  const text = await readWithinLimit(path).catch(rethrowAsUnusable(`The plan file ${path}`));
  requirePlan(readPlan(text, { leaveOut }));
  return text;
}

/**
 * Results by task id, from a JSON file. Whether the plan has these tasks is checked with the plan. Throws DomainFailure
 * `invalid_input`.
 */
export const readResultsFile = (path: string): Promise<JsonObject> =>
  readObject(`The file of results ${path}`, path, '{"<task>": <value>}');

/** Decisions by task id, from a JSON file; otherwise the same. */
export const readReviewsFile = (path: string): Promise<JsonObject> =>
  readObject(`The file of reviews ${path}`, path, '{"<task>": "<decision>"}');

/** Settings of a run by their names, from a JSON file; the service checks them. Otherwise the same. */
export const readSettingsFile = (path: string): Promise<JsonObject> =>
  readObject(`The file of settings ${path}`, path, '{"<setting>": <value>}');

async function readObject(name: string, path: string, form: string): Promise<JsonObject> {
  const text = await readWithinLimit(path).catch(rethrowAsUnusable(name));
  const value = parseJson(text);
  if (value !== undefined && isJsonObject(value)) return value;
  throw unusable(name, `it holds no JSON object of the form ${form}`);
}

/** For `catch`: why a file cannot be used, as its reader sees it. */
const rethrowAsUnusable =
  (name: string) =>
  (error: unknown): never => {
    if (asDomainError(error)) throw error;
    throw unusable(name, REASONS[errorCode(error) ?? ""] ?? "it cannot be read");
  };

const unusable = (name: string, reason: string): DomainFailure =>
  new DomainFailure(domainError("invalid_input", `${name} cannot be used: ${reason}.`));

async function readWithinLimit(path: string): Promise<string> {
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

/**
 * Keeps files for a run that is to be started; gives their ids in order. One over the limit is not read. Throws
 * DomainFailure `invalid_input` or `limit_exceeded`.
 */
export async function attachFiles(services: Services, paths: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const path of paths) {
    const content = await contentOf(path).catch(rethrowAsUnusable(`The file ${path}`));
    const uploaded = await services.attachments.add({ actor, input: { name: basename(path), content } });
    ids.push(uploaded.id);
  }
  return ids;
}

async function contentOf(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size <= MAX_FILE_BYTES) return readFile(path);
  const message = `${path} has ${formatBytes(size)}; the limit is ${formatBytes(MAX_FILE_BYTES)}.`;
  throw new DomainFailure(domainError("limit_exceeded", message));
}
