"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchJson } from "@/lib/client/fetch-json";
import type { AttachmentNote } from "@/lib/core/attachments/notes";
import type { AgreementCounts } from "@/lib/core/describe/gates/agreement";
import type { Forecast } from "@/lib/core/forecast/types";
import type { ProposalForecast } from "@/lib/core/forecast/views";
import type { Json } from "@/lib/core/json";
import type { Plan } from "@/lib/core/plan/schema";
import type { CallApprovalContext } from "@/lib/core/policy";
import type { ServedTool } from "@/lib/core/run/gates/served-tools";
import type { Cost, TailAct } from "@/lib/core/views";

/** What a decision needs in addition to the run's state, as `GET /runs/{id}/approval-context` tells it. */
export type ApprovalContext = {
  cost: Cost;
  /** What the tasks that are left are expected to take; null where there is no plan. */
  toFinish: Forecast | null;
  /** What a plan that waits here is expected to take beside the one that it would replace; null where none waits. */
  proposal: ProposalForecast | null;
  /** The shown value in full. */
  shown: Json;
  /** The plan that the reviewer proposes; null when it wrote none. */
  tail: Plan | null;
  /** The tasks of that tail that act outside and come free with it, up to its own gates, and what flows into these. */
  tailActs: TailAct[];
  /** The files that came with the mission, with the first lines that agents are given. */
  files: AttachmentNote[];
  /** Words of MCP servers on their tools by which the release acts. */
  servedTools?: ServedTool[];
  /** The models that may be asked in place of the one that the gate is about. */
  models: { id: string; simulated: boolean }[];
  /** What is left of the plan in force. */
  remaining?: Plan;
  /** The plan version for which a tail is written here. */
  planVersion?: number;
  /** Of a gate about a call: what its tool takes, and what policies say of it at the moment. */
  call?: CallApprovalContext;
  /** What rejecting leads to by the plan and the run; absent where that is the same at all gates of the kind. */
  rejecting?: string;
  /** How often people agreed with what was proposed at gates of this kind. */
  agreement?: AgreementCounts;
};

type ContextRequest = {
  runId: string;
  approvalId?: string | undefined;
  taskId?: string | undefined;
  /** Asked again when one of them changes: a held review may be made again under the same version. */
  version: number;
  attempt?: number;
};

export function approvalContextQuery(request: ContextRequest) {
  const { runId, approvalId, taskId } = request;
  const query = new URLSearchParams();
  if (approvalId !== undefined) query.set("approvalId", approvalId);
  if (taskId !== undefined) query.set("taskId", taskId);
  return queryOptions({
    queryKey: ["approval-context", request] as const,
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      fetchJson<ApprovalContext>(
        `/api/v1/runs/${encodeURIComponent(runId)}/approval-context?${query}`,
        signal,
      ),
  });
}

/** What a decision needs in addition to the run's state. */
export type ContextRead = {
  /** Undefined until it is there, and when it cannot be had. */
  context: ApprovalContext | undefined;
  /** It has neither come nor failed for the first time: what depends on it can be drawn in one piece after that. */
  isAwaited: boolean;
  isFetching: boolean;
  /** Asks for it again. */
  load(): void;
};

export function useApprovalContext(request: ContextRequest): ContextRead {
  const { data, isLoading, isFetching, refetch } = useQuery(approvalContextQuery(request));
  const [hasCome, setCome] = useState(!isLoading);
  if (!isLoading && !hasCome) setCome(true);
  return { context: data, isAwaited: !hasCome, isFetching, load: () => void refetch() };
}
