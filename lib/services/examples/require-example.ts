import type { Orm } from "@/db/client";
import { readStoredExample, type StoredExample } from "@/db/queries/learning/examples";
import { DomainFailure, domainError, invalidInput } from "@/lib/core/errors";
import { storableExample } from "@/lib/core/examples/facts";
import type { Example } from "@/lib/core/examples/form";
import type { ExampleProblem } from "@/lib/core/examples/problems";
import { readExample } from "@/lib/core/examples/read";
import type { ServiceContext } from "../context";

/** What every change of an example answers. */
export type ChangedExample = { exampleId: string; version: number; enabled: boolean };

export const noExample = (): DomainFailure =>
  new DomainFailure(domainError("not_found", "There is no such example."));

/**
 * The example that a person changes, locked until the end of the transaction. Throws `not_found`, and `conflict` when
 * it is at another version than the one they read.
 */
export async function requireExample(
  { actor }: Pick<ServiceContext, "actor">,
  tx: Orm,
  { exampleId, expectedVersion }: { exampleId: string; expectedVersion: number },
): Promise<StoredExample> {
  const example = await readStoredExample(tx, { workspaceId: actor.workspaceId, exampleId }, { lock: true });
  if (!example) throw noExample();
  if (example.version === expectedVersion) return example;
  const { author, version, enabled } = example;
  const message = `${author} changed this example in the meantime: it is at version ${version} and ${enabled ? "on" : "off"}.`;
  throw new DomainFailure(domainError("conflict", message, { version, author, enabled }));
}

/** A value as an example that can be stored, without secrets. Throws `invalid_input` that says all that is wrong with it. */
export function requireValidExample(value: unknown): Example {
  const read = readExample(value);
  if (!read.ok) throw refusedExamples(read.problems);
  return storableExample(read.example);
}

/** The failure that lists what is wrong with examples. */
export const refusedExamples = (problems: readonly ExampleProblem[]): DomainFailure =>
  invalidInput(problems[0]?.message ?? "This is no example.", {
    issues: problems.map((one) => ({ ...one })),
  });
