import { type Actor, localPerson } from "@/lib/auth/actor";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { isLoopbackHost } from "./origin";

/**
 * Who sends this request. While accounts are off that is the one local person, and only for requests that address
 * this machine by a loopback name: a foreign page that rebinds its own name to 127.0.0.1 is refused.
 */
export function actorOf(headers: Headers): Actor {
  if (isLoopbackHost(headers.get("host"))) return localPerson;
  throw new DomainFailure(
    domainError("forbidden", "Accounts are off: open Waymark by localhost or 127.0.0.1 on this machine."),
  );
}
