import { createHash, randomBytes } from "node:crypto";

const MARK = "wmk_";
const SECRET_BYTES = 32;
/** So much of a secret is kept and shown, to recognise it by. */
const SHOWN_CHARS = MARK.length + 6;
const SECRET = /^bearer +(wmk_[\w-]{43})$/i;
/** Whatever is sent like a key is one, or nothing: it never counts as another way in. */
const CLAIM = /^\s*(\S+\s+)?wmk_/i;

/** A new secret of a key, with what is kept of it. */
export function newKeySecret(): { secret: string; digest: string; prefix: string } {
  const secret = `${MARK}${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { secret, digest: digestOfKey(secret), prefix: secret.slice(0, SHOWN_CHARS) };
}

/** What a secret is found by: looking it up takes no longer for one that is nearly right. */
export const digestOfKey = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** Whether an Authorization header is meant to be a key, well written or not. */
export const claimsKey = (authorization: string | null | undefined): boolean =>
  CLAIM.test(authorization ?? "");

/** The secret that an Authorization header has (RFC 6750, 2.1); undefined where it can be none. */
export function keySecretOf(authorization: string | null | undefined): string | undefined {
  const [, secret] = SECRET.exec(authorization ?? "") ?? [];
  return secret?.startsWith(MARK) ? secret : undefined;
}
