import type { Asked } from "../../people";
import { KEY_PREFIX, ROLE_PREFIX } from "./rules";

type OfKey = Pick<Asked, "names" | "roles">;

/**
 * Whose a channel is, as gates look at who is asked: `role:<name>`, `key:<id>` with the names and roles of the key, or a person's
 * id. While accounts are off the one person stands for everyone.
 */
export function channelOwner(owner: string, { names = [], roles }: OfKey): Asked {
  if (owner.startsWith(ROLE_PREFIX)) return { id: "", name: "", roles: [owner.slice(ROLE_PREFIX.length)] };
  const isKey = owner.startsWith(KEY_PREFIX);
  return { id: owner, name: owner, names, roles, ...(!isKey && { everyone: true }) };
}
