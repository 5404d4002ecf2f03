"use client";

import { useQuery } from "@tanstack/react-query";
import type { Json } from "@/lib/core/json";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Skeleton } from "../../ui/skeleton";
import { PolicyLines } from "../context/call-policies";
import { NotLoaded } from "../context/context-loaded";
import { useNotesUnread } from "../context/unread";
import { approvalContextQuery } from "../context/use-approval-context";
import { ValueText } from "../context/value-text";
import { MAX_ROW_CHARS } from "./item-row";

type CallArgumentsProps = { state: Pick<RunState, "runId">; gate: ApprovalState };

/** What a call would do: its tool, its arguments in full, and what policies say of it; it is unread until all of that is there. */
export function CallArguments({ state, gate }: CallArgumentsProps) {
  const { approvalId, planVersion: version, shown } = gate;
  const isApart = shown != null && !("inline" in shown);
  const { data, isFetching, isLoading, isError, refetch } = useQuery({
    ...approvalContextQuery({ runId: state.runId, approvalId, version }),
  });
  const load = () => void refetch();
  const args = shown && ("inline" in shown ? shown.inline : data?.shown);
  const isMissing = data === undefined || (isApart && args === undefined);
  const box = useNotesUnread(isMissing, load, isError);
  return (
    <div ref={box} className="grid gap-2">
      {!(isApart && args === undefined) && <ValueText value={called(gate, args)} maxChars={MAX_ROW_CHARS} />}
      {data?.call && <PolicyLines call={data.call} />}
      {!isMissing ? null : isLoading ? (
        <Skeleton className="h-16" />
      ) : (
        <NotLoaded what="all of this call" isFetching={isFetching} load={load} />
      )}
    </div>
  );
}

function called({ subject }: ApprovalState, args: Json | undefined): Json {
  const tool = String(subject?.tool);
  // An argument that is called so as well would take the place of the tool.
  const isFlat =
    typeof args === "object" && args !== null && !Array.isArray(args) && !Object.hasOwn(args, "tool");
  return isFlat ? { tool, ...args } : { tool, arguments: args ?? "" };
}
