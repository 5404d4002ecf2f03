import { type AuditLine, readAuditLines } from "@/db/queries/data/read-audit";
import { writeAudit } from "@/db/queries/write-audit";
import { daysInMs, FIRST_DAY, LAST_DAY } from "@/lib/core/cost/days";
import { writeCsv, writeCsvRows } from "@/lib/core/files/csv";
import { hideSecretsIn } from "@/lib/core/hide-secrets";
import { exportAuditInput } from "@/lib/core/inputs/data";
import type { Json } from "@/lib/core/json";
import type { TextFileParts } from "@/lib/core/views";
import { actorRefOf, type ServiceContext } from "../context";
import { defineVerb } from "../verb";

const PAGE_LINES = 1_000;
const COLUMNS = [
  ...["id", "at", "actor_kind", "actor_id", "actor_name", "action", "run", "seq", "subject", "provenance"],
  ...["accepted", "command", "details"],
];

/**
 * The audit log of some days as a file, oldest first (docs/operations.md, "Export"), read page by page as it is taken. The
 * export itself is a line of the log, written before the first is read.
 */
export const exportAudit = defineVerb({
  name: "data/exportAudit",
  capability: "admin",
  description:
    "The audit log of those days (UTC), both included, as a file; of all of them where none is given",
  see: ["operations.md#the-audit-log"],
  routes: [{ at: "GET /api/v1/data/audit", answer: "textParts" }],
  input: exportAuditInput,
  async run({ ctx, input: { from, to, format } }): Promise<TextFileParts> {
    const { workspaceId } = ctx.actor;
    const details: Json = { format, ...(from && { from }), ...(to && { to }) };
    const line = { action: "audit_exported", details };
    await ctx.transact((tx) => writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...line }));
    const days = daysInMs({ from: from ?? FIRST_DAY, to: to ?? LAST_DAY });
    const span = [from, to].filter((day) => day !== undefined).join("-");
    const fileName = `audit-log${span && `-${span}`}.${format}`;
    return format === "csv"
      ? { fileName, contentType: "text/csv; charset=utf-8", parts: csvOf(pagesOf(ctx, days)) }
      : { fileName, contentType: "application/x-ndjson; charset=utf-8", parts: jsonOf(pagesOf(ctx, days)) };
  },
});

async function* pagesOf(
  { db, actor: { workspaceId } }: ServiceContext,
  days: { fromMs: number; beforeMs: number },
): AsyncGenerator<AuditLine[]> {
  let afterId = 0;
  for (;;) {
    const lines = await readAuditLines(db, { workspaceId, ...days, afterId, limit: PAGE_LINES });
    if (lines.length > 0) yield lines.map((line) => ({ ...line, details: hideSecretsIn(line.details) }));
    if (lines.length < PAGE_LINES) return;
    afterId = lines.at(-1)?.id ?? afterId;
  }
}

async function* csvOf(pages: AsyncIterable<AuditLine[]>): AsyncGenerator<string> {
  yield writeCsv(COLUMNS, []);
  for await (const lines of pages) yield writeCsvRows(lines.map(cellsOf));
}

async function* jsonOf(pages: AsyncIterable<AuditLine[]>): AsyncGenerator<string> {
  for await (const lines of pages) {
    yield lines.map(({ workspaceId: _, ...line }) => `${JSON.stringify(line)}\n`).join("");
  }
}

function cellsOf({ id, at, actor, action, runId, seq, subject, ...line }: AuditLine) {
  const named = actor.kind === "person" ? actor : undefined;
  return [
    ...[
      id,
      at.toISOString(),
      actor.kind,
      named?.id ?? null,
      named?.name ?? null,
      action,
      runId,
      seq,
      subject,
    ],
    ...[line.provenance, String(line.accepted), line.commandId],
    line.details === null ? null : JSON.stringify(line.details),
  ];
}
