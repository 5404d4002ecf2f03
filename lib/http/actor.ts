import { type Actor, localPerson } from "@/lib/auth/actor";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Channel } from "@/lib/core/run/events/approvals";
import { isLoopbackHost } from "./origin";

/**
 * Who sends this request. While accounts are off that is the one local person, and only for requests that address
 * this machine by a loopback name: a foreign page that rebinds its own name to 127.0.0.1 is refused.
 */
export function actorOf(headers: Headers): Actor {
  if (isLoopbackHost(headers.get("host"))) return { ...localPerson, channel: channelOf(headers) };
  throw new DomainFailure(
    domainError("forbidden", "Accounts are off: open Waymark by localhost or 127.0.0.1 on this machine."),
  );
}

/** Browsers say of each request from where it was made; what the API is called by does not. */
const channelOf = (headers: Headers): Channel => (headers.has("sec-fetch-site") ? "console" : "api");
