import type { Capability } from "./capabilities";
import type { ActorRef } from "./run/events/envelope";

/** A key of the API, never with its secret: `prefix` are the first characters of it. */
export type ApiKeyView = {
  keyId: string;
  name: string;
  prefix: string;
  capabilities: Capability[];
  roles: string[];
  createdAt: number;
  createdBy: ActorRef;
  /** The key that it was made with, and is revoked with. */
  madeByKey: string | null;
  endsAt: number | null;
  /** To the minute; null until it is used. */
  lastUsedAt: number | null;
  revokedAt: number | null;
  revokedBy: ActorRef | null;
  status: "working" | "ended" | "revoked";
};

/** A role by its name, with the working keys that answer for it and the open gates that ask it. */
export type RoleView = { name: string; keys: string[]; openGates: number };
