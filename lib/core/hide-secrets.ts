import { cleanText } from "./text";

/**
 * The forms in which secrets may come back: whole, what stands between their blanks (`Bearer <key>` is a scheme and a
 * key), and both as they stand in JSON and in addresses. The longest first, so that no rest of one stays.
 */
export function secretForms(secrets: readonly string[], minChars: number): string[] {
  const parts = secrets.flatMap((secret) => [secret.trim(), ...secret.split(/\s+/)]);
  const forms = parts
    .filter(({ length }) => length >= minChars)
    .flatMap((part) => [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(cleanText(part))]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** The text with `instead` in the place of each of these forms. */
export const redactSecrets = (text: string, forms: readonly string[], instead: string): string =>
  forms.reduce((kept, form) => kept.replaceAll(form, () => instead), text);
