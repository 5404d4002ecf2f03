import { redactSecrets } from "@/lib/core/hide-secrets";

const MAX_DETAIL_CHARS = 240;

// Providers echo keys, often half masked; these are the forms they take.
const KEY_PATTERNS = [
  /\b(?:sk|pk|rk|gsk|xai|hf|key)[-_][\w*.-]{6,}/gi,
  /\bAIza[\w-]{10,}/g,
  /\b(bearer|basic)\s+[\w+/=.*~-]{6,}/gi,
  /(:\/\/)[^\s/:@]+:[^\s/@]+@/g,
];

/** The text as one short line, without any of the secrets and without anything that looks like a key. */
export function redact(text: string, secrets: string[]): string {
  const known = redactSecrets(text, secrets, "[hidden]");
  const hidden = KEY_PATTERNS.reduce((rest, form) => rest.replace(form, "[hidden]"), known);
  const line = hidden.replace(/\s+/g, " ").trim();
  return line.length <= MAX_DETAIL_CHARS ? line : `${line.slice(0, MAX_DETAIL_CHARS - 1)}…`;
}
