import { DomainFailure, domainError } from "@/lib/core/errors";

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True for a Host header that names this machine: a name that a foreign page rebinds to 127.0.0.1 does not. */
export function isLoopbackHost(host: string | null): boolean {
  const name = host?.toLowerCase().replace(/:\d{1,5}$/, "") ?? "";
  return LOOPBACK_NAMES.has(name);
}

/**
 * Refuses a changing request that another site's page sent. Clients without a browser send no Origin and no
 * Sec-Fetch-Site and pass: nothing of theirs travels along without being asked.
 */
export function requireSameOrigin(headers: Headers): void {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const foreignSite = site !== null && site !== "same-origin" && site !== "none";
  if (foreignSite || (origin !== null && hostOf(origin) !== headers.get("host")?.toLowerCase())) {
    throw new DomainFailure(domainError("forbidden", "This request came from another site."));
  }
}

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host.toLowerCase();
  } catch {
    return undefined;
  }
}
