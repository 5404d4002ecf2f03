import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { localPerson as actor } from "@/lib/auth/actor";
import { formatBytes, MAX_FILE_BYTES } from "@/lib/core/attachments";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Services } from "@/lib/services/registry";
import { rethrowAsUnusable } from "./read-plan-file";

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
  const message = `${path} has ${formatBytes(size)}; a file may have ${formatBytes(MAX_FILE_BYTES)}.`;
  throw new DomainFailure(domainError("limit_exceeded", message));
}
