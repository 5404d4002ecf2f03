import { DomainFailure, domainError } from "@/lib/core/errors";

const KEY = /^[\x21-\x7e]{1,200}$/;

/** A key under which a client may repeat a request; `name` is what it calls it. Throws `invalid_input`. */
export function requireCommandKey(key: unknown, name: string): string {
  if (typeof key === "string" && KEY.test(key)) return key;
  throw new DomainFailure(domainError("invalid_input", `${name} must be 1 to 200 visible ASCII characters.`));
}
