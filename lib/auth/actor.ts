import { CAPABILITIES, type Capability } from "@/lib/core/capabilities";
import { localOperator } from "@/lib/core/people";
import type { Channel } from "@/lib/core/run/events/approvals";
import type { Zone } from "@/lib/core/zones";

/** Who calls a service, a person or a key of the API. Every verb takes one (SECURITY.md). */
export type Actor = {
  kind: "person";
  id: string;
  name: string;
  /** The names by which gates may ask for them, where these are not just their name (docs/api.md, "Keys"). */
  names?: string[];
  workspaceId: string;
  capabilities: Capability[];
  /** Names of the roles that gates can be assigned to (`role:<name>`). */
  roles?: string[];
  /** Accounts are off: the one person there is stands for every name and role. */
  everyone?: boolean;
  /** The time zone whose days are theirs; UTC where absent. */
  zone?: Zone;
  /** Where they call from, as far as it is known: decisions keep it. */
  channel?: Channel;
};

export { CAPABILITIES, type Capability };

export const LOCAL_WORKSPACE_ID = "local";

/** The one person there is while accounts are off. */
export const localPerson: Actor = {
  kind: "person",
  id: localOperator.id,
  name: localOperator.name,
  workspaceId: LOCAL_WORKSPACE_ID,
  capabilities: [...CAPABILITIES],
  everyone: true,
};
