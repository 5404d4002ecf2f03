"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fetchJson } from "@/lib/client/fetch-json";
import { modelsQuery, queryKeys, reviewTemplatesQuery } from "@/lib/client/query";
import type { ModelView } from "@/lib/core/model-views";
import type { PolicyView, WorkspacePolicies } from "@/lib/core/policy";
import { workspacePolicies } from "@/lib/core/policy/workspace";
import type { ToolFacts } from "@/lib/core/ports";
import type { Editor } from "@/lib/core/run/plan-edits";
import type { OwnReview } from "@/lib/core/templates/reviews";

/** What a workspace has that a plan can name, and what binds it. */
export type PlanFacts = {
  tools: readonly ToolFacts[];
  policies: WorkspacePolicies;
  models: readonly ModelView[];
  reviews: readonly OwnReview[];
  /** Who edits. */
  me: Editor;
};

const meQuery = () =>
  queryOptions({
    queryKey: ["me"] as const,
    queryFn: ({ signal }) => fetchJson<Editor>("/api/v1/me", signal),
  });

const toolsQuery = () =>
  queryOptions({
    queryKey: ["tools"] as const,
    queryFn: ({ signal }) => fetchJson<{ items: ToolFacts[] }>("/api/v1/tools", signal),
  });

const policiesQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.policies, "list"] as const,
    queryFn: ({ signal }) => fetchJson<{ items: PolicyView[] }>("/api/v1/policies", signal),
  });

/** Without tools, policies and who edits no plan can be checked; models and reviews come when they are there. */
export function usePlanFacts(): { facts: PlanFacts | undefined; isError: boolean; refetch(): void } {
  const [tools, policies, me] = [useQuery(toolsQuery()), useQuery(policiesQuery()), useQuery(meQuery())];
  const models = useQuery(modelsQuery()).data?.models;
  const reviews = useQuery(reviewTemplatesQuery()).data?.items;
  const facts = useMemo(
    () =>
      tools.data &&
      policies.data &&
      me.data && {
        me: me.data,
        tools: tools.data.items,
        policies: workspacePolicies(policies.data.items),
        models: models ?? [],
        reviews: reviews?.flatMap(({ review }) => review ?? []) ?? [],
      },
    [tools.data, policies.data, me.data, models, reviews],
  );
  return {
    facts,
    isError: [tools, policies, me].some((one) => one.isError),
    refetch: () => {
      for (const one of [tools, policies, me]) if (one.isError) void one.refetch();
    },
  };
}
