import type { HttpFailure, HttpFailureCode } from "@/lib/core/ports";

/** `sent`: the other side may have got the request, so nobody knows what it did. */
export function httpFailure(code: HttpFailureCode, message: string, sent = false): HttpFailure {
  return Object.assign(new Error(message), { code, sent });
}
