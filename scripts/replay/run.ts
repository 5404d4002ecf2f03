import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { localPerson as actor } from "@/lib/auth/actor";
import { describeReplayFailure, describeReplayStatus } from "@/lib/core/describe/replays/replays";
import { asDomainError } from "@/lib/core/errors";
import { MAX_REPLAY_FILE_CHARS } from "@/lib/core/inputs/limits";
import { type ReplayMismatch, replayFailure, toolReplayReport } from "@/lib/core/replay/report";
import type { ReplayDetail } from "@/lib/core/replay/view";
import type { Services } from "@/lib/services/registry";
import type { Read } from "../mission/arguments";
import { withSession } from "../mission/session";
import { failureLines, type Terminal } from "../mission/terminal";
import { plainLine } from "../mission/text";

/** Exit codes that scripts and users rely on (docs/cli.md). */
const EXIT = { matched: 0, mismatched: 1, unreadable: 2, failed: 3 } as const;

type ReplayRequest = {
  file: string;
  json: boolean;
  settings: NonNullable<Parameters<Services["replays"]["import"]>[0]["input"]["settings"]>;
};

const REPLAY_USAGE = `Usage:
  npm run replay -- <file>     make the calls of a recorded trajectory again and compare what they give
Options:
  --ignore <path>     do not compare this place and what is below it, such as items.*.updatedAt; may be repeated
  --stop-on-mismatch  end after the first step that differs
  --no-verify         make the calls and compare nothing
  --write <tool>      call this tool although it changes something outside; may be repeated
  --json              print the result as one JSON object on standard output
Exit codes: 0 matched, 1 something differs, 2 the file cannot be replayed, 3 a tool failed or the replay was stopped.`;

const OPTIONS = {
  ignore: { type: "string", multiple: true },
  "stop-on-mismatch": { type: "boolean" },
  "no-verify": { type: "boolean" },
  write: { type: "string", multiple: true },
  json: { type: "boolean", default: false },
} as const;

const POLL_MS = 250;
const LISTED = 20;
const VALUE_CHARS = 200;
const ENDED = new Set(["matched", "mismatched", "stopped", "completed", "failed", "cancelled"]);

/** `npm run replay`: replays a file to its end; what comes of it stays on the page of replays. */
export async function runReplay(argv: string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const read = readReplayArguments(argv);
  if (!read.ok) {
    terminal.progress(read.message);
    return EXIT.unreadable;
  }
  const { file, settings, json } = read.value;
  const content = await readFile(file, "utf8").catch(() => undefined);
  if (!content || content.length > MAX_REPLAY_FILE_CHARS) {
    terminal.progress(
      `The file ${file} cannot be read, is empty, or has more than ${MAX_REPLAY_FILE_CHARS} characters.`,
    );
    return EXIT.unreadable;
  }
  return withSession(async ({ services, ensureWorker }) => {
    try {
      const { replayId } = await services.replays.import({ actor, input: { content, settings } });
      terminal.progress(`replay    ${replayId}`);
      await ensureWorker();
      const replay = await followReplay(services, replayId, terminal, signal);
      printReplay(terminal, replay, json);
      return exitCodeOf(replay);
    } catch (thrown) {
      const lines = failureLines(thrown);
      if (!lines) throw thrown;
      for (const line of lines) terminal.progress(line);
      if (json)
        terminal.result(JSON.stringify({ status: "failed", failure: asDomainError(thrown) }, null, 2));
      return EXIT.unreadable;
    }
  });
}

/** What the command line asks for, or why it cannot be understood. */
export function readReplayArguments(argv: string[]): Read<ReplayRequest> {
  try {
    const { values, positionals } = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) return usageError("Name one file.");
    const settings = {
      ...(values.ignore && { ignore: values.ignore }),
      ...(values["stop-on-mismatch"] && { stopOnMismatch: true }),
      ...(values["no-verify"] && { verify: false }),
      ...(values.write && { writingTools: values.write }),
    };
    return { ok: true, value: { file, json: values.json, settings } };
  } catch (error) {
    return usageError(error instanceof Error ? error.message : "Invalid arguments.");
  }
}

const usageError = (message: string) => ({ ok: false, message: `${message}\n\n${REPLAY_USAGE}` }) as const;

/** Waits for the end of a replay; the one who stops the command ends the replay too. */
async function followReplay(
  services: Services,
  replayId: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ReplayDetail> {
  let told = 0;
  let cancelled = false;
  for (;;) {
    const replay = await services.replays.get({ actor, input: { replayId } });
    if (replay.doneSteps > told) terminal.progress(`step      ${replay.doneSteps} of ${replay.totalSteps}`);
    told = replay.doneSteps;
    if (ENDED.has(replay.status)) return replay;
    if (signal.aborted && !cancelled) {
      cancelled = true;
      await services.replays.cancel({ actor, input: { replayId } }).catch(() => undefined);
    }
    await delay(POLL_MS);
  }
}

/** 0 only for what matched, or was not to be compared: a test that compares nothing must not pass. */
export function exitCodeOf({
  status,
  failure,
  report,
}: Pick<ReplayDetail, "status" | "failure" | "report">): number {
  const { verified = true } = toolReplayReport.safeParse(report).data ?? {};
  if (status === "matched" || (status === "completed" && !verified)) return EXIT.matched;
  if (status === "mismatched" || status === "stopped") return EXIT.mismatched;
  if (status === "completed") return EXIT.unreadable;
  const { code } = replayFailure.safeParse(failure).data ?? {};
  return UNREADABLE.has(code ?? "") ? EXIT.unreadable : EXIT.failed;
}

const UNREADABLE = new Set([
  "empty_trajectory",
  "unknown_tool",
  "invalid_arguments",
  "unreadable",
  "too_many_calls",
]);

function printReplay(terminal: Terminal, replay: ReplayDetail, asJson: boolean): void {
  const { id: replayId, status, report, failure } = replay;
  if (asJson) return terminal.result(JSON.stringify({ replayId, status, report, failure }, null, 2));
  const { data } = toolReplayReport.safeParse(report);
  const { data: why } = replayFailure.safeParse(failure);
  terminal.result(plainLine(describeReplayStatus(status, data), 500));
  if (why) terminal.result(plainLine(describeReplayFailure(why), 1_000));
  const { mismatches = [] } = data ?? {};
  for (const one of mismatches.slice(0, LISTED)) terminal.result(mismatchLine(one));
  if (mismatches.length > LISTED) terminal.result(`  … and ${mismatches.length - LISTED} more; see --json`);
}

const mismatchLine = ({ step, tool, path, ...sides }: ReplayMismatch): string =>
  plainLine(
    `  step ${step} ${tool} ${path}: ${valueText(sides.original)} -> ${valueText(sides.replayed)}`,
    600,
  );

const valueText = (value: ReplayMismatch["original"]): string =>
  value === undefined ? "(nothing)" : plainLine(JSON.stringify(value), VALUE_CHARS);
