import { getTableColumns } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import * as schema from "../../schema";

/** A table as a list of the file: one line a row, in the order of `keys`. */
export type ExportedTable = {
  /** Its folder in the file. */
  name: string;
  table: PgTable;
  columns: Record<string, PgColumn>;
  /** What its rows are read on by; unique in a workspace, or in a run. */
  keys: readonly string[];
  /** Rows are found by their runs, which their indexes begin with. */
  ofRuns: boolean;
  /** Rows that one statement looks at: fewer where one may be large. */
  pageRows: number;
  /** What people entered may hold a secret that nobody declared as one: what looks like it is hidden. */
  hidesSecrets: boolean;
};

type Options = Partial<Pick<ExportedTable, "ofRuns" | "pageRows" | "hidesSecrets">> & {
  /** Columns that stay out of the file. */
  without?: readonly string[];
};

const PAGE_ROWS = 500;
const UNREADABLE: readonly string[] = ["bytea", "tsvector"];

function list<Table extends PgTable>(
  name: string,
  table: Table,
  keys: readonly (keyof Table["_"]["columns"] & string)[],
  { without = [], ofRuns = false, pageRows = PAGE_ROWS, hidesSecrets = false }: Options = {},
): ExportedTable {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>).filter(
    ([key, column]) => !without.includes(key) && !UNREADABLE.includes(column.getSQLType()),
  );
  return { name, table, columns: Object.fromEntries(columns), keys, ofRuns, pageRows, hidesSecrets };
}

const OF_RUNS = { ofRuns: true } as const;
const HIDING = { hidesSecrets: true } as const;

/** What the file of a workspace's data holds, in its order (docs/operations.md, "Export"). */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  list("runs", schema.runs, ["id"], OF_RUNS),
  list("events", schema.runEvents, ["runId", "seq"], OF_RUNS),
  list("plan-versions", schema.planVersions, ["runId", "version"], { ofRuns: true, pageRows: 50 }),
  list("tasks", schema.tasks, ["runId", "taskId"], OF_RUNS),
  list("attempts", schema.attempts, ["runId", "taskId", "attempt"], OF_RUNS),
  list("steps", schema.trajectorySteps, ["runId", "taskId", "attempt", "step"], {
    ofRuns: true,
    pageRows: 50,
  }),
  list("tool-calls", schema.toolCalls, ["runId", "key"], { ofRuns: true, pageRows: 100 }),
  list("approvals", schema.approvals, ["runId", "id"], OF_RUNS),
  list("decisions", schema.decisions, ["runId", "subject"], OF_RUNS),
  list("replans", schema.replanHistory, ["runId", "kind", "number"], OF_RUNS),
  list("comments", schema.comments, ["runId", "id"], OF_RUNS),
  list("comment-replies", schema.commentReplies, ["runId", "id"], OF_RUNS),
  list("questions", schema.commentQuestions, ["runId", "id"], OF_RUNS),
  list("marks", schema.marks, ["runId", "subject", "personId"], OF_RUNS),
  list("forecasts", schema.planForecasts, ["runId", "version"], OF_RUNS),
  list("run-attachments", schema.runAttachments, ["runId", "attachmentId"], OF_RUNS),
  list("lesson-uses", schema.lessonUses, ["runId", "key", "lessonId", "version"], OF_RUNS),
  list("example-uses", schema.exampleUses, ["runId", "key", "exampleId", "version"], OF_RUNS),
  list("values", schema.blobs, ["digest"], { pageRows: 20 }),
  list("attachments", schema.attachments, ["id"]),
  list("model-calls", schema.modelCalls, ["at", "runId", "callId"]),
  list("replays", schema.replays, ["id"], { pageRows: 5 }),
  list("replay-steps", schema.replaySteps, ["replayId", "seq"], { pageRows: 50 }),
  list("drills", schema.drills, ["id"]),
  list("notifications", schema.notificationDeliveries, ["id"]),
  list("lessons", schema.lessons, ["id"]),
  list("lesson-versions", schema.lessonVersions, ["lessonId", "version"]),
  list("lesson-origins", schema.lessonOrigins, ["lessonId", "runId", "subject"]),
  list("examples", schema.examples, ["id"], { pageRows: 50 }),
  list("example-versions", schema.exampleVersions, ["exampleId", "version"], { pageRows: 50 }),
  list("templates", schema.templates, ["id", "version"], { pageRows: 50 }),
  list("audit-log", schema.auditLog, ["id"], HIDING),
  list("removed-runs", schema.purges, ["runId", "kind"]),
  list("settings/workspace", schema.workspaces, ["workspaceId"], HIDING),
  list("settings/workspace-setup", schema.workspaceSetups, ["workspaceId"], HIDING),
  list("settings/people", schema.people, ["id"], HIDING),
  list("settings/api-keys", schema.apiKeys, ["id"], { hidesSecrets: true, without: ["digest"] }),
  list("settings/drill-reviewers", schema.drillReviewers, ["personId"], HIDING),
  list("settings/retention", schema.retentionSettings, ["kind"], HIDING),
  list("settings/model-providers", schema.modelProviders, ["name"], {
    hidesSecrets: true,
    without: ["sealedKey", "sealedHeaders"],
  }),
  list("settings/models", schema.models, ["id"], HIDING),
  list("settings/model-defaults", schema.modelDefaults, ["role"], HIDING),
  list("settings/model-roles", schema.modelRoles, ["role"], HIDING),
  list("settings/mcp-servers", schema.mcpServers, ["name"], {
    hidesSecrets: true,
    pageRows: 10,
    without: ["secrets"],
  }),
  list("settings/notification-channels", schema.notificationChannels, ["id"], {
    hidesSecrets: true,
    without: ["secrets"],
  }),
  list("settings/tool-policies", schema.toolPolicies, ["id", "version"], HIDING),
];

/** Tables that are no part of the file, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  run_commands: "replies to repeated requests",
  run_snapshots: "made of events",
  plan_layouts: "made of plan versions",
  finished_missions: "made of runs, for searches",
  cost_days: "made of model calls",
  cost_day_sums: "made of model calls",
  lesson_texts: "made of lesson versions, for searches",
  stream_chunks: "the same text is in its step",
  blob_uses: "made of events, for retention",
  retention_progress: "counts of a worker",
  data_exports: "counts of exports",
  saved_views: "of one person each",
  notification_choices: "of one person each",
  readiness_probes: "of no workspace",
};
