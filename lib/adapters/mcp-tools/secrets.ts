import { redactSecrets, secretForms } from "@/lib/core/hide-secrets";
import type { Json } from "@/lib/core/json";
import type { McpServerConfig } from "@/lib/core/mcp";

const HIDDEN = "•••";
/** Shorter parts stand in too many other words. */
const MIN_PART_CHARS = 4;
/** What a call gave is data, which is garbled only where it is likely a secret. */
const MIN_NAMED_CHARS = 8;
const MIN_UNNAMED_CHARS = 16;

const SECRET_NAME = /key|token|secret|pass|pwd|auth|cred|cookie|session|signature/i;
/** Folders, addresses without a key in them, and plain words are what servers work with. */
const NOT_SECRET = /^([./~]|[a-z]:\\|https?:\/\/[^@?]*$|[a-z]+$)/i;

export type Secrets = {
  /** A server's words for people, without anything of its secrets. */
  redactText(text: string): string;
  /** What a call gave, without values that are likely secrets: those with a telling name, and long ones. */
  redactResult(output: Json): Json;
};

/** Keeps what a server was given from coming back out of it (docs/tools.md, "MCP"). */
export function secretsOf({ transport }: Pick<McpServerConfig, "transport">): Secrets {
  const given = Object.entries(transport.kind === "stdio" ? transport.env : transport.headers);
  const valuesOf = (fits: (name: string) => boolean) =>
    given.flatMap(([name, value]) => (fits(name) ? [value] : []));
  const words = secretForms(
    valuesOf(() => true),
    MIN_PART_CHARS,
  );
  const unnamed = secretForms(
    valuesOf((name) => !SECRET_NAME.test(name)).filter((value) => !NOT_SECRET.test(value)),
    MIN_UNNAMED_CHARS,
  ).filter((form) => !NOT_SECRET.test(form));
  const named = secretForms(
    valuesOf((name) => SECRET_NAME.test(name)),
    MIN_NAMED_CHARS,
  );
  const likely = [...named, ...unnamed].sort((a, b) => b.length - a.length);
  return {
    redactText: (text) => redacted(text, words),
    redactResult: (output) => (likely.length === 0 ? output : redactedJson(output, likely)),
  };
}

const redacted = (text: string, secrets: readonly string[]): string => redactSecrets(text, secrets, HIDDEN);

function redactedJson(value: Json, secrets: readonly string[]): Json {
  if (typeof value === "string") return redacted(value, secrets);
  if (typeof value === "number") return secrets.includes(String(value)) ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((item) => redactedJson(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    redacted(key, secrets),
    redactedJson(item, secrets),
  ]);
  return Object.fromEntries(entries) as Json;
}
