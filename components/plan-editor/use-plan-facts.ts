"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "@/lib/client/call";
import { meQuery, peopleQuery } from "@/lib/client/people-queries";
import { modelsQuery, queryKeys, reviewTemplatesQuery } from "@/lib/client/query";
import type { ModelView } from "@/lib/core/models/views";
import type { Answerer } from "@/lib/core/people";
import type { WorkspacePolicies } from "@/lib/core/policy";
import { workspacePolicies } from "@/lib/core/policy/workspace";
import type { ToolFacts } from "@/lib/core/ports";
import type { OwnAgent } from "@/lib/core/templates/agents";
import type { OwnReview } from "@/lib/core/templates/reviews";

/** What a workspace has that a plan can name, and what binds it. */
export type PlanFacts = {
  tools: readonly ToolFacts[];
  policies: WorkspacePolicies;
  models: readonly ModelView[];
  reviews: readonly OwnReview[];
  /** Agents of the library. */
  agents: readonly OwnAgent[];
  /** Who edits. */
  me: Answerer;
  /** Who could answer gates; absent until it is known. */
  people?: readonly Answerer[];
};

/** Agents that the workspace keeps. */
const agentTemplatesQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.templates, "agents"] as const,
    staleTime: 0,
    queryFn: ({ signal }) => call("GET /api/v1/templates", { kind: "agent" }, { signal }),
  });

const toolsQuery = () =>
  queryOptions({
    queryKey: ["tools"] as const,
    queryFn: ({ signal }) => call("GET /api/v1/tools", {}, { signal }),
  });

const policiesQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.policies, "list"] as const,
    queryFn: ({ signal }) => call("GET /api/v1/policies", {}, { signal }),
  });

/** Without tools, policies and who edits no plan can be checked; models, reviews and people come when they are there. */
export function usePlanFacts(): { facts: PlanFacts | undefined; isError: boolean; refetch(): void } {
  const [tools, policies, me] = [useQuery(toolsQuery()), useQuery(policiesQuery()), useQuery(meQuery())];
  const models = useQuery(modelsQuery()).data?.models;
  const reviews = useQuery(reviewTemplatesQuery()).data?.items;
  const agents = useQuery(agentTemplatesQuery()).data?.items;
  const people = useQuery(peopleQuery()).data?.items;
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
        agents: agents?.flatMap(({ agent }) => agent ?? []) ?? [],
        ...(people && { people }),
      },
    [tools.data, policies.data, me.data, models, reviews, agents, people],
  );
  return {
    facts,
    isError: [tools, policies, me].some((one) => one.isError),
    refetch: () => {
      for (const one of [tools, policies, me]) if (one.isError) void one.refetch();
    },
  };
}
