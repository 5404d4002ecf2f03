/** What the API says about a request that it refused (RFC 9457). `code` is stable, `message` is for people. */
export type ApiProblem = Error & { code: string; status: number; details?: unknown };

/** Reads JSON from this server's API. Throws an ApiProblem for any answer that is not a success. */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, signal ? { signal } : {});
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => ({}))) as {
    title?: string;
    code?: string;
    details?: unknown;
  };
  const { title = "Unexpected response from the server.", code = "internal", details } = problem;
  throw Object.assign(new Error(title), { code, status: response.status, details });
}
