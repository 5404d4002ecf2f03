import type { AddressInput, GetRouteKey, JsonRouteKey, RouteInput, RouteOutput } from "../http/route-types";

export type { RouteInput, RouteOutput } from "../http/route-types";

/**
 * Why a request came to nothing: what the API says of its refusal (RFC 9457), or `unreachable` where no answer came. `code`
 * is stable, `message` and `issues`, which list the faults of an input, are for people.
 */
export type ApiProblem = Error & {
  code: string;
  status: number;
  details?: unknown;
  issues: readonly string[];
};

type CallOptions = {
  signal?: AbortSignal;
  /** By which sending the same again counts once. */
  key?: string;
};

/**
 * Asks a route of this server's API, by its address as its verb has it. Throws an ApiProblem for any answer that
 * is not a success, and where there is none that can be read.
 */
export async function call<Key extends JsonRouteKey>(
  route: Key,
  input: RouteInput<Key>,
  { signal, key }: CallOptions = {},
): Promise<RouteOutput<Key>> {
  const { path, rest } = addressed(route, input);
  const posted = { method: "POST", body: JSON.stringify(rest) };
  const headers = {
    "content-type": "application/json",
    ...(key !== undefined && { "idempotency-key": key }),
  };
  const asked = route.startsWith("GET ")
    ? fetch(withQuery(path, rest), { ...(signal && { signal }) })
    : fetch(path, { ...posted, headers, ...(signal && { signal }) });
  const lost = (failure: unknown) => {
    throw signal?.aborted ? failure : unreachable();
  };
  const response = await asked.catch(lost);
  if (response.ok) return (await response.json().catch(lost)) as RouteOutput<Key>;
  const {
    title = "Unexpected response from the server.",
    code = "internal",
    details,
  } = (await response.json().catch(() => ({}))) as { title?: string; code?: string; details?: unknown };
  throw apiProblem(title, { code, status: response.status, details });
}

/** Where a route is read with this input, for links, files and what the page asks for before its scripts do. */
export function routeAddress<Key extends GetRouteKey>(route: Key, input: AddressInput<Key>): string {
  const { path, rest } = addressed(route, input);
  return withQuery(path, rest);
}

/** No answer came: what was asked may have been done or not. */
export const unreachable = (message = "Could not reach the server."): ApiProblem =>
  apiProblem(message, { code: "unreachable", status: 0 });

/** The path with its parameters filled in, and the fields of the input that are none of them. */
function addressed(route: string, input: object): { path: string; rest: object } {
  const fields = new Map<string, unknown>(Object.entries(input));
  const path = route.replace(/^\w+ /, "").replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name);
    fields.delete(name);
    return encodeURIComponent(String(value));
  });
  return { path, rest: Object.fromEntries(fields) };
}

/** The address of a page or a route with these fields: lists by commas; what is undefined or empty is left out. */
export function withQuery(path: string, fields: object): string {
  const query = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)])
    .filter(([, text]) => text !== "");
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}

/** A problem with these facts; its issues are those of its details. */
export const apiProblem = (
  message: string,
  facts: Pick<ApiProblem, "code" | "status" | "details">,
): ApiProblem => Object.assign(new Error(message), { ...facts, issues: issueLines(facts.details) });

/** Each fault of an input as its service describes it, with the part that it is in. */
export function issuesIn<Issue>(details: unknown): readonly Issue[] {
  const { issues } = (details ?? {}) as { issues?: unknown };
  return Array.isArray(issues) ? issues : [];
}

function issueLines(details: unknown): string[] {
  const lines = issuesIn<{ taskId?: unknown; message?: unknown }>(details).flatMap(({ taskId, message }) => {
    if (typeof message !== "string") return [];
    return typeof taskId === "string" ? `${taskId}: ${message}` : message;
  });
  return [...new Set(lines)];
}
