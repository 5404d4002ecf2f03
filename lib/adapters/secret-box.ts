import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { SecretBox } from "@/lib/core/ports";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = "v1:";

/**
 * Seals with AES-256-GCM (NIST SP 800-38D) under a key made of `secret`, which is asked for at the first use, a fresh nonce each time, so that a sealed text
 * can neither be read nor changed without it.
 */
export function createSecretBox(secret: () => string): SecretBox {
  let made: Buffer | undefined;
  const key = () => {
    made ??= createHash("sha256").update(`waymark secret box\0${secret()}`).digest();
    return made;
  };
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key(), nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
    },
    open(sealed) {
      if (!sealed.startsWith(PREFIX)) return;
      const bytes = Buffer.from(sealed.slice(PREFIX.length), "base64");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return;
      const opener = createDecipheriv(CIPHER, key(), bytes.subarray(0, NONCE_BYTES));
      opener.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const body = [opener.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), opener.final()];
        return Buffer.concat(body).toString("utf8");
      } catch {
        return;
      }
    },
  };
}
