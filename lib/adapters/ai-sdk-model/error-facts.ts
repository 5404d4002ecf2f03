import { parseJson } from "@/lib/core/json";
import { errorInAnswer, isPage, noAnswer, WIRE_ERROR } from "./wire/errors";

const MAX_CAUSES = 6;

/** What can be read from anything that the SDK throws or streams as an error. */
export type ErrorFacts = {
  /** The error's class by name: matching by class fails across copies of a package. */
  name: string;
  message: string;
  /** Absent when no answer came. */
  status?: number;
  headers: Record<string, string>;
  /** Codes and types of the provider's error object, lower case. */
  words: string[];
  /** The part of the request that the provider complains about. */
  param?: string;
  /** All texts of the answer, also those that stand as JSON in a text; a path in parts has dots between them. */
  told?: string;
  /** How long to wait, as Google says it in the body, e.g. "34.5s". */
  retryDelay?: string;
  /** It stood in the place of a whole answer. */
  isWholeAnswer?: true;
  /** The network's own code, e.g. ECONNREFUSED. */
  networkCode?: string;
};

/** Reads the facts of an error and of its causes. */
export function errorFacts(thrown: unknown): ErrorFacts {
  const error = apiErrorIn(asRecord(thrown));
  const provider = providerError(error);
  return {
    name: text(error.name) ?? "",
    message: text(provider.message) ?? wordsOf(error) ?? text(error.message) ?? text(thrown) ?? "",
    ...optional("status", status(error.statusCode, provider.code)),
    headers: lowerCaseKeys(asRecord(error.responseHeaders)),
    words: [provider.code, provider.type, provider.status, ...reasonsOf(provider), error.code, error.type]
      .filter((word) => typeof word === "string")
      .map((word) => word.toLowerCase()),
    ...optional("param", text(provider.param)),
    ...optional("told", text(textsIn(bodyOf(error)).join("\n"))),
    ...optional(
      "retryDelay",
      detailsOf(provider)
        .map(({ retryDelay }) => text(retryDelay))
        .find(Boolean),
    ),
    ...(error.isWholeAnswer === true && { isWholeAnswer: true }),
    ...optional("networkCode", networkCode(thrown)),
  };
}

/**
 * The AI Gateway's errors wrap the answer that they are about; only that has its headers and its body. What reads the wire
 * throws through the SDK.
 */
function apiErrorIn(error: Record<string, unknown>): Record<string, unknown> {
  for (let current = error, depth = 0; depth < MAX_CAUSES; depth += 1) {
    if (current.name === WIRE_ERROR) return current;
    current = asRecord(current.cause);
  }
  const cause = asRecord(error.cause);
  return /^Gateway/.test(text(error.name) ?? "") && cause.name === "AI_APICallError" ? cause : error;
}

/** The `error` object of the answer's body, what stands for one in the forms of other servers, or what the SDK made of it. */
function providerError(error: Record<string, unknown>): Record<string, unknown> {
  const sent = asRecord(bodyOf(error).error ?? asRecord(error.data).error);
  if (Object.keys(sent).length > 0) return sent;
  const read = errorInAnswer(parseJson(text(error.responseBody) ?? "") ?? null);
  return asRecord(asRecord(asRecord(read).data).error);
}

/** The words of a refusal whose body has no form of an error: its texts, or itself where it is no JSON. */
function wordsOf(error: Record<string, unknown>): string | undefined {
  const body = text(text(error.responseBody)?.trim());
  if (body === undefined) return undefined;
  const value = parseJson(body);
  if (value !== undefined) return text(textsIn(value).join(" "));
  return isPage(body) ? noAnswer("web_page", body).message : body;
}

const bodyOf = (error: Record<string, unknown>): Record<string, unknown> => parse(text(error.responseBody));

/** Gateways give the answer of the provider behind them as a text; checks name a place as a list of keys. */
function textsIn(value: unknown, depth = 0): string[] {
  if (depth > MAX_CAUSES) return [];
  if (typeof value === "string") {
    const inner = /^\s*\{/.test(value) ? textsIn(parse(value), depth + 1) : [];
    return inner.length > 0 ? inner : [value];
  }
  if (Array.isArray(value) && value.every((key) => typeof key === "string" || typeof key === "number"))
    return [value.join(".")];
  return Object.values(asRecord(value)).flatMap((item) => textsIn(item, depth + 1));
}

/** One object, or a list of them. */
function detailsOf({ details }: Record<string, unknown>): Record<string, unknown>[] {
  return (Array.isArray(details) ? details : [details]).map(asRecord);
}

function reasonsOf(provider: Record<string, unknown>): unknown[] {
  return detailsOf(provider).flatMap(({ error_code, reason }) => [error_code, reason]);
}

function networkCode(thrown: unknown): string | undefined {
  let current = asRecord(thrown);
  for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
    const code = text(current.code);
    if (code && /^(E[A-Z_]+|UND_ERR_\w+)$/.test(code)) return code;
    current = asRecord(current.cause);
  }
  return undefined;
}

function parse(body: string | undefined): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(body ?? "null"));
  } catch {
    return {};
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** An error that comes with a good answer, or inside its stream, may name the status that it would have had. */
function status(of: unknown, named: unknown): number | undefined {
  const known = typeof of === "number" ? of : undefined;
  const own = Number(named);
  return (known === undefined || known < 400) && own >= 400 && own < 600 ? own : known;
}

function lowerCaseKeys(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value });
}
