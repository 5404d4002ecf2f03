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
  const words = forms(given.flatMap(([, value]) => parts(value, MIN_PART_CHARS)));
  const likely = forms(
    given.flatMap(([name, value]) => {
      if (TELLING_NAME.test(name)) return parts(value, MIN_NAMED_CHARS);
      return parts(value, MIN_UNNAMED_CHARS).filter((part) => !HARMLESS.test(part));
    }),
  );
  return {
    inWords: (text) => without(text, words),
    inResult: (output) => (likely.length === 0 ? output : cleaned(output, likely)),
  };
}

/** The value, and what stands between its blanks: `Bearer <key>` is a scheme and a key. */
const parts = (value: string, minChars: number): string[] =>
  [value.trim(), ...value.split(/\s+/)].filter(({ length }) => length >= minChars);

/** As they are, and as they stand in JSON and in addresses; the longest first, so that no rest of one stays. */
function forms(values: readonly string[]): string[] {
  const all = values.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
  ]);
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}

const without = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((kept, secret) => kept.replaceAll(secret, HIDDEN), text);

function cleaned(value: Json, secrets: readonly string[]): Json {
  if (typeof value === "string") return without(value, secrets);
  if (typeof value === "number") return secrets.includes(String(value)) ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [without(key, secrets), cleaned(item, secrets)]);
  return Object.fromEntries(entries) as Json;
}
