import { z } from "zod";
import { toolPolicy } from "./schema";
import { POLICY_ROLES } from "./source";

/** Whom a stored policy binds: all use of tools in the workspace, or that of one role. */
export const policyScope = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("workspace") }),
  z.object({ kind: z.literal("role"), role: z.enum(POLICY_ROLES) }),
]);
export type PolicyScope = z.infer<typeof policyScope>;

/** What one version of a stored policy says. */
export const policyBody = z.object({ scope: policyScope, policy: toolPolicy });
export type PolicyBody = z.infer<typeof policyBody>;

export type StoredPolicy = PolicyBody & { id: string; name: string };
