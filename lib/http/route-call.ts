import type { Actor } from "@/lib/auth/actor";
import type { QuotaStanding } from "@/lib/services/quotas";
import type { Services } from "@/lib/services/registry";

/** A request on its way to a verb; the input is as the client sent it, since verbs read their input themselves. */
export type RouteCall = {
  services: Services;
  actor: Actor;
  input: Record<string, unknown>;
  request: Request;
  commandId?: string;
  /** Told how each quota stands that the request is held against. */
  counted?: ((standing: QuotaStanding) => void) | undefined;
};
