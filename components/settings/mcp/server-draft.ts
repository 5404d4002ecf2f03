import type { ServerChange } from "@/lib/core/inputs/mcp";
import type { JsonObject } from "@/lib/core/json";
import type { McpServerView } from "@/lib/core/mcp";
import { readHeaders, readVariables } from "../secret-lines";

/** Texts as they are typed in the form. */
export type ServerDraft = {
  /** In its fields, by their ids. */
  entries: Readonly<Record<string, string>>;
  /** The program and its variables as somebody confirmed them. */
  confirmed: string | undefined;
  /** Undefined while nobody wrote there: what is kept stays. */
  secrets: string | undefined;
};

/** Value that the fields begin with. */
export function beginsOf(server: McpServerView | undefined): JsonObject {
  if (!server) return { transport: "stdio" };
  const { name, transport, command, args, url, allowPrivate, enabled, timeoutMs } = server;
  return { name, transport, command, args, url, allowPrivate, enabled, timeoutMs };
}

/** A program that is stored was confirmed. */
export const confirmedOf = (server: McpServerView | undefined): string | undefined =>
  server?.transport === "stdio" ? JSON.stringify([server.command, ...server.args]) : undefined;

export const isProgram = ({ entries }: Pick<ServerDraft, "entries">): boolean =>
  entries.transport === '"stdio"';

/** The program and its arguments. */
export const commandOf = ({ entries: { command = "", args = "" } }: ServerDraft): string[] => [
  command.trim(),
  ...args.split("\n").filter((line) => line !== ""),
];

/** What is confirmed: the program, its arguments, and the variables as they are written, since these may have it run something else. */
export const confirmationOf = (draft: ServerDraft): string =>
  JSON.stringify(commandOf(draft)) + (draft.secrets === undefined ? "" : `\n${draft.secrets}`);

/** A confirmation ends with the first letter that is changed. */
export const isConfirmed = (draft: ServerDraft): boolean => draft.confirmed === confirmationOf(draft);

/** The variables that a draft changes, by name, each with what becomes of it; `stored` are those that are set. */
export function variableChanges({ secrets }: ServerDraft, stored: readonly string[]): string[] {
  const { env } = secrets === undefined ? {} : readVariables(secrets);
  if (!env) return [];
  const given = Object.keys(env).map((name) => `${name} (${stored.includes(name) ? "new value" : "added"})`);
  const removed = stored.filter((name) => !Object.hasOwn(env, name)).map((name) => `${name} (removed)`);
  return [...given, ...removed];
}

type Secrets = { env?: Record<string, string>; headers?: Record<string, string>; problem?: string };

/** The variables or headers of a draft, or what is wrong with them; nothing while nobody wrote there. */
export function readSecrets(draft: ServerDraft): Secrets {
  if (draft.secrets === undefined) return {};
  return isProgram(draft) ? readVariables(draft.secrets) : readHeaders(draft.secrets);
}

/** The change that a draft whose fields say this asks for. */
export function changeOf(value: ServerChange, draft: ServerDraft): ServerChange {
  const { env, headers } = readSecrets(draft);
  if (value.transport === "http") return { ...value, ...(headers && { headers }) };
  const confirmed = isConfirmed(draft) && { confirmedCommand: commandOf(draft) };
  return { ...value, ...(env && { env }), ...confirmed };
}
