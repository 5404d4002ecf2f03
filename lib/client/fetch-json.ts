/** What the API says about a request that it refused (RFC 9457). `code` is stable, `message` is for people. */
export type ApiProblem = Error & { code: string; status: number; details?: unknown };

/**
 * Reads JSON from this server's API; with a body, by a route that reads what POST asks. Throws an ApiProblem for any
 * answer that is not a success, with the code `unreachable` where there is none.
 */
export async function fetchJson<T>(path: string, signal?: AbortSignal, body?: object): Promise<T> {
  const asking = body !== undefined && { ...POST, body: JSON.stringify(body) };
  const response = await fetch(path, { ...asking, ...(signal && { signal }) }).catch((failure: unknown) => {
    if (signal?.aborted) throw failure;
    throw Object.assign(new Error("Could not reach the server."), { code: "unreachable", status: 0 });
  });
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => ({}))) as {
    title?: string;
    code?: string;
    details?: unknown;
  };
  const { title = "Unexpected response from the server.", code = "internal", details } = problem;
  throw Object.assign(new Error(title), { code, status: response.status, details });
}

const POST = { method: "POST", headers: { "content-type": "application/json" } };
