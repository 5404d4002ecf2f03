import { secretForms, withoutSecrets } from "@/lib/core/hide-secrets";
import type { Json } from "@/lib/core/json";
import type { McpServerConfig } from "@/lib/core/mcp";

const HIDDEN = "•••";
/** Shorter parts stand in too many other words. */
const MIN_PART_CHARS = 4;
/** What a call gave is data, which is garbled only where it is likely a secret. */
const MIN_NAMED_CHARS = 8;
const MIN_UNNAMED_CHARS = 16;

const TELLING_NAME = /key|token|secret|pass|pwd|auth|cred|cookie|session|signature/i;
/** Folders, addresses without a key in them, and plain words are what servers work with. */
const HARMLESS = /^([./~]|[a-z]:\\|https?:\/\/[^@?]*$|[a-z]+$)/i;

export type Secrets = {
  /** A server's words for people, without anything of its secrets. */
  inWords(text: string): string;
  /** What a call gave, without values that are likely secrets: those with a telling name, and long ones. */
  inResult(output: Json): Json;
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
    valuesOf((name) => !TELLING_NAME.test(name)).filter((value) => !HARMLESS.test(value)),
    MIN_UNNAMED_CHARS,
  ).filter((form) => !HARMLESS.test(form));
  const named = secretForms(
    valuesOf((name) => TELLING_NAME.test(name)),
    MIN_NAMED_CHARS,
  );
  const likely = [...named, ...unnamed].sort((a, b) => b.length - a.length);
  return {
    inWords: (text) => without(text, words),
    inResult: (output) => (likely.length === 0 ? output : cleaned(output, likely)),
  };
}

const without = (text: string, secrets: readonly string[]): string => withoutSecrets(text, secrets, HIDDEN);

function cleaned(value: Json, secrets: readonly string[]): Json {
  if (typeof value === "string") return without(value, secrets);
  if (typeof value === "number") return secrets.includes(String(value)) ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [without(key, secrets), cleaned(item, secrets)]);
  return Object.fromEntries(entries) as Json;
}
