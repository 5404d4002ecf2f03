import { DomainFailure, domainError } from "@/lib/core/errors";

const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * The command id that an Idempotency-Key header asks for; undefined without one. The same key again gets the reply
 * of the first request instead of a second effect.
 */
export function commandIdOf(headers: Headers): string | undefined {
  const key = headers.get("idempotency-key")?.trim();
  if (!key) return undefined;
  if (KEY.test(key)) return `key_${key}`;
  throw new DomainFailure(
    domainError("invalid_input", "Idempotency-Key must be 1 to 200 visible ASCII characters."),
  );
}
