import { readUrl } from "./destination";
import { httpFailure } from "./failure";

export type Hop = {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Where a redirect is followed to; any other is an answer like the rest, and without this each one is. */
  mayFollow: ((url: URL) => boolean) | undefined;
  beforeSent?: (() => Promise<void>) | undefined;
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What goes along to another origin: nothing that could be a key. */
const SAFE_HEADERS = new Set(["accept", "accept-encoding", "accept-language", "user-agent", "content-type"]);

/**
 * What is asked next after a response, or undefined when it is not a redirect (RFC 9110, 15.4) that may be followed. A body
 * never goes to another origin, headers that could hold a key neither, and https never leads to http. Throws HttpFailure.
 */
export function nextHop(hop: Hop, status: number, location: string | undefined): Hop | undefined {
  if (!hop.mayFollow || !REDIRECTS.has(status) || location === undefined) return;
  const url = readUrl(location, hop.url);
  if (!hop.mayFollow(url)) return;
  if (hop.url.protocol === "https:" && url.protocol === "http:")
    throw httpFailure("bad_redirect", `${hop.url.host} leads from https to http.`, true);
  const isCrossOrigin = url.origin !== hop.url.origin;
  const becomesGet =
    (status === 303 && hop.method !== "GET" && hop.method !== "HEAD") ||
    ((status === 301 || status === 302) && hop.method === "POST");
  if (!becomesGet && isCrossOrigin && hop.method !== "GET" && hop.method !== "HEAD")
    throw httpFailure("bad_redirect", `${hop.url.host} sends the ${hop.method} on to ${url.host}.`, true);
  const kept = Object.entries(hop.headers).filter(([name]) => {
    const lower = name.toLowerCase();
    if (becomesGet && lower.startsWith("content-")) return false;
    return !isCrossOrigin || SAFE_HEADERS.has(lower);
  });
  const headers = Object.fromEntries(kept);
  const { mayFollow } = hop;
  if (becomesGet) return { method: "GET", url, headers, mayFollow };
  return { ...hop, url, headers };
}
