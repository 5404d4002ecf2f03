import { DomainFailure, domainError } from "@/lib/core/errors";

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True for a Host header that names this machine: a name that a foreign page rebinds to 127.0.0.1 does not. */
export function isLoopbackHost(host: string | null): boolean {
  const name = host?.toLowerCase().replace(/:\d{1,5}$/, "") ?? "";
  return LOOPBACK_NAMES.has(name);
}

/**
 * True for a request that no other site's page sent. Clients without a browser send no Origin and no Sec-Fetch-Site
 * and pass: nothing of theirs travels along without being asked.
 */
export function isSameOrigin(header: (name: string) => string | null): boolean {
  const site = header("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = header("origin");
  return origin === null || hostOf(origin) === header("host")?.toLowerCase();
}

/** Refuses a changing request that another site's page sent. */
export function requireSameOrigin(headers: Headers): void {
  if (isSameOrigin((name) => headers.get(name))) return;
  throw new DomainFailure(domainError("forbidden", "This request came from another site."));
}

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host.toLowerCase();
  } catch {
    return undefined;
  }
}
