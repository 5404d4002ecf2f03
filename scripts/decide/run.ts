import { parseArgs } from "node:util";
import { type Actor, localPerson } from "@/lib/auth/actor";
import { asDomainError, type DomainError } from "@/lib/core/errors";
import { runIdOfApproval } from "@/lib/core/ids";
import { isJsonObject, type Json, parseJson } from "@/lib/core/json";
import { GATE_VERBS, TYPED_VERBS } from "@/lib/core/run/gates/table";
import type { Read } from "../mission/arguments";
import { DIGEST_CHARS, EXIT, gateLines } from "../mission/final-report";
import { followRun } from "../mission/follow";
import { type Session, withSession } from "../mission/session";
import { failureLines, printEvents, printReport, type Terminal } from "../mission/terminal";
import { plainLine } from "../mission/text";
import { type Answer, answersTo, type DecideRequest, type Rejected, seenAnswers } from "./verdicts";

const actor: Actor = { ...localPerson, channel: "terminal" };

const DECIDE_USAGE = `Usage:
  npm run decide -- <approvalId> <verb> [--digest <beginning>]... [--reason <text>] [--value <json or text>]
                                       [--agree <beginning>] [--reject "<number>: <why>"]... [--json]
  npm run decide -- <approvalId> hand_on --to <name or role:name>... --reason <text> [--json]
The verb is one that the gate offers, such as approve or reject, or a decision such as CONTINUE.
--digest names what was shown: a verb that lets something pass decides nothing without it, and prints what it would let pass
with the line that does. At least 8 characters; of calls that wait together, one for each that is let pass.
The value goes with edit, respond (to a question) and happened, where without one the reason is taken for it; with raise: the new limit,
or without one the limit that the gate suggests; and with other: the id of the model to ask instead.
--agree votes for what others propose where an answer takes several people, by the beginning of its digest, as it is printed.
ask puts the reason to the gate as a question or a reply; it decides nothing, and the gate stays open.
hand_on asks others as well at a gate that nobody is left for; its terms stay as they are.
--reject refuses one item of a list, or with approve one of the calls that wait together, and accepts the others.
Exit codes: 0 completed, 3 a gate is waiting for a person, 1 anything else.`;

const OPTIONS = {
  reason: { type: "string" },
  value: { type: "string" },
  digest: { type: "string", multiple: true },
  agree: { type: "string" },
  reject: { type: "string", multiple: true },
  to: { type: "string", multiple: true },
  json: { type: "boolean", default: false },
} as const;

const usageError = (message: string) => ({ ok: false, message: `${message}\n\n${DECIDE_USAGE}` }) as const;

/** `npm run decide`: answers a gate, then follows its run to the end or to the next gate. */
export async function runDecide(argv: string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const read = readDecideArguments(argv);
  if (!read.ok) {
    terminal.progress(read.message);
    return EXIT.failed;
  }
  try {
    return await withSession(async ({ services, ensureWorker }) => {
      const outcome = await ("to" in read.value
        ? handOn(services, read.value, terminal)
        : decideAll(services, read.value, terminal));
      if (typeof outcome === "number") return outcome;
      const { runId, seq } = outcome;
      await ensureWorker();
      const { tasks } = await services.runs.get({ actor, input: { runId } });
      const onEvent = printEvents(terminal, new Map(tasks.map((task) => [task.id, task.title])));
      await followRun(services, { runId, after: seq, onEvent, yes: false, signal });
      const report = await services.runs.report({ actor, input: { runId } });
      return printReport(terminal, report, read.value.json);
    });
  } catch (thrown) {
    const lines = failureLines(thrown);
    if (!lines) throw thrown;
    for (const line of lines) terminal.progress(line);
    return EXIT.failed;
  }
}

type Services = Pick<Session["services"], "approvals" | "runs">;

/** The first decision, or the exit code where nothing was decided: the gate is printed with what it asks and sets free. */
async function decideAll(services: Services, asked: DecideRequest, terminal: Terminal) {
  try {
    const answers = await answersTo(services, asked);
    const inputs = seenAnswers(answers, asked.digests);
    if (!inputs) return await showGates(services, answers, asked, terminal);
    const decided = [];
    for (const input of inputs) {
      const one = await services.approvals.decide({ actor, input });
      const progress = one.progress === null ? "" : ` (${plainLine(one.progress, 300)})`;
      terminal.progress(`gate      ${one.approvalId}: ${one.verb}${progress}`);
      decided.push(one);
    }
    return decided[0] as (typeof decided)[number];
  } catch (thrown) {
    const known = asDomainError(thrown);
    if (known?.code !== "superseded") throw thrown;
    for (const line of await changedLines(services, asked, known)) terminal.progress(line);
    return EXIT.failed;
  }
}

/** Makes people read first what they let pass: the gates are printed, with the lines that answer them. */
async function showGates(
  services: Services,
  answers: readonly Answer[],
  { approvalId, json }: DecideRequest,
  terminal: Terminal,
): Promise<number> {
  terminal.progress(
    "Nothing is decided: an answer that lets something pass names by --digest what was shown.",
  );
  const report = await services.runs.report({ actor, input: { runId: runIdOfApproval(approvalId) } });
  const ids = new Set(answers.map(({ gate }) => gate.id));
  const openApprovals = report.openApprovals.filter((gate) => ids.has(gate.approvalId));
  return printReport(terminal, json ? report : { ...report, openApprovals }, json);
}

/** A refusal of what has changed, in what it has, and the gate as it is now. */
async function changedLines(
  services: Services,
  { approvalId }: DecideRequest,
  error: DomainError,
): Promise<string[]> {
  const { openApprovals } = await services.runs.report({
    actor,
    input: { runId: runIdOfApproval(approvalId) },
  });
  const details = isJsonObject(error.details) ? error.details : {};
  const nowId = isJsonObject(details.now) ? details.now.approvalId : undefined;
  const said = [details.changes, ...(Array.isArray(details.released) ? details.released : [])];
  return [
    plainLine(error.message, 1_000),
    ...said.flatMap((words) => (typeof words === "string" ? `  ${plainLine(words, 500)}` : [])),
    ...openApprovals.filter((gate) => gate.approvalId === nowId).flatMap(gateLines),
  ];
}

/** Others who are to answer. */
type HandOnRequest = { approvalId: string; to: string[]; reason: string; json: boolean };

async function handOn(services: Services, { json: _, ...input }: HandOnRequest, terminal: Terminal) {
  const handed = await services.approvals.handOn({ actor, input });
  terminal.progress(
    `gate      ${handed.approvalId}: handed on; it is for ${handed.assignees.join(", ")} now`,
  );
  return handed;
}

/** What the command line asks for, or why it cannot be understood. Touches nothing. */
export function readDecideArguments(argv: string[]): Read<DecideRequest | HandOnRequest> {
  try {
    const { values, positionals } = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
    const [approvalId, typed, ...rest] = positionals;
    if (approvalId === undefined || typed === undefined)
      return usageError("Give the gate's id and the verb.");
    if (typed.toLowerCase() === "hand_on") {
      const { to = [], reason = "", json } = values;
      return to.length > 0 && reason.trim() !== "" && rest.length === 0
        ? { ok: true, value: { approvalId, to, reason, json } }
        : usageError("Say to whom it is handed on, and why: --to and --reason.");
    }
    const digests = values.digest?.map((one) => one.trim());
    const agree = values.agree?.trim();
    if ([...(digests ?? []), agree].some((one) => one !== undefined && one.length < DIGEST_CHARS))
      return usageError(
        `Give at least ${DIGEST_CHARS} characters of each digest, as the command is printed.`,
      );
    const verb = TYPED_VERBS.find((one) => one === typed.toLowerCase());
    if (verb === undefined)
      return usageError(`No gate has the verb “${typed}”. There are: ${GATE_VERBS.join(", ")}.`);
    if (rest.length > 0) return usageError("Put the reason in quotes, after --reason.");
    const reason = values.reason === undefined ? {} : { reason: values.reason };
    const value = values.value === undefined ? {} : { value: readValue(values.value) };
    const rejected = values.reject?.map(readRejected);
    if (rejected?.includes(undefined))
      return usageError('Say which one is rejected, and why: --reject "2: too high".');
    const items = rejected && { rejected: rejected.filter((one) => one !== undefined) };
    const agreed = agree === undefined ? {} : { agree };
    return {
      ok: true,
      value: { approvalId, verb, digests, json: values.json, ...reason, ...value, ...items, ...agreed },
    };
  } catch (error) {
    return usageError(error instanceof Error ? error.message : "Invalid arguments.");
  }
}

/** "2: too high", counted from 1. */
function readRejected(text: string): Rejected | undefined {
  const [, number, reason] = /^\s*([1-9]\d{0,3})\s*:\s*(\S[\s\S]*)$/.exec(text) ?? [];
  return number === undefined || reason === undefined ? undefined : { number: Number(number), reason };
}

/** JSON where it is JSON, else the text itself. */
const readValue = (text: string): Json => parseJson(text) ?? text;
