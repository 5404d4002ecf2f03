import { z } from "zod";
import { CAPABILITIES } from "../capabilities";
import { foldName } from "../key-names";
import { KEY_PREFIX, ROLE_PREFIX } from "../run/gates/rules";
import { MAX_KEY_DAYS, MAX_KEY_NAME_CHARS, MAX_KEY_ROLES, MAX_ROLE_CHARS } from "./limits";

/** One line of text that looks like what it is: no control characters, and none that turn or hide what stands beside them. */
const plainText = (maxChars: number, missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(maxChars)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, "Use letters, digits, spaces and signs alone.");

/** Signs that look like a colon (Unicode TR 39). */
const COLONS =
  /[\u02d0\u02f8\u0589\u05c3\u0703\u0704\u0903\u0a83\u16ec\u1803\u1809\u205a\u2236\ua4fd\ua789\ufe30]/gu;

/** At a glance, whatever its capitals: a gate that is written so would ask a key of that name, and nobody with the role. */
const readsAs = (name: string, prefix: string): boolean =>
  foldName(name.replace(COLONS, ":")).replace(/\s/gu, "").startsWith(foldName(prefix));

/** As gates name it behind `role:`. */
const roleName = plainText(MAX_ROLE_CHARS, "Enter a role.").refine(
  (role) => !role.includes(",") && !readsAs(role, ROLE_PREFIX),
  `Enter roles without commas, and without “${ROLE_PREFIX}”.`,
);

const days = `Enter a whole number of days from 1 to ${MAX_KEY_DAYS}, or none.`;

/** A key of the API: what it may do (viewing always), for which roles it answers, and after how many days it ends. */
export const createKeyInput = z.strictObject({
  name: plainText(MAX_KEY_NAME_CHARS, "Enter a name.").refine(
    (name) => !readsAs(name, ROLE_PREFIX) && !readsAs(name, KEY_PREFIX),
    `Enter a name that does not begin with “${ROLE_PREFIX}” or “${KEY_PREFIX}”.`,
  ),
  capabilities: z.array(z.enum(CAPABILITIES)).max(CAPABILITIES.length).default([]),
  roles: z.array(roleName).max(MAX_KEY_ROLES).default([]),
  /** Null: it does not end by itself. */
  days: z.int(days).min(1, days).max(MAX_KEY_DAYS, days).nullable().default(null),
});
export type CreateKeyInput = z.input<typeof createKeyInput>;

export const listKeysInput = z.strictObject({});
export const revokeKeyInput = z.strictObject({ keyId: z.string().min(1).max(100) });
