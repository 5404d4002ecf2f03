import { DomainFailure, domainError } from "@/lib/core/errors";
import type { PersonCommand } from "@/lib/core/run/commands";
import type { RunState } from "@/lib/core/run/state";
import { storeValue } from "@/lib/core/stored-value";
import type { PayloadRows } from "@/lib/engine/types";
import type { ServiceContext } from "../context";
import { readTail } from "../plans/read-tail";
import type { RunCommandInput } from "./command-input";

type Override = Extract<RunCommandInput, { type: "override_review" }>;

/** A person's decision on a held review as the run takes it, with the values that go to blobs. */
export async function overrideCommand(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  input: Override,
): Promise<{ command: PersonCommand; rows: PayloadRows }> {
  const { tail: source, finalResult, expectedPlanVersion, ...verdict } = input;
  if (source !== undefined && input.decision !== "REPLAN") throw tailWithoutReplan();
  const tail = source === undefined ? undefined : await readTail(ctx, state, input.taskId, source);
  const value = finalResult === undefined ? undefined : storeValue(finalResult);
  const blobs = [tail?.blob, value?.blob].filter((blob) => blob !== undefined);
  return {
    command: {
      ...verdict,
      ...(tail && { tail: tail.tail }),
      ...(value && { finalResult: value.stored }),
      ...(expectedPlanVersion !== undefined && { expectedPlanVersion }),
    },
    rows: { blobs },
  };
}

export const tailWithoutReplan = () =>
  new DomainFailure(domainError("invalid_input", "A new tail only goes with the decision REPLAN."));
