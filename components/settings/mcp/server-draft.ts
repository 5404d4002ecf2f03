import { CALL_TIMEOUT_MS } from "@/lib/core/inputs/limits";
import type { ServerChange } from "@/lib/core/inputs/mcp";
import type { McpServerView } from "@/lib/core/mcp";
import { readHeaders, readVariables } from "../secret-lines";

/** The fields of the form as they are typed. */
export type ServerDraft = {
  name: string;
  transport: "stdio" | "http";
  command: string;
  /** One argument a line. */
  args: string;
  url: string;
  /** The program and its variables as somebody confirmed them. */
  confirmed: string | undefined;
  /** Undefined while nobody wrote there: what is kept stays. */
  secrets: string | undefined;
  allowPrivate: boolean;
  enabled: boolean;
  timeoutSeconds: string;
};

/** What the form begins with. */
export function draftOf(server: McpServerView | undefined): ServerDraft {
  return {
    name: server?.name ?? "",
    transport: server?.transport ?? "stdio",
    command: server?.command ?? "",
    args: server?.args.join("\n") ?? "",
    url: server?.url ?? "",
    confirmed: server?.transport === "stdio" ? JSON.stringify([server.command, ...server.args]) : undefined,
    secrets: undefined,
    allowPrivate: server?.allowPrivate ?? false,
    enabled: server?.enabled ?? true,
    timeoutSeconds: String((server?.timeoutMs ?? CALL_TIMEOUT_MS.default) / 1_000),
  };
}

/** The program and its arguments. */
export const commandOf = ({ command, args }: ServerDraft): string[] => [
  command.trim(),
  ...args.split("\n").filter((line) => line !== ""),
];

/** What is confirmed: the program, its arguments, and the variables as they are written, since these may have it run something else. */
export const confirmationOf = (draft: ServerDraft): string =>
  JSON.stringify(commandOf(draft)) + (draft.secrets === undefined ? "" : `\n${draft.secrets}`);

/** A confirmation ends with the first letter that is changed. */
export const isConfirmed = (draft: ServerDraft): boolean => draft.confirmed === confirmationOf(draft);

/** The variables that a draft changes, by name, each with what becomes of it; `stored` are those that are set. */
export function variableChanges(draft: ServerDraft, stored: readonly string[]): string[] {
  const { env } = draft.secrets === undefined ? {} : readVariables(draft.secrets);
  if (!env) return [];
  const given = Object.keys(env).map((name) => `${name} (${stored.includes(name) ? "new value" : "added"})`);
  const removed = stored.filter((name) => !Object.hasOwn(env, name)).map((name) => `${name} (removed)`);
  return [...given, ...removed];
}

type Secrets = { env?: Record<string, string>; headers?: Record<string, string>; problem?: string };

/** A field that cannot be read, and why. */
type DraftProblem = { field: "timeout" | "secrets"; message: string };

/** The change that a draft asks for, or what is wrong with it. */
export function readDraft(
  draft: ServerDraft,
): { change: ServerChange; problem?: never } | { change?: never; problem: DraftProblem } {
  const timeoutMs = Math.round(Number(draft.timeoutSeconds) * 1_000);
  const { min, max } = CALL_TIMEOUT_MS;
  if (!(timeoutMs >= min && timeoutMs <= max)) {
    const message = `Enter a timeout from ${min / 1_000} to ${max / 1_000} seconds.`;
    return { problem: { field: "timeout", message } };
  }
  const common = { name: draft.name.trim(), enabled: draft.enabled, timeoutMs };
  if (draft.transport === "stdio") {
    const { problem, env }: Secrets = draft.secrets === undefined ? {} : readVariables(draft.secrets);
    if (problem !== undefined) return { problem: { field: "secrets", message: problem } };
    const [command = "", ...args] = commandOf(draft);
    return {
      change: {
        ...common,
        transport: "stdio",
        command,
        args,
        ...(env && { env }),
        ...(isConfirmed(draft) && { confirmedCommand: [command, ...args] }),
      },
    };
  }
  const { problem, headers }: Secrets = draft.secrets === undefined ? {} : readHeaders(draft.secrets);
  if (problem !== undefined) return { problem: { field: "secrets", message: problem } };
  const { url, allowPrivate } = draft;
  return {
    change: { ...common, transport: "http", url: url.trim(), allowPrivate, ...(headers && { headers }) },
  };
}
