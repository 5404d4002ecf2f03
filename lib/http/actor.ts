import { type Actor, localPerson } from "@/lib/auth/actor";
import type { KeyCallers } from "@/lib/auth/key-callers";
import { claimsKey, keySecretOf } from "@/lib/auth/key-secret";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Channel } from "@/lib/core/run/events/approvals";
import { ZONE_COOKIE } from "@/lib/core/zones";
import { cookieOf } from "./cookie";
import { isLoopbackHost } from "./origin";
import { zoneOf } from "./zone-of";

/**
 * Who looks at a page or acts on it. While accounts are off that is the one local person, and only for requests that
 * address this machine by a loopback name: a foreign page that rebinds its own name to 127.0.0.1 is refused. A key of the
 * API opens no page, whatever comes along with it.
 */
export function actorOf(headers: Headers): Actor {
  requireLoopbackHost(headers);
  if (claimsKey(headers.get("authorization"))) throw unauthenticated();
  const zone = zoneOf(cookieOf(headers.get("cookie"), ZONE_COOKIE));
  return { ...localPerson, zone, channel: channelOf(headers) };
}

/**
 * Who calls the API: with a key its own caller, whatever session comes along; otherwise the local person, whom the guard
 * has let in. `isKey` says which. Throws `unauthenticated` for a key that does not work.
 */
export async function apiCallerOf(
  headers: Headers,
  keys: KeyCallers,
): Promise<{ actor: Actor; isKey: boolean }> {
  const authorization = headers.get("authorization");
  if (!claimsKey(authorization)) return { actor: actorOf(headers), isKey: false };
  requireLoopbackHost(headers);
  const secret = keySecretOf(authorization);
  const actor = secret === undefined ? undefined : await keys.callerOf(secret);
  if (!actor) throw unauthenticated();
  return { actor, isKey: true };
}

/** Throws `forbidden` for a request under a name that is not this machine's. */
export function requireLoopbackHost(headers: Headers): void {
  if (isLoopbackHost(headers.get("host"))) return;
  throw new DomainFailure(
    domainError("forbidden", "Accounts are off: open Waymark by localhost or 127.0.0.1 on this machine."),
  );
}

/** One answer for what is unknown, has ended or was revoked: it tells nobody which. */
const unauthenticated = () =>
  new DomainFailure(domainError("unauthenticated", "This key does not work, or not here."));

/** Browsers say of each request from where it was made; what the API is called by does not. */
const channelOf = (headers: Headers): Channel => (headers.has("sec-fetch-site") ? "console" : "api");
