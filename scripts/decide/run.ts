import { localPerson as actor } from "@/lib/auth/actor";
import { followRun } from "../mission/follow";
import { EXIT } from "../mission/outcome";
import { withSession } from "../mission/session";
import { failureLines, printEvents, printReport, type Terminal } from "../mission/terminal";
import { type DecideRequest, readDecideArguments } from "./arguments";

/** `npm run decide`: answers a gate, then follows its run to the end or to the next gate. */
export async function runDecide(argv: string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const read = readDecideArguments(argv);
  if (!read.ok) {
    terminal.progress(read.message);
    return EXIT.failed;
  }
  const { approvalId, verb, json } = read.value;
  try {
    return await withSession(async ({ services, ensureWorker }) => {
      const input = { approvalId, verb, ...answerFields(read.value) };
      const decided = await services.approvals.decide({ actor, input });
      const { runId, seq } = decided;
      terminal.progress(`gate      ${approvalId}: ${decided.verb}`);
      await ensureWorker();
      const { tasks } = await services.runs.get({ actor, input: { runId } });
      const onEvent = printEvents(terminal, new Map(tasks.map((task) => [task.id, task.title])));
      await followRun(services, { runId, after: seq, onEvent, yes: false, signal });
      const report = await services.runs.report({ actor, input: { runId } });
      return printReport(terminal, report, json);
    });
  } catch (thrown) {
    const lines = failureLines(thrown);
    if (!lines) throw thrown;
    for (const line of lines) terminal.progress(line);
    return EXIT.failed;
  }
}

/** The reason, which is also the value where the verb brings one and none is given. */
export function answerFields({ verb, reason, value }: Pick<DecideRequest, "verb" | "reason" | "value">) {
  const given = value ?? (VALUE_VERBS.has(verb.toLowerCase()) ? reason : undefined);
  return { ...(reason !== undefined && { comment: reason }), ...(given !== undefined && { value: given }) };
}

const VALUE_VERBS: ReadonlySet<string> = new Set(["edit", "respond", "happened"]);
