import { z } from "zod";
import { EXPORTED_TABLES, type ExportedTable } from "@/db/queries/data/exported-tables";
import { beginExport, type ExportProgress, noteExport } from "@/db/queries/data/exports";
import { readNextFile } from "@/db/queries/data/read-files";
import { readLines } from "@/db/queries/data/read-lines";
import { readRunBatches } from "@/db/queries/data/read-runs";
import { writeAudit } from "@/db/queries/write-audit";
import type { ExportOutcome } from "@/lib/core/data/words";
import { tarEnd, tarFile } from "@/lib/core/files/tar";
import { hideSecretsIn } from "@/lib/core/hide-secrets";
import type { JsonObject } from "@/lib/core/json";
import { setOwn } from "@/lib/core/own";
import type { FileBytes } from "@/lib/core/views";
import { actorRefOf, type ServiceContext } from "../context";
import { defineVerb } from "../verb";

/** A list is cut into files of about this size, which are held one at a time. */
const FILE_BYTES = 4 * 1_048_576;
/** How often it is written down how far an export has come. */
const NOTE_EVERY_MS = 1_000;
const ENCODER = new TextEncoder();

/**
 * All that the workspace has as a tar archive of JSON lines (docs/operations.md, "Export"), read page by page as it is taken;
 * keys and other sealed values are never in it. Writes a line of the audit log before its first byte.
 */
export const exportData = defineVerb({
  name: "data/export",
  capability: "admin",
  description: "All that the workspace has, as one archive (`.tar.gz` of JSON lines), sent as it is read",
  see: ["operations.md#export"],
  routes: [{ at: "GET /api/v1/data/export", answer: "gzip" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<FileBytes> {
    const { workspaceId } = ctx.actor;
    const id = `exp_${ctx.ids.next()}`;
    const startedAt = await ctx.transact(async (tx) => {
      const by = actorRefOf(ctx.actor);
      await writeAudit(tx, { workspaceId, actor: by, action: "data_exported", subject: id });
      return beginExport(tx, { id, workspaceId, by, lists: EXPORTED_TABLES.length });
    });
    const day = startedAt.toISOString().slice(0, 10);
    const fileName = `waymark-${day}.tar.gz`;
    return { fileName, contentType: "application/gzip", parts: archiveOf(ctx, id, startedAt.getTime()) };
  },
});

async function* archiveOf(ctx: ServiceContext, id: string, startedMs: number): AsyncGenerator<Uint8Array> {
  const progress: ExportProgress = { doneLists: 0, rows: 0, bytes: 0 };
  const lists: Record<string, { rows: number; files: number }> = {};
  let outcome: ExportOutcome = "broken";
  let notedMs = ctx.clock.monotonicMs();
  async function* file(name: string, content: Uint8Array): AsyncGenerator<Uint8Array> {
    progress.bytes += content.byteLength;
    if (ctx.clock.monotonicMs() - notedMs >= NOTE_EVERY_MS) {
      notedMs = ctx.clock.monotonicMs();
      await noteExport(ctx.db, id, progress);
    }
    yield* tarFile(name, content, startedMs);
  }
  try {
    yield* file("README.txt", ENCODER.encode(readme(ctx, startedMs)));
    for (const table of EXPORTED_TABLES) {
      const list = { rows: 0, files: 0 };
      setOwn(lists, table.name, list);
      for await (const { text, rows } of filesOf(linesOf(ctx, table, startedMs))) {
        list.files += 1;
        list.rows += rows;
        progress.rows += rows;
        yield* file(`${table.name}/${String(list.files).padStart(4, "0")}.jsonl`, ENCODER.encode(text));
      }
      progress.doneLists += 1;
    }
    for await (const { id: fileId, content } of attachedFiles(ctx)) {
      yield* file(`attachments/files/${fileId}`, content);
    }
    // It comes last: a file without it was broken off.
    const manifest = { format: 1, startedAt: new Date(startedMs).toISOString(), lists };
    yield* file("manifest.json", ENCODER.encode(`${JSON.stringify(manifest, null, 2)}\n`));
    yield tarEnd();
    outcome = "complete";
  } finally {
    await noteExport(ctx.db, id, { ...progress, outcome });
  }
}

/** The lines of a list, of runs that had begun with the export. */
async function* linesOf(
  { db, actor: { workspaceId } }: ServiceContext,
  table: ExportedTable,
  beforeMs: number,
): AsyncGenerator<string[]> {
  async function* pages(runIds?: readonly string[]): AsyncGenerator<string[]> {
    let after: JsonObject | undefined;
    for (;;) {
      const lines = await readLines(db, table, {
        workspaceId,
        ...(runIds && { runIds }),
        ...(after && { after }),
      });
      const last = lines.at(-1);
      if (last === undefined) return;
      after = JSON.parse(last) as JsonObject;
      yield table.hidesSecrets ? lines.map(withoutSecrets) : lines;
    }
  }
  if (!table.ofRuns) return yield* pages();
  for await (const runIds of readRunBatches(db, { workspaceId, beforeMs })) yield* pages(runIds);
}

const withoutSecrets = (line: string): string => JSON.stringify(hideSecretsIn(JSON.parse(line)));

async function* filesOf(pages: AsyncIterable<string[]>): AsyncGenerator<{ text: string; rows: number }> {
  let [text, rows] = ["", 0];
  for await (const lines of pages) {
    text += `${lines.join("\n")}\n`;
    rows += lines.length;
    if (text.length < FILE_BYTES) continue;
    yield { text, rows };
    [text, rows] = ["", 0];
  }
  if (rows > 0) yield { text, rows };
}

async function* attachedFiles({ db, actor: { workspaceId } }: ServiceContext) {
  let afterId = "";
  for (;;) {
    const file = await readNextFile(db, { workspaceId, afterId });
    if (!file) return;
    afterId = file.id;
    yield file;
  }
}

const readme = ({ actor }: ServiceContext, startedMs: number): string =>
  `Waymark data of the workspace "${actor.workspaceId}", exported on ${new Date(startedMs).toISOString()}.

Each folder is one list, in files of JSON lines: one object a line, read in the order of their names.
Values above 4 KB stand in "values"; other lists name them by their digest.
Attached files are in "attachments/files", by their id.
"manifest.json" says how many rows there are. It comes last: without it, the download was broken off.
Keys of models and tool servers are never part of an export.
`;
