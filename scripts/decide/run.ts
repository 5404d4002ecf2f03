import { parseArgs } from "node:util";
import { type Actor, localPerson } from "@/lib/auth/actor";
import { type Json, parseJson } from "@/lib/core/json";
import { GATE_VERBS, TYPED_VERBS } from "@/lib/core/run/gates/table";
import type { Read } from "../mission/arguments";
import { EXIT } from "../mission/final-report";
import { followRun } from "../mission/follow";
import { withSession } from "../mission/session";
import { failureLines, printEvents, printReport, type Terminal } from "../mission/terminal";
import { answersTo, type DecideRequest, type Rejected } from "./verdicts";

const actor: Actor = { ...localPerson, channel: "terminal" };

const DECIDE_USAGE = `Usage:
  npm run decide -- <approvalId> <verb> [--reason <text>] [--value <json or text>] [--json]
                                       [--reject "<number>: <why>"]...
  npm run decide -- <approvalId> hand_on --to <name or role:name>... --reason <text> [--json]
The verb is one that the gate offers, such as approve or reject, or a decision such as CONTINUE.
The value goes with edit, respond (to a question) and happened, where without one the reason is taken for it; with raise: the new limit,
or without one the limit that the gate suggests; and with other: the id of the model to ask instead.
ask puts the reason to the gate as a question or a reply; it decides nothing, and the gate stays open.
hand_on asks others as well at a gate that nobody is left for; its terms stay as they are.
--reject refuses one item of a list, or with approve one of the calls that wait together, and accepts the others.
Exit codes: 0 completed, 3 a gate is waiting for a person, 1 anything else.`;

const OPTIONS = {
  reason: { type: "string" },
  value: { type: "string" },
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
  const { json } = read.value;
  try {
    return await withSession(async ({ services, ensureWorker }) => {
      const { runId, seq } = await ("to" in read.value
        ? handOn(services, read.value, terminal)
        : decideAll(services, read.value, terminal));
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

type Services = Parameters<typeof answersTo>[0];

async function decideAll(services: Services, asked: DecideRequest, terminal: Terminal) {
  const decided = [];
  for (const input of await answersTo(services, asked)) {
    const one = await services.approvals.decide({ actor, input });
    terminal.progress(`gate      ${one.approvalId}: ${one.verb}`);
    decided.push(one);
  }
  return decided[0] as (typeof decided)[number];
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
    return { ok: true, value: { approvalId, verb, json: values.json, ...reason, ...value, ...items } };
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
