/** What every answer has, whatever it is. */
export const sameForAll = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // Not "no-referrer": a form of a page could not say where it comes from.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
};

/**
 * Headers of a page. Scripts and styles run only from this origin and with the nonce of the request that
 * asked for the page; nothing may frame it. Development needs more: React evaluates code, styles are injected.
 */
export function securityHeaders(nonce: string, development: boolean): Record<string, string> {
  const scripts = `'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`;
  const styles = development ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join("; ");
  return { ...sameForAll, "content-security-policy": policy };
}

/** The policy of answers that are no pages, whatever they hold: of a file or of data no browser makes one of this origin. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The policy of the build's files: scripts of a worker load others and read nothing else. */
export const STATIC_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";
