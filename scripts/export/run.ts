import { open, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { localPerson as actor } from "@/lib/auth/actor";
import type { Services } from "@/lib/services/registry";
import type { Read } from "../mission/arguments";
import { withSession } from "../mission/session";
import { failureLines, type Terminal } from "../mission/terminal";

type Filter = Parameters<Services["runs"]["export"]>[0]["input"];
type ExportRequest = { file: string | undefined } & ({ filter: Filter } | { report: string });

const EXPORT_USAGE = `Usage:
  npm run export -- --jsonl [file]            write ended runs, a line of JSON each, to the file or to standard output
  npm run export -- --report <run-id> [file]  write one run as a page of HTML, to the file or to standard output
Options of --jsonl:
  --tag <tag>          runs with this tag
  --from, --to <day>   runs that ended in these days (UTC, both included), such as 2026-11-24
  --runs real|demo     without or only those of simulated models; both unless given
  --behind <part>      runs behind a part of insights, such as decision:REPLAN
Exit codes: 0 written, 1 anything else.`;

const OPTIONS = {
  jsonl: { type: "boolean" },
  report: { type: "string" },
  tag: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  runs: { type: "string" },
  behind: { type: "string" },
} as const;

/** `npm run export`: ended runs for tuning, page after page, or one run for somebody to read. */
export async function runExport(argv: string[], terminal: Terminal): Promise<number> {
  const read = readExportArguments(argv);
  if (!read.ok) {
    terminal.progress(read.message);
    return 1;
  }
  const { file, ...asked } = read.value;
  try {
    return await withSession(({ services }) =>
      "report" in asked
        ? writeReport(services, asked.report, file, terminal)
        : writeRuns(services, asked.filter, file, terminal),
    );
  } catch (thrown) {
    const lines = failureLines(thrown);
    if (!lines) throw thrown;
    for (const line of lines) terminal.progress(line);
    return 1;
  }
}

async function writeReport(
  services: Services,
  runId: string,
  file: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const { text } = await services.runs.exportReport({ actor, input: { runId, format: "html" } });
  if (file === undefined) terminal.result(text);
  else await writeFile(file, text);
  terminal.progress(`report    ${runId}${file === undefined ? "" : ` in ${file}`}`);
  return 0;
}

async function writeRuns(
  services: Services,
  filter: Filter,
  file: string | undefined,
  terminal: Terminal,
): Promise<number> {
  let page = await services.runs.export({ actor, input: filter });
  const handle = file === undefined ? undefined : await open(file, "w");
  let written = 0;
  try {
    for (;;) {
      for (const line of page.items) {
        if (handle) await handle.write(`${line}\n`);
        else terminal.result(line);
      }
      written += page.items.length;
      if (page.nextCursor === null) break;
      page = await services.runs.export({ actor, input: { ...filter, cursor: page.nextCursor } });
    }
  } finally {
    await handle?.close();
  }
  terminal.progress(`runs      ${written}${file === undefined ? "" : ` in ${file}`}`);
  return 0;
}

/** What the command line asks for, or why it cannot be understood. Touches nothing. */
export function readExportArguments(argv: string[]): Read<ExportRequest> {
  const usage = (message: string) => ({ ok: false, message: `${message}\n\n${EXPORT_USAGE}` }) as const;
  try {
    const { values, positionals } = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
    const [file, ...rest] = positionals;
    const { jsonl, report, runs, ...others } = values;
    if ((jsonl === true) === (report !== undefined)) return usage("Choose --jsonl or --report.");
    if (rest.length > 0) return usage("Name one file.");
    if (report !== undefined) {
      if (Object.keys({ ...others, ...(runs && { runs }) }).length > 0)
        return usage("--report takes no filters.");
      return { ok: true, value: { file, report } };
    }
    if (runs !== undefined && runs !== "real" && runs !== "demo") return usage("--runs is real or demo.");
    return { ok: true, value: { file, filter: { ...others, ...(runs !== undefined && { runs }) } } };
  } catch (error) {
    return usage(error instanceof Error ? error.message : "Invalid arguments.");
  }
}
