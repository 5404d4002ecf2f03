import { KEY_PREFIX, ROLE_PREFIX, type Voter } from "./rules";

/**
 * Whose a channel is, as gates look at who is asked: `role:<name>`, `key:<id>` with the roles of the key, or a person's id.
 * While accounts are off the one person stands for everyone.
 */
export function channelOwner(owner: string, rolesOfKey: readonly string[]): Voter {
  if (owner.startsWith(ROLE_PREFIX)) return { id: "", name: "", roles: [owner.slice(ROLE_PREFIX.length)] };
  const isKey = owner.startsWith(KEY_PREFIX);
  return { id: owner, name: owner, roles: rolesOfKey, ...(!isKey && { everyone: true }) };
}
