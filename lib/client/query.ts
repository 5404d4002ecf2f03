import { QueryClient, queryOptions } from "@tanstack/react-query";
import type { DraftExampleInput } from "@/lib/core/inputs/examples";
import type { ExplainPolicyInput } from "@/lib/core/inputs/policies";
import type { ReplayView } from "@/lib/core/replay/view";
import { CACHED } from "./cached";
import { call, type RouteInput, type RouteOutput } from "./call";
import type { LiveRun } from "./live/fold-events";
import type { LiveTexts } from "./live/live-text";
import { runPageInput } from "./run-page-path";

/** Keys of the console's one cache. Streams write into what these name. */
export const queryKeys = {
  run: (runId: string) => ["run", runId] as const,
  layout: (runId: string, version: number, part: "nodes" | "edges") =>
    ["layout", runId, version, part] as const,
  runPage: (runId: string) => ["run-page", runId] as const,
  texts: (runId: string) => ["run-texts", runId] as const,
  plan: (runId: string, version: number) => ["plan", runId, version] as const,
  runs: ["runs"] as const,
  prompt: (runId: string, callId: string) => ["prompt", runId, callId] as const,
  runTasks: (runId: string) => ["run-tasks", runId] as const,
  approvals: ["approvals"] as const,
  held: ["held"] as const,
  overview: ["overview"] as const,
  spending: ["spending"] as const,
  value: (runId: string, digest: string) => ["value", runId, digest] as const,
  policies: ["policies"] as const,
  marks: (runId: string) => ["marks", runId] as const,
  comments: (runId: string) => ["comments", runId] as const,
  lessons: ["lessons"] as const,
  examples: ["examples"] as const,
  templates: ["templates"] as const,
  replays: ["replays"] as const,
  models: ["models"] as const,
  views: ["views"] as const,
  /** Runs that changed lately: only the stream knows them. */
  changes: ["changes"] as const,
};

/** One cache for a page's life. */
export const createQueryClient = (): QueryClient => new QueryClient({ defaultOptions: { queries: CACHED } });

/** The folded state of a run with its last events; the stream continues from `state.seq`. */
export function runQuery(runId: string) {
  return queryOptions({
    queryKey: queryKeys.run(runId),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<LiveRun> => {
      const { state, log, drill } = await call("GET /api/v1/runs/{id}/view", { id: runId }, { signal });
      return { state, log, ...(drill && { drill }) };
    },
  });
}

/** All that the page of a large run begins with, read after the page. */
export function runPageQuery(runId: string) {
  return queryOptions({
    queryKey: queryKeys.runPage(runId),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("GET /api/v1/runs/{id}/view", runPageInput(runId), { signal }),
  });
}

/** Where the tasks of a plan version are, with the ways of its edges when those are asked for; it never changes. */
export function layoutQuery(runId: string, version: number, part: "nodes" | "edges") {
  return queryOptions({
    queryKey: queryKeys.layout(runId, version, part),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("GET /api/v1/runs/{id}/layout", { id: runId, part }, { signal }),
  });
}

/** Texts that models are writing in a run: only the stream knows them. */
export function textsQuery(runId: string) {
  return queryOptions({
    queryKey: queryKeys.texts(runId),
    queryFn: (): LiveTexts => ({}),
    initialData: {} as LiveTexts,
    enabled: false,
  });
}

/** As much of a task as lists of attempts show. */
export type RunTask = Pick<
  RouteOutput<"GET /api/v1/runs/{id}">["tasks"][number],
  "id" | "title" | "type" | "status" | "attempt" | "endedAt"
>;

/** A run with its forks and theirs. */
export function familyQuery(runId: string) {
  return queryOptions({
    queryKey: ["family", runId] as const,
    queryFn: ({ signal }) => call("GET /api/v1/runs/{id}/family", { id: runId }, { signal }),
    retry: false,
  });
}

export type RunsFilter = RouteInput<"GET /api/v1/runs">;

export function runsQuery(filter: RunsFilter = {}) {
  return queryOptions({
    queryKey: [...queryKeys.runs, filter] as const,
    queryFn: ({ signal }) => call("GET /api/v1/runs", filter, { signal }),
  });
}

/** The saved views of the list of runs, of the person who looks. */
export function savedViewsQuery() {
  return queryOptions({
    queryKey: queryKeys.views,
    queryFn: ({ signal }) => call("GET /api/v1/views", {}, { signal }),
  });
}

const STATUS_POLL_MS = 10_000;

/** How the installation stands, read again every ten seconds. */
export function statusQuery() {
  return queryOptions({
    queryKey: ["status"] as const,
    queryFn: ({ signal }) => call("GET /api/v1/status", {}, { signal }),
    refetchInterval: STATUS_POLL_MS,
  });
}

export type ApprovalsFilter = RouteInput<"GET /api/v1/approvals">;

export function approvalsQuery(filter: ApprovalsFilter = {}) {
  return queryOptions({
    queryKey: [...queryKeys.approvals, filter] as const,
    queryFn: ({ signal }) => call("GET /api/v1/approvals", filter, { signal }),
  });
}

/** One plan version in full; it never changes. */
export function planVersionQuery(runId: string, version: number) {
  return queryOptions({
    queryKey: queryKeys.plan(runId, version),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("GET /api/v1/runs/{id}/plan", { id: runId, version }, { signal }),
  });
}

/** What people said afterwards of a run's answer and decisions. */
export function marksQuery(runId: string) {
  return queryOptions({
    queryKey: queryKeys.marks(runId),
    queryFn: ({ signal }) => call("GET /api/v1/runs/{id}/marks", { id: runId }, { signal }),
  });
}

/** A value of a run that was too large for its events; it never changes. */
export function valueQuery(runId: string, digest: string) {
  return queryOptions({
    queryKey: queryKeys.value(runId, digest),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await call("GET /api/v1/runs/{id}/values/{digest}", { id: runId, digest }, { signal })).value,
  });
}

/** What the policies in force, with what the question adds, say of a call. */
export function explanationQuery(question: ExplainPolicyInput) {
  return queryOptions({
    queryKey: [...queryKeys.policies, "explanation", question] as const,
    retry: false,
    queryFn: ({ signal }) => call("POST /api/v1/policies/explain", question, { signal }),
  });
}

/** Every version of a policy, newest first. */
export function policyHistoryQuery(policyId: string) {
  return queryOptions({
    queryKey: [...queryKeys.policies, "history", policyId] as const,
    queryFn: async ({ signal }) =>
      (await call("GET /api/v1/policies/{id}/history", { id: policyId }, { signal })).items,
  });
}

/** A lesson with its versions and the prompts that carried it. */
export function lessonQuery(lessonId: string) {
  return queryOptions({
    queryKey: [...queryKeys.lessons, lessonId] as const,
    queryFn: ({ signal }) => call("GET /api/v1/lessons/{id}", { id: lessonId }, { signal }),
  });
}

/** An example with its versions and the prompts that carried it. */
export function exampleQuery(exampleId: string) {
  return queryOptions({
    queryKey: [...queryKeys.examples, exampleId] as const,
    queryFn: ({ signal }) => call("GET /api/v1/examples/{id}", { id: exampleId }, { signal }),
  });
}

/** The templates that are in use, each as its newest version. */
export function templatesQuery() {
  return queryOptions({
    queryKey: [...queryKeys.templates, "list"] as const,
    // What runs came to changes by itself.
    staleTime: 0,
    queryFn: ({ signal }) => call("GET /api/v1/templates", { kind: "plan" }, { signal }),
  });
}

/** The reviews that people of the workspace have set up, each with what it asks. */
export function reviewTemplatesQuery() {
  return queryOptions({
    queryKey: [...queryKeys.templates, "reviews"] as const,
    staleTime: 0,
    queryFn: ({ signal }) => call("GET /api/v1/templates", { kind: "review" }, { signal }),
  });
}

/** One version of a template in full, the newest when none is named. */
export function templateQuery(templateId: string, version?: number) {
  return queryOptions({
    queryKey: [...queryKeys.templates, templateId, version] as const,
    staleTime: 0,
    queryFn: ({ signal }) => call("GET /api/v1/templates/{id}", { id: templateId, version }, { signal }),
  });
}

/** The examples that prompts of a run carried. */
export function examplesOfRunQuery(runId: string) {
  return queryOptions({
    queryKey: [...queryKeys.examples, "shownTo", runId] as const,
    queryFn: async ({ signal }) => (await call("GET /api/v1/examples", { shownTo: runId }, { signal })).items,
  });
}

/** What a run or an attempt would be as an example. */
export function exampleDraftQuery({ runId, taskId, attempt }: DraftExampleInput) {
  return queryOptions({
    queryKey: [...queryKeys.examples, "draft", runId, taskId, attempt] as const,
    // A draft that is being read keeps its words.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      call("GET /api/v1/runs/{id}/example", { id: runId, taskId, attempt }, { signal }),
  });
}

/** The lessons that a run proposed, or those that its prompts carried. */
export function lessonsOfRunQuery(runId: string, how: "proposedBy" | "shownTo") {
  return queryOptions({
    queryKey: [...queryKeys.lessons, how, runId] as const,
    queryFn: async ({ signal }) => (await call("GET /api/v1/lessons", { [how]: runId }, { signal })).items,
  });
}

const REPLAY_POLL_MS = 1_000;
const isAtWork = ({ status }: Pick<ReplayView, "status">): boolean =>
  status === "queued" || status === "running";

type ReplaysFilter = RouteInput<"GET /api/v1/replays">;

/** What a model was sent in one call; it never changes, save that it may be removed. */
export function promptQuery(runId: string, callId: string) {
  return queryOptions({
    queryKey: queryKeys.prompt(runId, callId),
    queryFn: ({ signal }) =>
      call("GET /api/v1/runs/{id}/calls/{callId}/prompt", { id: runId, callId }, { signal }),
  });
}

/** The models of the workspace, and whom they serve. */
export function modelsQuery() {
  return queryOptions({
    queryKey: queryKeys.models,
    queryFn: ({ signal }) => call("GET /api/v1/models", {}, { signal }),
  });
}

/** One run as it stands, with its tasks. */
export function runTasksQuery(runId: string) {
  return queryOptions({
    queryKey: queryKeys.runTasks(runId),
    queryFn: ({ signal }) => call("GET /api/v1/runs/{id}", { id: runId }, { signal }),
  });
}

/** A page of replays, read again while one of them is at work: no stream tells of them. */
export function replaysQuery(filter: ReplaysFilter) {
  return queryOptions({
    queryKey: [...queryKeys.replays, "list", filter] as const,
    queryFn: ({ signal }) => call("GET /api/v1/replays", filter, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? REPLAY_POLL_MS : false),
  });
}

/** A replay in full, read again until it has ended. */
export function replayQuery(replayId: string) {
  return queryOptions({
    queryKey: [...queryKeys.replays, replayId] as const,
    queryFn: ({ signal }) => call("GET /api/v1/replays/{id}", { id: replayId }, { signal }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? REPLAY_POLL_MS : false),
  });
}
