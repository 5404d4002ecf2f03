/**
 * How long the provider asks us to wait, in milliseconds: `retry-after-ms`, or `Retry-After` as seconds or as an
 * HTTP date (RFC 9110, 10.2.3), or the delay that Google writes into the body. Undefined when it does not say, or not
 * readably.
 */
export function retryAfterMs(
  headers: Record<string, string>,
  nowMs: number,
  retryDelay?: string,
): number | undefined {
  const exact = positive(headers["retry-after-ms"]);
  if (exact !== undefined) return Math.ceil(exact);
  const header = headers["retry-after"];
  const seconds = positive(header);
  if (seconds !== undefined) return Math.ceil(seconds * 1000);
  // Date.parse alone would read nearly anything, "-5" included.
  const dateMs = header && /^[a-z]+,? /i.test(header) ? Date.parse(header) : Number.NaN;
  if (!Number.isNaN(dateMs)) return Math.max(0, dateMs - nowMs);
  const delay = positive(retryDelay?.replace(/s$/, ""));
  return delay === undefined ? undefined : Math.ceil(delay * 1000);
}

function positive(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return undefined;
  return Number(text);
}
