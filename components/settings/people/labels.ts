import type { Capability } from "@/lib/core/capabilities";
import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import type { ApiKeyView } from "@/lib/core/key-views";

/** The rights of keys (docs/api.md, "Keys"). */
export const RIGHTS: Record<Capability, { label: string; help: string }> = {
  view: { label: "View", help: "Read everything in this workspace. Every key has this." },
  operate: { label: "Operate", help: "Start, pause, cancel and change runs." },
  review: { label: "Review", help: "Answer gates, decide reviews and comment on plans." },
  admin: {
    label: "Admin",
    help: "Change all settings, including programs that run on this machine, and create keys.",
  },
};

/** After how many days a key may end; empty: never. */
export const LIFETIMES = [
  { days: "7", label: "In 7 days" },
  { days: "30", label: "In 30 days" },
  { days: "90", label: "In 90 days" },
  { days: "365", label: "In a year" },
  { days: "", label: "Never" },
] as const;

export const KEY_STATUS: Record<ApiKeyView["status"], StatusDisplay> = {
  working: { icon: "✓", word: "Active", tone: "ok" },
  ended: { icon: "◷", word: "Ended", tone: "plain" },
  revoked: { icon: "✕", word: "Revoked", tone: "plain" },
};

/** The roles of a draft, by the commas between them. */
export const rolesOf = (draft: string): string[] => [
  ...new Set(
    draft
      .split(",")
      .map((role) => role.trim().replace(/^role:/, ""))
      .filter((role) => role !== ""),
  ),
];

/** Working keys that were made with a key, and with those. */
export function madeWith(keyId: string, keys: readonly ApiKeyView[]): ApiKeyView[] {
  const made = keys.filter(({ madeByKey }) => madeByKey === keyId);
  return made.flatMap((key) => [key, ...madeWith(key.keyId, keys)]);
}
