import { parseArgs } from "node:util";
import type { Json } from "@/lib/core/json";
import type { Read } from "../mission/arguments";

export type DecideRequest = {
  approvalId: string;
  verb: string;
  reason?: string;
  value?: Json;
  json: boolean;
};

export const DECIDE_USAGE = `Usage:
  npm run decide -- <approvalId> <verb> [--reason <text>] [--value <json or text>] [--json]
The verb is one that the gate offers, such as approve or reject, or a decision such as CONTINUE.
The value goes with edit, respond and happened, where without one the reason is taken for it; with raise: the new limit,
or without one the limit that the gate suggests; and with other: the id of the model to ask instead.
Exit codes: 0 completed, 3 a gate waits for a person, 1 anything else.`;

const OPTIONS = {
  reason: { type: "string" },
  value: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** What the command line asks for, or why it cannot be understood. Touches nothing. */
export function readDecideArguments(argv: string[]): Read<DecideRequest> {
  try {
    const { values, positionals } = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
    const [approvalId, verb, ...rest] = positionals;
    if (approvalId === undefined || verb === undefined) return usageError("Give the gate's id and the verb.");
    if (rest.length > 0) return usageError("Put the reason in quotes, after --reason.");
    const reason = values.reason === undefined ? {} : { reason: values.reason };
    const value = values.value === undefined ? {} : { value: readValue(values.value) };
    return { ok: true, value: { approvalId, verb, json: values.json, ...reason, ...value } };
  } catch (error) {
    return usageError(error instanceof Error ? error.message : "Unreadable arguments.");
  }
}

/** JSON where it is JSON, else the text itself. */
function readValue(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

const usageError = (message: string) => ({ ok: false, message: `${message}\n\n${DECIDE_USAGE}` }) as const;
