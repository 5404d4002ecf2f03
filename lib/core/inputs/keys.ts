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

/** Signs: all but letters and digits of words. Some letters and marks are drawn like them. */
const SIGN = "[^\\p{Ll}\\p{Lu}\\p{Lt}\\p{Lo}\\p{N}]";
const DRAWN_AS_SIGNS = /[\p{Lm}\p{Mc}]/gu;

/**
 * At a glance, whatever its capitals and signs: a gate that is written so would ask a key of that name, and nobody with the
 * role. The word of the prefix comes first, between any signs and spaces, with a sign behind it.
 */
function readsAs(name: string, prefix: string): boolean {
  const letters = foldName(prefix).match(/[\p{L}\p{N}]/gu) ?? [];
  const form = new RegExp(`^${SIGN}*${letters.join(`${SIGN}*`)}${SIGN}*?[^\\p{L}\\p{N}\\s]`, "u");
  return [name, name.replace(DRAWN_AS_SIGNS, ":")].some((text) => form.test(foldName(text)));
}

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
